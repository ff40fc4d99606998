#include "experiment/method_text.hpp"

#include "catch.hpp"

namespace {

// The sentence of the usage_error that a method's text ends in; empty if it is accepted.
std::string complaint(const std::string& text) {
  try {
    experiment::with_method(experiment::parse_method(text), [](const auto&) {});
  } catch (const experiment::usage_error& e) {
    return e.what();
  }
  return "";
}

bool says(const std::string& text, const std::string& words) { return complaint(text).find(words) != std::string::npos; }

}  // namespace

TEST_CASE("method text: every method of the catalogue is known by its name") {
  for (vtc::index_t i = 0; i < vtc::method_count; ++i)
    vtc::with_method(i, [](const auto& policy) { CHECK(complaint(policy.information.name) == ""); });
}

TEST_CASE("method text: options reach the policy") {
  int called = 0;
  experiment::with_method(experiment::parse_method("visionzip:contextual=7,normalise=true"), [&](const auto& policy) {
    if constexpr (std::is_same_v<std::decay_t<decltype(policy)>, vtc::method::visionzip>) {
      CHECK(policy.planner.contextual == 7);
      CHECK(policy.planner.normalise);
      ++called;
    }
  });
  experiment::with_method(experiment::parse_method("tome:remove=3+0+12,threshold=0.75"), [&](const auto& policy) {
    if constexpr (std::is_same_v<std::decay_t<decltype(policy)>, vtc::method::tome>) {
      REQUIRE(policy.remove.count == 3);
      CHECK(policy.remove.value[0] == 3);
      CHECK(policy.remove.value[1] == 0);
      CHECK(policy.remove.value[2] == 12);
      CHECK(policy.threshold == 0.75f);
      ++called;
    }
  });
  experiment::with_method(experiment::parse_method("adaptive_pool:output=5x6,mode=max"), [&](const auto& policy) {
    if constexpr (std::is_same_v<std::decay_t<decltype(policy)>, vtc::method::adaptive_pool>) {
      CHECK(policy.output.height == 5);
      CHECK(policy.output.width == 6);
      CHECK(policy.how == vtc::pool::mode::max);
      ++called;
    }
  });
  CHECK(called == 3);
}

TEST_CASE("method text: what is wrong is named, with the nearest word") {
  CHECK(says("divprun", "did you mean \"divprune\"?"));
  CHECK(says("zzzzzzzzzzzz", "there is no method"));
  CHECK(complaint("zzzzzzzzzzzz").find("did you mean") == std::string::npos);
  CHECK(says("visionzip:contextal=7", "did you mean \"contextual\"?"));
  CHECK(says("uniform:seed=1", "has no option \"seed\""));
  CHECK(says("adaptive_pool:mode=men", "did you mean \"mean\"?"));
  for (const char* text : {"",
                           ":",
                           "tome:",
                           "tome:remove",
                           "tome:=3",
                           "tome:remove=",
                           "tome:remove=3++4",
                           "tome:remove=3+",
                           "tome:remove=x",
                           "tome:remove=-1",
                           "tome:remove=1.5",
                           "tome:remove=99999999999",
                           "tome:threshold=x",
                           "tome:threshold=9",
                           "tome:threshold=nan",
                           "tome:threshold=",
                           "random:seed=",
                           "random:seed= 1",
                           "random:seed=1,",
                           "random:seed=99999999999999999999",
                           "visionzip:normalise=yes",
                           "adaptive_pool:output=5",
                           "adaptive_pool:output=5x",
                           "adaptive_pool:output=0x5",
                           "adaptive_pool:output=5x5x5"}) {
    INFO(text);
    CHECK(complaint(text) != "");
  }
  std::string long_list = "tome:remove=1";
  for (int i = 0; i < vtc::index_list::capacity; ++i) long_list += "+1";
  CHECK(says(long_list, "at most"));
}
