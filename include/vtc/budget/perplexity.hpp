// How many rows the scores are in effect spread over: e to the entropy of the scores as shares, times a factor.
//
// Source: perplexity, Jelinek et al. 1977; e^H as an effective number, Hill 1973.
// Inputs: one score per row and the candidate rows [n]; scores below zero or not finite count as zero. A factor above 0.
// Gives: the nearest count, at least 1, at most n. All scores equal: factor * n; one score alone: 1. Nothing above zero: 1.
// Order and ties: a half goes up, with a billionth of slack, so that the last bits of a logarithm decide nothing. Sums run in f64 in row order.
// Cost: one logarithm a row. Workspace: none. Errors: none.
#pragma once

#include "vtc/budget/budget.hpp"
#include "vtc/view/element.hpp"

namespace vtc {
inline namespace v0_1 {
namespace detail {

VTC_INLINE double mass_of(float v) noexcept { return is_finite(v) && v > 0 ? static_cast<double>(v) : 0.0; }

inline constexpr double ln_2 = 0.6931471805599453094;

VTC_INLINE double double_from_bits(std::uint64_t bits) noexcept {
  double v;
  std::memcpy(&v, &bits, sizeof v);
  return v;
}

// Of a normal v > 0, to about 1e-15: v = 2^k m with m in [1/sqrt 2, sqrt 2), ln m = 2 artanh((m - 1) / (m + 1)).
VTC_INLINE double natural_logarithm(double v) noexcept {
  std::uint64_t bits;
  std::memcpy(&bits, &v, sizeof bits);
  auto k = static_cast<std::int32_t>(bits >> 52) - 1023;
  double m = double_from_bits((bits & 0xfffffffffffffull) | 0x3ff0000000000000ull);
  if (m > 1.4142135623730951) {
    m *= 0.5;
    ++k;
  }
  const double s = (m - 1) / (m + 1), square = s * s;
  double series = 0;
  for (int odd = 23; odd >= 1; odd -= 2) series = series * square + 1.0 / odd;
  return k * ln_2 + 2 * s * series;
}

// Of 0 <= x <= 50, to about 1e-15.
VTC_INLINE double natural_exponential(double x) noexcept {
  const auto k = static_cast<std::int32_t>(x / ln_2);
  const double r = x - k * ln_2;
  double series = 1;
  for (int i = 20; i >= 1; --i) series = 1 + series * r / i;
  return series * double_from_bits(static_cast<std::uint64_t>(k + 1023) << 52);
}

}  // namespace detail

template <class Arch>
index_t count_by_perplexity(const float* scores, const index_t* candidate, index_t n, float factor) noexcept {
  double total = 0, weighted = 0;  // of s and of s ln s
  for (index_t i = 0; i < n; ++i) {
    const double s = detail::mass_of(scores[candidate[i]]);
    if (s > 0) {
      total += s;
      weighted += s * detail::natural_logarithm(s);
    }
  }
  if (!(total > 0)) return 1;
  const double entropy = detail::natural_logarithm(total) - weighted / total, most = detail::natural_logarithm(n);
  const double spread = entropy <= 0 ? 1 : entropy >= most ? n : detail::natural_exponential(entropy);
  const double count = static_cast<double>(factor) * spread + 0.5 + 1e-9 * spread;
  return count >= n ? n : count < 2 ? 1 : static_cast<index_t>(count);
}

}  // namespace v0_1
}  // namespace vtc
