#include "vtc/score/query_attention.hpp"

#include <cmath>

#include "catch.hpp"
#include "expect/close.hpp"
#include "input/token_field.hpp"
#include "vtc/score/text_attention.hpp"

using vtc::index_t;

namespace {

template <class Score>
std::vector<float> scores(const Score& score, const vtc::inputs& in) {
  vtc::workspace memory;
  REQUIRE(memory.reserve(1 << 16) == vtc::status::ok);
  std::vector<float> out(static_cast<std::size_t>(in.where.count), -77.0f);
  REQUIRE(score(in, memory, out.data(), vtc::default_arch{}) == vtc::status::ok);
  return out;
}

// softmax over rows of sum_c q[c] k[i][c] * scale.
std::vector<double> softmax_of(const std::vector<double>& q, const std::vector<float>& keys, int width, int first, int part, double scale) {
  std::vector<double> e;
  double sum = 0;
  for (std::size_t i = 0; i < keys.size() / static_cast<std::size_t>(width); ++i) {
    double dot = 0;
    for (int c = 0; c < part; ++c) dot += q[static_cast<std::size_t>(first + c)] * static_cast<double>(keys[i * static_cast<std::size_t>(width) + static_cast<std::size_t>(first + c)]);
    e.push_back(std::exp(dot * scale));
    sum += e.back();
  }
  for (double& v : e) v /= sum;
  return e;
}

}  // namespace

TEST_CASE("query attention by hand: the class row asks, or the mean of all; the length of the token multiplies") {
  const float ln2 = 0.6931472f;
  const std::vector<float> q{ln2, 3 * ln2}, k{0, 1}, x{3, 4, 0, 2};
  vtc::inputs in{};
  in.where.count = 2;
  in.tokens = vtc::view(x.data(), 2, 2);
  in.projections = {vtc::view(q.data(), 2, 1), vtc::view(k.data(), 2, 1), 1, 1.0f, 0};
  const auto close = [](const std::vector<float>& got, const std::vector<double>& wanted) { return expect::difference(got, wanted); };
  CHECK(close(scores(vtc::score::class_query{}, in), {1.0 / 3, 2.0 / 3}) == "");
  in.projections.class_row = vtc::none;
  CHECK(close(scores(vtc::score::class_query{}, in), {0.2, 0.8}) == "");  // mean 2 ln 2
  CHECK(close(scores(vtc::score::mean_query{}, in), {0.2 * 5, 0.8 * 2}) == "");
  vtc::score::mean_query plain{};
  plain.multiply_by_norm = false;
  CHECK(close(scores(plain, in), {0.2, 0.8}) == "");
  const std::uint8_t second[] = {0, 1};
  in.where.valid = second;
  CHECK(close(scores(plain, in), {0, 1}) == "");
}

TEST_CASE("query attention is the oracle for every size, width and number of heads") {
  for (const int n : {1, 2, 7, 40, 130})
    for (const int heads : {1, 2, 4})
      for (const int part : {1, 3, 16, 33}) {
        const int width = heads * part;
        const auto seed = static_cast<std::uint64_t>(n * 100 + width);
        const std::vector<float> q = input::random_rows(n, width, seed), k = input::random_rows(n, width, seed + 1), x = input::random_rows(n, 5, seed + 2);
        vtc::inputs in{};
        in.where.count = n;
        in.tokens = vtc::view(x.data(), n, 5);
        in.projections = {vtc::view(q.data(), n, width), vtc::view(k.data(), n, width), heads, 0.0f, vtc::none};
        std::vector<double> mean(static_cast<std::size_t>(width), 0.0), wanted(static_cast<std::size_t>(n), 0.0);
        for (std::size_t i = 0; i < q.size(); ++i) mean[i % mean.size()] += static_cast<double>(q[i]) / n;
        for (int h = 0; h < heads; ++h) {
          const std::vector<double> a = softmax_of(mean, k, width, h * part, part, 1 / std::sqrt(static_cast<double>(part)));
          for (std::size_t i = 0; i < a.size(); ++i) wanted[i] += a[i] / heads;
        }
        for (std::size_t i = 0; i < wanted.size(); ++i) {
          double squares = 0;
          for (std::size_t c = 0; c < 5; ++c) squares += static_cast<double>(x[5 * i + c]) * static_cast<double>(x[5 * i + c]);
          wanted[i] *= std::sqrt(squares);
        }
        CHECK(expect::difference(scores(vtc::score::mean_query{}, in), wanted) == "");
      }
}

TEST_CASE("text attention by hand: similar rows, dissimilar ones on request and as published; NaN rows get nothing") {
  const float ln2 = 0.6931472f;
  const std::vector<float> aligned{0, 1}, text{0, 2 * ln2};
  vtc::inputs in{};
  in.where.count = 2;
  in.aligned = vtc::view(aligned.data(), 2, 1);
  in.text = vtc::view(text.data(), 2, 1);  // mean ln 2
  vtc::score::text_attention score{};
  CHECK(expect::difference(scores(score, in), std::vector<double>{1.0 / 3, 2.0 / 3}) == "");
  CHECK(expect::difference(scores(score.as_published(), in), std::vector<double>{2.0 / 3, 1.0 / 3}) == "");
  const std::vector<float> broken{std::nanf(""), 1};
  in.aligned = vtc::view(broken.data(), 2, 1);
  CHECK(scores(score, in) == std::vector<float>{0, 1});
}
