// Cosine of two rows from their product and squared lengths. Higher is more alike.
//
// Inputs: d = a . b, and |a|^2, |b|^2 from the same kernel. A factor on a row (the scale of 8-bit rows) cancels.
// Gives: d / sqrt(|a|^2 |b|^2) in f64, within [-1, 1]; 0 where a row is zero. The square root and the division round correctly everywhere.
// cosines_of: one row with many, the same values.
// Order and ties: none. Cost: a square root and a division. Workspace: none. Errors: none.
#pragma once

#include <cmath>

#include "vtc/kernel/arch.hpp"

namespace vtc {
inline namespace v0_1 {
namespace similarity {

VTC_INLINE double cosine_of(float dot, float squared_a, float squared_b) noexcept {
  if (!(squared_a > 0) || !(squared_b > 0)) return 0;
  const double c = static_cast<double>(dot) / std::sqrt(static_cast<double>(squared_a) * static_cast<double>(squared_b));
  return c > 1 ? 1 : c < -1 ? -1 : c;
}

template <class Arch>
VTC_INLINE void cosines_of(const float* dot, float squared_a, const float* squared_b, index_t n, double* out) noexcept {
  index_t i = 0;
  if constexpr (kernel::has_f64_vector<Arch>) {
    using vector = xsimd::batch<double, typename kernel::native<Arch>::type>;
    constexpr auto lanes = static_cast<index_t>(vector::size);
    const vector a(static_cast<double>(squared_a)), zero(0.0), one(1.0), minus_one(-1.0);
    for (; i + lanes <= n && squared_a > 0; i += lanes) {
      const vector b = kernel::load_f64<Arch>(squared_b + i), c = kernel::load_f64<Arch>(dot + i) / xsimd::sqrt(a * b);
      const vector bounded = xsimd::select(c > one, one, xsimd::select(c < minus_one, minus_one, c));
      xsimd::select(b > zero, bounded, zero).store_unaligned(out + i);
    }
  }
  for (; i < n; ++i) out[i] = cosine_of(dot[i], squared_a, squared_b[i]);
}

}  // namespace similarity
}  // namespace v0_1
}  // namespace vtc
