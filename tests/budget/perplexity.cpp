#include "vtc/budget/perplexity.hpp"

#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "catch.hpp"
#include "vtc/kernel/arch.hpp"

using vtc::index_t;

namespace {

index_t count(float factor, const std::vector<float>& scores) {
  std::vector<index_t> candidate(scores.size());
  std::iota(candidate.begin(), candidate.end(), 0);
  return vtc::count_by_perplexity<vtc::default_arch>(scores.data(), candidate.data(), static_cast<index_t>(scores.size()), factor);
}

}  // namespace

TEST_CASE("perplexity by hand") {
  CHECK(count(1, {1, 1, 1, 1}) == 4);        // spread over all
  CHECK(count(0.5f, {3, 3, 3, 3, 3}) == 3);  // 2.5: halves go up
  CHECK(count(1, {0, 7, 0, 0}) == 1);        // over one
  CHECK(count(1, {2, 0, 2, 0, 0}) == 2);
  CHECK(count(1, {0.5f, 0.25f, 0.25f}) == 3);  // 2^1.5 = 2.83
  CHECK(count(1, {0.9f, 0.1f}) == 1);          // 1.38
  CHECK(count(4, {0.9f, 0.1f}) == 2);          // never above the rows
}

TEST_CASE("perplexity: zeros, negative scores, NaN and infinities hold nothing; at least one row") {
  const float nan_value = std::numeric_limits<float>::quiet_NaN(), infinite = std::numeric_limits<float>::infinity();
  CHECK(count(1, {1, -3, nan_value, infinite, 1}) == 2);
  CHECK(count(1, {0, 0, 0}) == 1);
  CHECK(count(1, {nan_value}) == 1);
  CHECK(count(1, {std::numeric_limits<float>::denorm_min(), std::numeric_limits<float>::denorm_min()}) == 2);
  CHECK(count(1, {std::numeric_limits<float>::max(), std::numeric_limits<float>::max()}) == 2);
}

TEST_CASE("perplexity equals the definition in double precision, for any size and factor") {
  std::mt19937 generator(5);
  int wrong = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    std::vector<float> scores(std::uniform_int_distribution<std::size_t>(1, 700)(generator));
    const double power = std::uniform_real_distribution<double>(0, 12)(generator);
    for (float& s : scores) s = static_cast<float>(std::pow(std::uniform_real_distribution<double>(0, 1)(generator), power));
    const float factor = std::uniform_real_distribution<float>(0.1f, 1.5f)(generator);
    const double total = std::accumulate(scores.begin(), scores.end(), 0.0);
    double entropy = 0;
    for (const float s : scores)
      if (s > 0) entropy -= s / total * std::log(s / total);
    const double exact = static_cast<double>(factor) * std::exp(entropy);
    const double least = std::floor(exact + 0.5 - 1e-6), most = std::floor(exact + 0.5 + 1e-6);  // a rounding edge may fall either way
    const auto clamped = [&](double k) { return std::min(std::max(k, 1.0), static_cast<double>(scores.size())); };
    const double got = count(factor, scores);
    wrong += got < clamped(least) || got > clamped(most);
  }
  CHECK(wrong == 0);
}

TEST_CASE("the logarithm and the exponential behind it") {
  double worst = 0;
  for (int i = 1; i < 4000; ++i) {
    const double v = std::pow(1.13, i - 2000);
    worst = std::max(worst, std::abs(vtc::kernel::natural_logarithm(v) - std::log(v)) / std::max(1.0, std::abs(std::log(v))));
    const double x = i * 0.0125;
    worst = std::max(worst, std::abs(vtc::kernel::natural_exponential(x) / std::exp(x) - 1));
  }
  CHECK(worst < 1e-14);
}
