// The model in C++ against what the trained model gave in PyTorch.
#include "mini_vlm/model.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>

#include "catch.hpp"
#include "files/npy.hpp"
#include "mini_vlm/dataset.hpp"
#include "mini_vlm/measure.hpp"

namespace {

const std::string data = VTC_SOURCE_DIR "/examples/mini_vlm/data";

float largest_difference(const float* a, const float* b, std::size_t n) {
  float largest = 0;
  for (std::size_t i = 0; i < n; ++i) largest = std::isfinite(a[i]) ? std::max(largest, std::abs(a[i] - b[i])) : INFINITY;
  return largest;
}

std::vector<std::int32_t> raster_positions() {
  std::vector<std::int32_t> p(mini_vlm::token_count);
  std::iota(p.begin(), p.end(), 0);
  return p;
}

mini_vlm::matrix logits_of(const mini_vlm::model& model, const mini_vlm::dataset& set, int picture) {
  std::vector<mini_vlm::question> asked;
  for (int q = 0; q < set.questions_per_picture; ++q) asked.push_back(set.asked(picture)[q].tokens);
  const auto seen = model.read(model.project(model.encode(set.picture(picture)).tokens), raster_positions());
  return model.answer(seen, asked.data(), static_cast<int>(asked.size()));
}

}  // namespace

TEST_CASE("mini VLM: encoder, attention and projector give the stored values") {
  const mini_vlm::model model(data + "/mini_vlm.safetensors");
  const auto set = mini_vlm::read_dataset(data);
  const auto tokens = files::read_npy(data + "/tokens_first4.npy"), projected = files::read_npy(data + "/projected_first4.npy"),
             attention = files::read_npy(data + "/class_attention_first4.npy");
  tokens.expect("f4", {4, 196, 64});
  projected.expect("f4", {4, 196, 96});
  attention.expect("f4", {4, 4, 197});
  for (int p = 0; p < 4; ++p) {
    const auto seen = model.encode(set.picture(p));
    CHECK(largest_difference(seen.tokens.values.data(), tokens.values<float>() + p * 196 * 64, 196 * 64) < 1e-4f);
    CHECK(largest_difference(model.project(seen.tokens).values.data(), projected.values<float>() + p * 196 * 96, 196 * 96) < 1e-4f);
    REQUIRE(seen.attention.height == 4 * 197);
    for (int head = 0; head < 4; ++head)
      CHECK(largest_difference(seen.attention.row(head * 197), attention.values<float>() + (p * 4 + head) * 197, 197) < 1e-4f);
  }
}

TEST_CASE("mini VLM: queries and keys of the last block are those of its attention") {
  const mini_vlm::model model(data + "/mini_vlm.safetensors");
  const auto seen = model.encode(mini_vlm::read_dataset(data).picture(0));
  // Softmax of q k^T over the visual tokens is the attention without the class token, scaled to add up to 1.
  for (const int query : {0, 77, 195})
    for (int head = 0; head < 4; ++head) {
      double score[196], sum = 0, attended = 0, keys_mean = 0;
      for (int k = 0; k < 196; ++k) {
        score[k] = 0;
        for (int c = head * 16; c < head * 16 + 16; ++c) score[k] += static_cast<double>(seen.queries.row(query)[c]) * seen.keys.row(k)[c];
        score[k] = std::exp(score[k] / 4);
        sum += score[k];
        attended += seen.attention.row(head * 197 + 1 + query)[1 + k];
      }
      for (int k = 0; k < 196; ++k) CHECK(std::abs(score[k] / sum - seen.attention.row(head * 197 + 1 + query)[1 + k] / attended) < 1e-5);
      for (int h = 0; h < 4; ++h) keys_mean += seen.keys.row(query)[h * 16 + head] / 4;
      CHECK(std::abs(keys_mean - seen.keys_mean.row(query)[head]) < 1e-5);
    }
}

TEST_CASE("mini VLM: logits of 50 pictures, and every answer") {
  const mini_vlm::model model(data + "/mini_vlm.safetensors");
  const auto set = mini_vlm::read_dataset(data);
  const auto stored = files::read_npy(data + "/logits_first50.npy");
  stored.expect("f4", {50, 12, 32});
  int same = 0;
  for (int p = 0; p < 50; ++p) {
    const auto logits = logits_of(model, set, p);
    const float* expected = stored.values<float>() + p * 12 * 32;
    CHECK(largest_difference(logits.values.data(), expected, 12 * 32) < 1e-4f);
    for (int q = 0; q < 12; ++q)
      same += mini_vlm::best_answer(logits, q) == std::max_element(expected + q * 32, expected + q * 32 + 32) - (expected + q * 32);
  }
  CHECK(same == 600);
}

TEST_CASE("mini VLM: a question does not see the others") {
  const mini_vlm::model model(data + "/mini_vlm.safetensors");
  const auto set = mini_vlm::read_dataset(data);
  const auto together = logits_of(model, set, 7);
  const auto seen = model.read(model.project(model.encode(set.picture(7)).tokens), raster_positions());
  for (int q = 0; q < set.questions_per_picture; ++q) {
    const auto alone = model.answer(seen, &set.asked(7)[q].tokens, 1);
    CHECK(largest_difference(alone.row(0), together.row(q), 32) < 1e-4f);
  }
}

TEST_CASE("mini VLM: accuracy with every token is the stored one, exactly") {
  const mini_vlm::model model(data + "/mini_vlm.safetensors");
  const auto set = mini_vlm::read_dataset(data);
  const auto results = mini_vlm::measure(model, set, {}, {}, set.pictures);
  REQUIRE(results.size() == 1);
  const mini_vlm::tally& answers = results[0].answers;
  const auto stored = nlohmann::json::parse(std::ifstream(data + "/accuracy_uncompressed.json"));
  CHECK(answers.all_asked() == 6000);
  CHECK(std::lround(stored["all"].get<double>() * 6000) == answers.all_right());
  for (std::size_t s = 0; s < mini_vlm::subset_count; ++s) {
    const std::string name = mini_vlm::subset_names[s];
    CHECK(stored[name + "_count"].get<int>() == answers.asked[s]);
    CHECK(std::lround(stored[name].get<double>() * answers.asked[s]) == answers.right[s]);  // stored as a 32-bit share
  }
}
