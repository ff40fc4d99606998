// Faults others shipped, class STATE: what one call leaves behind for the next.
#include <thread>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/threads.hpp"
#include "input/token_field.hpp"
#include "input/views.hpp"
#include "vtc/method/catalogue.hpp"

using vtc::status;
using layout = vtc::layout_builder<1>;

namespace {

struct question {
  vtc::layout_builder<1> where = layout{}.grid(1, 3);
  std::vector<float> rows{1, 0, 0, 1, -1, 0}, text;
  vtc::inputs in() const {
    vtc::inputs i = input::with_layout(where);
    i.aligned = vtc::view(rows.data(), 3, 2);
    i.text = vtc::view(text.data(), 1, 2);
    return i;
  }
};

}  // namespace

TEST_CASE("BL-071 two callers of different counts, in turn and from two threads, each get their own") {
  const auto where = layout{}.grid(8, 8);
  const std::vector<float> x = input::clustered_rows(64, 16, 10, 1);
  input::planned two, five;
  const expect::plan_copy wanted_two(two(vtc::method::divprune{}, input::with_metric(where, x), vtc::keep(2)));
  const expect::plan_copy wanted_five(five(vtc::method::divprune{}, input::with_metric(where, x), vtc::keep(5)));
  CHECK((wanted_two.slots() == 2 && wanted_five.slots() == 5));
  std::vector<std::string> found(2);
  const auto work = [&](std::size_t which, vtc::index_t k, const expect::plan_copy& wanted) {
    vtc::workspace memory;
    vtc::plan_storage plan;
    for (int i = 0; i < 50 && found[which].empty(); ++i) {
      if (vtc::make_plan(vtc::method::divprune{}, input::with_metric(where, x), vtc::keep(k), memory, plan) != status::ok) found[which] = "refused";
      else found[which] = expect::difference(plan.view(), wanted);
    }
  };
  std::thread one(work, 0, 2, std::cref(wanted_two)), other(work, 1, 5, std::cref(wanted_five));
  one.join();
  other.join();
  CHECK(found == std::vector<std::string>{"", ""});
}

TEST_CASE("BL-072 each result depends on its own inputs; with nothing to prune the call gives the identity") {
  input::planned made;
  question q;
  q.text = {1, 0};
  CHECK(expect::anchors(made(vtc::method::query_similarity{}, q.in(), vtc::keep(1))) == std::vector<int>{0});
  CHECK(expect::anchors(made(vtc::method::query_similarity{}, q.in(), vtc::keep(3))) == std::vector<int>{0, 1, 2});
  CHECK(made.plan.view().has(vtc::note::identity));
  q.text = {0, 1};
  CHECK(expect::anchors(made(vtc::method::query_similarity{}, q.in(), vtc::keep(1))) == std::vector<int>{1});
}

TEST_CASE("BL-073 the same seed twice is the same plan; no method but `random` draws") {
  input::planned made;
  const auto where = layout{}.grid(10, 10);
  vtc::method::random seven{};
  seven.seed = 7;
  const expect::plan_copy first(made(seven, input::with_layout(where), vtc::keep(20)));
  made(vtc::method::random{}, input::with_layout(where), vtc::keep(20));
  CHECK(expect::difference(made(seven, input::with_layout(where), vtc::keep(20)), first) == "");
}

TEST_CASE("BL-074 a thousand rows of 64 numbers on 1, 2 and 8 threads: the same picks, bit for bit") {
  const std::vector<float> x = input::clustered_rows(1000, 64, 60, 1);
  const auto where = layout{}.grid(20, 50);
  vtc::inputs in = input::with_metric(where, x);
  in.aligned = in.metric;
  in.text = vtc::view(x.data(), 5, 64);
  in.projections = {in.metric, in.metric, 2, 0.0f};
  const auto same = [&](auto policy) {
    input::planned alone;
    const expect::plan_copy wanted(alone(policy, in, vtc::keep(100)));
    for (const int lanes : {2, 8}) {
      input::planned shared;
      shared.memory.threads = input::threads(lanes);
      CHECK(expect::difference(shared(policy, in, vtc::keep(100)), wanted) == "");
    }
  };
  same(vtc::method::tome{});
  same(vtc::method::divprune{});
  same(vtc::method::cdpruner{});
  same(vtc::method::query_similarity{});
  same(vtc::method::received_attention{});
}

TEST_CASE("BL-076 a method that cannot serve an input or a budget says so; counts and notes tell what was done") {
  input::planned made;
  const auto where = layout{}.grid(4, 4);
  const std::vector<float> scores(16, 1.0f);
  CHECK(made.outcome(vtc::method::divprune{}, input::with_scores(where, scores), vtc::keep(8)) == status::needs_metric);
  CHECK(made.outcome(vtc::method::pixel_shuffle{}, input::with_layout(where), vtc::keep(8)) == status::budget_unsupported);
  CHECK(made.outcome(vtc::method::uniform{}, input::with_layout(where), vtc::keep_mass(0.5f)) == status::budget_unsupported);
  CHECK(made.outcome(vtc::method::pixel_shuffle{}, input::with_layout(where), vtc::budget{}.at_most(2)) == status::budget_unsupported);
  CHECK(made(vtc::method::block_pool{}, input::with_layout(where), vtc::budget{}.at_most(2)).slot_count <= 2);  // its own four, clamped
  const vtc::plan_view& p = made(vtc::method::top_k{}, input::with_scores(where, scores), vtc::keep_ratio(1, 2));
  CHECK((p.slot_count == 8 && !p.has(vtc::note::identity)));
}
