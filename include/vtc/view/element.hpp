// The types a row may be made of, and exact conversions of one 16-bit float.
//
// Source: IEEE 754-2008 binary16; bfloat16 as the upper half of binary32.
// Gives: size_of, and half/bfloat16 to and from float, rounded to nearest even; NaN stays NaN, subnormals are kept.
// Order and ties: ties to even. Cost: a few instructions; the fast paths for whole rows are in kernel/widen.hpp.
// Workspace: none. Errors: none, every bit pattern has a value.
#pragma once

#include <cstring>

#include "vtc/config.hpp"

namespace vtc {
inline namespace v0_1 {

enum class element : std::uint8_t { f32, f16, bf16, i8, u8, i32 };  // i32: ids and positions, copied but never computed with

VTC_INLINE constexpr std::size_t size_of(element e) noexcept {
  return e == element::f32 || e == element::i32 ? 4 : e == element::f16 || e == element::bf16 ? 2 : 1;
}

VTC_INLINE constexpr bool is_known(element e) noexcept { return e <= element::i32; }
VTC_INLINE constexpr bool is_quantized(element e) noexcept { return e == element::i8 || e == element::u8; }

VTC_INLINE std::uint32_t bits_of(float v) noexcept {
  std::uint32_t u = 0;
  std::memcpy(&u, &v, 4);
  return u;
}
VTC_INLINE float float_from_bits(std::uint32_t u) noexcept {
  float v = 0;
  std::memcpy(&v, &u, 4);
  return v;
}

// Tested on the exponent bits: -Ofast folds `x != x` to false.
VTC_INLINE bool is_finite(float v) noexcept { return (bits_of(v) & 0x7f800000u) != 0x7f800000u; }
VTC_INLINE bool is_nan(float v) noexcept { return (bits_of(v) & 0x7fffffffu) > 0x7f800000u; }

VTC_INLINE float float_from_bfloat16(std::uint16_t h) noexcept { return float_from_bits(static_cast<std::uint32_t>(h) << 16); }

VTC_INLINE std::uint16_t bfloat16_from_float(float v) noexcept {
  const std::uint32_t u = bits_of(v);
  if ((u & 0x7fffffffu) > 0x7f800000u) return static_cast<std::uint16_t>((u >> 16) | 0x40u);  // keep it a NaN
  return static_cast<std::uint16_t>((u + 0x7fffu + ((u >> 16) & 1u)) >> 16);
}

VTC_INLINE float float_from_half(std::uint16_t h) noexcept {
  const std::uint32_t sign = static_cast<std::uint32_t>(h & 0x8000u) << 16, exponent = (h >> 10) & 31u, mantissa = h & 1023u;
  if (exponent == 31) return float_from_bits(sign | 0x7f800000u | (mantissa << 13));
  if (exponent != 0) return float_from_bits(sign | ((exponent + 112u) << 23) | (mantissa << 13));
  const float magnitude = static_cast<float>(mantissa) * (1.0f / 16777216.0f);  // subnormal: mantissa * 2^-24, exact
  return float_from_bits(sign | bits_of(magnitude));
}

VTC_INLINE std::uint16_t half_from_float(float v) noexcept {
  const std::uint32_t u = bits_of(v), sign = (u >> 16) & 0x8000u, magnitude = u & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return static_cast<std::uint16_t>(sign | 0x7e00u | ((magnitude >> 13) & 0x3ffu));
  if (magnitude >= 0x477ff000u) return static_cast<std::uint16_t>(sign | 0x7c00u);  // rounds to infinity
  if (magnitude >= 0x38800000u) {                                                   // normal half
    const std::uint32_t rounded = magnitude + 0xfffu + ((magnitude >> 13) & 1u);
    return static_cast<std::uint16_t>(sign | ((rounded - 0x38000000u) >> 13));
  }
  if (magnitude < 0x33000000u) return static_cast<std::uint16_t>(sign);  // below half of the smallest subnormal
  const std::uint32_t exponent = magnitude >> 23, mantissa = (magnitude & 0x7fffffu) | 0x800000u, shift = 126u - exponent;
  const std::uint32_t kept = mantissa >> shift, rest = mantissa & ((1u << shift) - 1u), half = 1u << (shift - 1u);
  return static_cast<std::uint16_t>(sign | (kept + ((rest > half || (rest == half && (kept & 1u))) ? 1u : 0u)));
}

}  // namespace v0_1
}  // namespace vtc
