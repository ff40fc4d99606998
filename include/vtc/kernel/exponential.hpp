// exp of a vector, with the same bits on every instruction set.
//
// Source: range reduction by ln 2 in two parts and the series of exp on [-ln 2 / 2, ln 2 / 2].
// Inputs: any floats. Gives: exp(x) within 2 units in the last place; 0 below -104, infinity above 88.8, NaN for NaN.
// Order and ties: none. Cost: about 16 instructions a vector; without a fused multiply-add a call of fmaf, which IEEE 754 defines exactly.
// Workspace: none. Errors: none. Not promised under -ffast-math, which may undo the rounding trick.
#pragma once

#include "vtc/kernel/arch.hpp"
#include "vtc/kernel/widen.hpp"

namespace vtc {
inline namespace v0_1 {
namespace kernel {

// a * b + c rounded once, on every architecture: slow where the hardware cannot.
template <class Arch>
VTC_INLINE f32_vector<Arch> exact_multiply_add(f32_vector<Arch> a, f32_vector<Arch> b, f32_vector<Arch> c) noexcept {
  if constexpr (fuses_multiply_add<Arch>) return multiply_add<Arch>(a, b, c);
  else return fused_by_lane<Arch>(a, b, c);
}

template <class Arch>
f32_vector<Arch> exponential(f32_vector<Arch> x) noexcept {
  using vector = f32_vector<Arch>;
  constexpr auto n = static_cast<std::size_t>(vector::size);
  const auto constant = [](float v) noexcept { return vector::broadcast(v); };
  const auto too_low = greater<Arch>(constant(-104.0f), x), too_high = greater<Arch>(x, constant(88.8f));
  const vector inside = choose<Arch>(too_low, constant(-104.0f), choose<Arch>(too_high, constant(88.8f), x));
  constexpr float magic = 12582912.0f;  // 1.5 * 2^23: adding it rounds to an integer in the low bits
  const vector shifted = exact_multiply_add<Arch>(inside, constant(1.44269504088896341f), constant(magic)), whole = shifted - constant(magic);
  vector r = exact_multiply_add<Arch>(whole, constant(-0.693145751953125f), inside);          // 16 bits: the product is exact
  r = exact_multiply_add<Arch>(whole, constant(-1.42860682030941723e-6f), r);
  vector p = constant(1.0f / 5040);
  constexpr float coefficients[] = {1.0f / 720, 1.0f / 120, 1.0f / 24, 1.0f / 6, 0.5f, 1.0f, 1.0f};
  for (const float c : coefficients) p = exact_multiply_add<Arch>(p, r, constant(c));
  float integer[n], low[n], high[n];
  shifted.store(integer);
  for (std::size_t i = 0; i < n; ++i) {  // 2^k in two halves, so that results below the normal range round once
    const auto k = static_cast<std::int32_t>(bits_of(integer[i]) - bits_of(magic));
    const std::int32_t half = k >> 1;
    low[i] = float_from_bits(static_cast<std::uint32_t>(half + 127) << 23);
    high[i] = float_from_bits(static_cast<std::uint32_t>(k - half + 127) << 23);
  }
  const vector y = p * vector::load(low) * vector::load(high);
  const vector bounded = choose<Arch>(too_low, vector::zero(), choose<Arch>(too_high, constant(float_from_bits(0x7f800000u)), y));
  // NaN compares with nothing: y is NaN then as well, since it went through the series.
  return bounded;
}

}  // namespace kernel
}  // namespace v0_1
}  // namespace vtc
