#include "vtc/budget/by_scores.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "catch.hpp"
#include "input/token_field.hpp"
#include "vtc/kernel/arch.hpp"

using vtc::index_t;

namespace {

const float nan_value = std::numeric_limits<float>::quiet_NaN(), infinite = std::numeric_limits<float>::infinity();

index_t count(const vtc::budget& want, const std::vector<float>& scores, std::vector<index_t> candidate = {}) {
  if (candidate.empty())
    for (std::size_t i = 0; i < scores.size(); ++i) candidate.push_back(static_cast<index_t>(i));
  return vtc::count_by_scores<vtc::default_arch>(want, scores.data(), candidate.data(), static_cast<index_t>(candidate.size()));
}
index_t mass(float p, const std::vector<float>& scores) { return count(vtc::keep_mass(p), scores); }
index_t outliers(const std::vector<float>& scores) { return count(vtc::keep_outliers(), scores); }

}  // namespace

TEST_CASE("mass by hand: the fewest best rows that hold the share") {
  const std::vector<float> s{0.125f, 0.5f, 0.25f, 0.0625f, 0.0625f};
  CHECK(mass(0.01f, s) == 1);
  CHECK(mass(0.5f, s) == 1);
  CHECK(mass(0.5001f, s) == 2);
  CHECK(mass(0.75f, s) == 2);
  CHECK(mass(0.9f, s) == 4);  // .9375 of four; the two last are equal and counted one by one
  CHECK(mass(0.9376f, s) == 5);
  CHECK(mass(1, s) == 5);
}

TEST_CASE("mass: zeros, negative scores, NaN and infinities hold nothing; at least one row is asked for") {
  CHECK(mass(1, {0.5f, 0, -3, 0.5f, nan_value, infinite, -infinite}) == 2);
  CHECK(mass(0.5f, {0, 0, 0}) == 1);
  CHECK(mass(1, {nan_value, nan_value}) == 1);
  CHECK(mass(1, {-1, -2}) == 1);
  CHECK(mass(1, {std::numeric_limits<float>::max(), std::numeric_limits<float>::max()}) == 2);  // the sum is beyond f32
  CHECK(mass(1, {std::numeric_limits<float>::denorm_min(), 0}) == 1);
  CHECK(mass(0.25f, {1, 1, 1, 1}) == 1);
  CHECK(mass(0.26f, {1, 1, 1, 1}) == 2);
}

TEST_CASE("outliers by hand: strictly above Q3 + 1.5 (Q3 - Q1), percentiles interpolated") {
  // 1 2 3 4 100: Q1 = 2, Q3 = 4, fence 7.
  CHECK(outliers({3, 100, 1, 4, 2}) == 1);
  // 1 .. 4 and 10, 20: places .25 * 5 = 1.25 -> 2.25, 3.75 -> 4 + .75 * 6 = 8.5; fence 17.875.
  CHECK(outliers({1, 2, 3, 4, 10, 20}) == 1);
  CHECK(outliers({1, 2, 3, 4, 10, 17}) == 1);  // nothing stands out: one row all the same
  CHECK(outliers({0, 0, 0, 0, 0, 0, 0, 0, 1, 1}) == 2);
  CHECK(outliers({0.125f, 0.125f, 0.125f, 0.125f, 0.125f, 0.125f, 0.125f, 0.125f}) == 1);
  CHECK(outliers({7}) == 1);
  CHECK(outliers({nan_value, nan_value, nan_value}) == 1);
}

TEST_CASE("no candidate: no row; and only candidates are looked at") {
  const float none[1] = {};
  CHECK(vtc::count_by_scores<vtc::default_arch>(vtc::keep_mass(0.5f), none, nullptr, 0) == 0);
  CHECK(count(vtc::keep_mass(0.9f), {100, 1, 1, 1, 1}, {1, 2, 3, 4}) == 4);
}

TEST_CASE("both rules against a plain sort in double precision") {
  for (int n = 1; n <= 300; n += 1 + n / 5)
    for (int kind = 0; kind < 3; ++kind) {
      input::generator g(static_cast<std::uint64_t>(n * 3 + kind));
      std::vector<float> s;
      for (int i = 0; i < n; ++i) {
        float v = std::abs(g.value());
        if (kind == 1) v = static_cast<float>(g.below(4));
        if (kind == 2) v = std::ldexp(v, -g.below(30));
        s.push_back(v);
      }
      std::vector<double> sorted(s.begin(), s.end());
      std::sort(sorted.begin(), sorted.end());
      double total = 0;
      for (const float v : s) total += static_cast<double>(v);
      for (const float p : {0.1f, 0.5f, 0.9f, 0.99f, 1.0f}) {
        index_t k = 0;
        double held = 0;
        while (k < n && held < total * static_cast<double>(p)) held += sorted[static_cast<std::size_t>(n - 1 - k++)];
        INFO(n << " scores of kind " << kind << ", mass " << p);
        CHECK(mass(p, s) == std::max(1, k));
      }
      const auto percentile = [&](double share) {
        const double place = share * (n - 1);
        const auto low = static_cast<std::size_t>(place);
        const double next = low + 1 < sorted.size() ? sorted[low + 1] : sorted[low];
        return sorted[low] + (next - sorted[low]) * (place - static_cast<double>(low));
      };
      const double fence = percentile(0.75) + 1.5 * (percentile(0.75) - percentile(0.25));
      const auto above = static_cast<index_t>(std::count_if(sorted.begin(), sorted.end(), [&](double v) { return v > fence; }));
      CHECK(outliers(s) == std::max(1, above));
    }
}
