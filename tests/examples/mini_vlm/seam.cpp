// vtc in the middle of the model.
#include "mini_vlm/seam.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "catch.hpp"
#include "mini_vlm/measure.hpp"

namespace {
const std::string data = VTC_SOURCE_DIR "/examples/mini_vlm/data";
}

TEST_CASE("mini VLM seam: kept rows are the tokens at their positions") {
  const mini_vlm::model model(data + "/mini_vlm.safetensors");
  const auto set = mini_vlm::read_dataset(data);
  const auto seen = model.encode(set.picture(5));
  mini_vlm::seam seam;
  for (const char* name : {"random", "uniform", "fastervlm", "received_attention", "divprune", "top_k"}) {
    INFO(name);
    REQUIRE(mini_vlm::any_method(name).compress(seam, seen, 5, 49) == vtc::status::ok);
    REQUIRE(seam.tokens.height == 49);
    CHECK(std::is_sorted(seam.positions.begin(), seam.positions.end()));
    CHECK(std::set<int>(seam.positions.begin(), seam.positions.end()).size() == 49);
    for (int k = 0; k < 49; ++k)
      CHECK(std::equal(seam.tokens.row(k), seam.tokens.row(k) + 64, seen.tokens.row(seam.positions[static_cast<std::size_t>(k)])));
  }
}

TEST_CASE("mini VLM seam: fastervlm keeps the rows with the most class attention, counted by hand") {
  const mini_vlm::model model(data + "/mini_vlm.safetensors");
  const auto seen = model.encode(mini_vlm::read_dataset(data).picture(2));
  std::vector<int> order(196);
  std::iota(order.begin(), order.end(), 0);
  const auto score = [&](int i) {
    double sum = 0;
    for (int head = 0; head < 4; ++head) sum += seen.attention.row(head * 197)[1 + i];
    return sum;
  };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return score(a) > score(b); });
  std::sort(order.begin(), order.begin() + 20);
  mini_vlm::seam seam;
  REQUIRE(mini_vlm::any_method("fastervlm").compress(seam, seen, 2, 20) == vtc::status::ok);
  CHECK(std::equal(seam.positions.begin(), seam.positions.end(), order.begin()));
  REQUIRE(mini_vlm::any_method("fastervlm:attention_row=mean").compress(seam, seen, 2, 20) == vtc::status::ok);
  const std::vector<std::int32_t> by_mean = seam.positions;
  CHECK_FALSE(std::equal(by_mean.begin(), by_mean.end(), order.begin()));
  REQUIRE(mini_vlm::any_method("received_attention").compress(seam, seen, 2, 20) == vtc::status::ok);
  CHECK(seam.positions == by_mean);
}

TEST_CASE("mini VLM seam: pooling keeps the place of its first cell") {
  const mini_vlm::model model(data + "/mini_vlm.safetensors");
  const auto seen = model.encode(mini_vlm::read_dataset(data).picture(0));
  mini_vlm::seam seam;
  REQUIRE(mini_vlm::any_method("adaptive_pool").compress(seam, seen, 0, 49) == vtc::status::ok);
  REQUIRE(seam.tokens.height == 49);
  for (int y = 0; y < 7; ++y)
    for (int x = 0; x < 7; ++x) {
      const int first = 28 * y + 2 * x;
      CHECK(seam.positions[static_cast<std::size_t>(7 * y + x)] == first);
      const float mean =
          (seen.tokens.row(first)[9] + seen.tokens.row(first + 1)[9] + seen.tokens.row(first + 14)[9] + seen.tokens.row(first + 15)[9]) / 4;
      CHECK(std::abs(seam.tokens.row(7 * y + x)[9] - mean) < 1e-5f);
    }
}

TEST_CASE("mini VLM seam: with room for every token every method gives the same answers") {
  const mini_vlm::model model(data + "/mini_vlm.safetensors");
  const auto set = mini_vlm::read_dataset(data);
  std::vector<mini_vlm::any_method> methods;
  for (const char* name : {"random", "uniform", "fastervlm", "received_attention", "visionzip", "divprune", "tome", "adaptive_pool",
                           "block_pool", "query_similarity", "cdpruner"})
    methods.emplace_back(name);
  const auto results = mini_vlm::measure(model, set, methods, {196}, 6);
  REQUIRE(results.size() == methods.size() + 1);
  for (const auto& r : results) {
    INFO(r.method);
    CHECK(r.fault == vtc::status::ok);
    CHECK(r.pictures == 6);
    CHECK(r.most == 196);
    CHECK(r.answers.right == results[0].answers.right);
    CHECK(r.answers.asked == results[0].answers.asked);
  }
}

TEST_CASE("mini VLM seam: a method that this model cannot serve says what it lacks") {
  const mini_vlm::model model(data + "/mini_vlm.safetensors");
  const auto set = mini_vlm::read_dataset(data);
  std::vector<mini_vlm::any_method> methods{mini_vlm::any_method("random"), mini_vlm::any_method("pixel_shuffle")};
  const auto results = mini_vlm::measure(model, set, methods, {49}, 2);
  CHECK(results[1].fault == vtc::status::ok);
  CHECK(results[1].most == 49);
  CHECK(results[2].fault != vtc::status::ok);
  CHECK(results[2].pictures == 0);
}
