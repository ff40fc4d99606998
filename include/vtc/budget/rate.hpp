// A share that is an option of a method, 0.3 of n rows, as the published codes compute it.
//
// Source: trunc (most codes), ceil (EViT), half to even (Python's round: HiPrune).
// Inputs: a rate as it was typed (up to six decimals), and n rows. Gives: rows_of(rate, n): the product of n and the decimal number in f64, rounded as
// asked: 0.7 of 10 is 7, although 0.7f is less than 0.7. Products that f64 cannot hold exactly behave as in Python: trunc(1000 * (1 - 0.9)) is 99.
// Order and ties: none. Cost: none. Workspace: none. Errors: none.
#pragma once

#include "vtc/status.hpp"

namespace vtc {
inline namespace v0_1 {

enum class rate_rounding : std::uint8_t { down, up, half_to_even };

// The double nearest to the decimal number that was typed.
VTC_INLINE double as_decimal(float rate) noexcept {
  const double millionths = static_cast<double>(rate) * 1e6;
  return static_cast<double>(static_cast<std::int64_t>(millionths + (millionths < 0 ? -0.5 : 0.5))) / 1e6;
}

// x >= 0.
VTC_INLINE index_t round_count(double x, rate_rounding how) noexcept {
  if (!(x < INT32_MAX)) return INT32_MAX;
  const auto whole = static_cast<index_t>(x);
  const double rest = x - whole;
  if (how == rate_rounding::up) return whole + (rest > 0 ? 1 : 0);
  if (how == rate_rounding::half_to_even) return whole + (rest > 0.5 || (rest == 0.5 && whole % 2 != 0) ? 1 : 0);
  return whole;
}

VTC_INLINE index_t rows_of(float rate, index_t n, rate_rounding how = rate_rounding::down) noexcept {
  return round_count(n * as_decimal(rate), how);
}

}  // namespace v0_1
}  // namespace vtc
