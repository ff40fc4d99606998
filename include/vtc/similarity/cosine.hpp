// Cosine of two rows from their product and squared lengths. Higher is more alike.
//
// Inputs: d = a . b, and |a|^2, |b|^2 from the same kernel. A factor on a row (the scale of 8-bit rows) cancels.
// Gives: d / sqrt(|a|^2 |b|^2) in f64, within [-1, 1]; 0 where a row is zero. The square root and the division round correctly everywhere.
// Order and ties: none. Cost: a square root and a division. Workspace: none. Errors: none.
#pragma once

#include <cmath>

#include "vtc/config.hpp"

namespace vtc {
inline namespace v0_1 {
namespace similarity {

VTC_INLINE double cosine_of(float dot, float squared_a, float squared_b) noexcept {
  if (!(squared_a > 0) || !(squared_b > 0)) return 0;
  const double c = static_cast<double>(dot) / std::sqrt(static_cast<double>(squared_a) * static_cast<double>(squared_b));
  return c > 1 ? 1 : c < -1 ? -1 : c;
}

}  // namespace similarity
}  // namespace v0_1
}  // namespace vtc
