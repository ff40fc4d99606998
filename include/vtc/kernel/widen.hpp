// Stored elements to f32 and back, a vector or a stretch of a row at a time.
//
// Inputs: the address of the first element, its type, and for 8-bit integers the zero point. Any byte address is fine.
// Gives: f32 values. Integers become q - zero_point without the scale, so that their products stay exact; rows::scale(r) gives the factor.
// narrow rounds to nearest even; NaN stays NaN.
// Order and ties: ties to even. Cost: about a load and an instruction a vector. Workspace: none. Errors: none.
#pragma once

#include "vtc/kernel/arch.hpp"
#include "vtc/view/rows.hpp"

namespace vtc {
inline namespace v0_1 {
namespace kernel {

namespace detail {

// Vectors of the compilers' own kind, N lanes: one form of the conversions for every instruction set.
template <index_t N>
struct lanes {
  typedef std::uint8_t u8 __attribute__((vector_size(N)));
  typedef std::int8_t i8 __attribute__((vector_size(N)));
  typedef std::uint16_t u16 __attribute__((vector_size(2 * N)));
  typedef std::uint32_t u32 __attribute__((vector_size(4 * N)));
  typedef std::int32_t i32 __attribute__((vector_size(4 * N)));
  typedef float f32 __attribute__((vector_size(4 * N)));
  typedef double f64 __attribute__((vector_size(8 * N)));
};

template <class To, class From>
VTC_INLINE To same_bits(const From& from) noexcept {
  static_assert(sizeof(To) == sizeof(From), "the same bits need the same size");
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}
template <class To>
VTC_INLINE To load_bits(const void* p) noexcept {
  To to;
  std::memcpy(&to, p, sizeof to);
  return to;
}

// Exponent and mantissa move into place; 2^112 repairs the exponent and makes subnormals normal, exactly.
template <index_t N>
VTC_INLINE typename lanes<N>::f32 widen_half(typename lanes<N>::u16 half) noexcept {
  using u32 = typename lanes<N>::u32;
  using f32 = typename lanes<N>::f32;
  const u32 bits = __builtin_convertvector(half, u32), magnitude = (bits & 0x7fffu) << 13, sign = (bits & 0x8000u) << 16;
  const f32 scaled = same_bits<f32>(magnitude) * 5192296858534827628530496329220096.0f;
  const u32 special = same_bits<u32>(magnitude >= (0x7c00u << 13)) & 0x7f800000u;
  return same_bits<f32>(same_bits<u32>(scaled) | special | sign);
}

// To nearest, ties to even; a NaN stays one. The same as bfloat16_from_float.
template <index_t N>
VTC_INLINE typename lanes<N>::u16 narrow_bfloat(typename lanes<N>::u32 bits) noexcept {
  using u32 = typename lanes<N>::u32;
  const u32 rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
  const u32 is_nan = same_bits<u32>((bits & 0x7fffffffu) > 0x7f800000u);
  return __builtin_convertvector((is_nan & ((bits >> 16) | 0x40u)) | (~is_nan & rounded), typename lanes<N>::u16);
}

}  // namespace detail

template <class Arch, element E>
VTC_INLINE f32_vector<Arch> load_widened(const void* p, std::int32_t zero_point) noexcept {
  constexpr index_t n = f32_vector<Arch>::size;
  (void)zero_point;
  if constexpr (E == element::f32) {
    return f32_vector<Arch>::load(static_cast<const float*>(p));
  } else if constexpr (is_scalar<Arch>) {
    const rows one{p, 1, 1, 0, E, affine{1, zero_point, nullptr}};
    return {load(one, 0, 0)};
  } else {
    using f32 = typename detail::lanes<n>::f32;
    using i32 = typename detail::lanes<n>::i32;
    f32 v;
    if constexpr (E == element::bf16) {
      using u32 = typename detail::lanes<n>::u32;
      v = detail::same_bits<f32>(__builtin_convertvector(detail::load_bits<typename detail::lanes<n>::u16>(p), u32) << 16);
    } else if constexpr (E == element::f16) {
#if defined(__F16C__)
      if constexpr (n == 4) v = detail::same_bits<f32>(_mm_cvtph_ps(_mm_loadl_epi64(static_cast<const __m128i*>(p))));
      else if constexpr (n == 8) v = detail::same_bits<f32>(_mm256_cvtph_ps(_mm_loadu_si128(static_cast<const __m128i*>(p))));
      else v = detail::widen_half<n>(detail::load_bits<typename detail::lanes<n>::u16>(p));
#else
      v = detail::widen_half<n>(detail::load_bits<typename detail::lanes<n>::u16>(p));
#endif
    } else if constexpr (E == element::i8) {
      v = __builtin_convertvector(__builtin_convertvector(detail::load_bits<typename detail::lanes<n>::i8>(p), i32) - zero_point, f32);
    } else {
      v = __builtin_convertvector(__builtin_convertvector(detail::load_bits<typename detail::lanes<n>::u8>(p), i32) - zero_point, f32);
    }
    return f32_vector<Arch>::load(reinterpret_cast<const float*>(&v));
  }
}

template <class Arch>
VTC_INLINE void store_narrowed(f32_vector<Arch> v, element type, void* p) noexcept {
  constexpr index_t n = f32_vector<Arch>::size;
  if (type == element::f32) return v.store(static_cast<float*>(p));
  float value[static_cast<std::size_t>(n)];
  v.store(value);
#if defined(__F16C__)
  if constexpr (n == 8)
    if (type == element::f16)
      return _mm_storeu_si128(static_cast<__m128i*>(p), _mm256_cvtps_ph(_mm256_loadu_ps(value), _MM_FROUND_TO_NEAREST_INT));
#endif
#if defined(__AVX512F__)
  if constexpr (n == 16)
    if (type == element::f16)
      return _mm256_storeu_si256(static_cast<__m256i*>(p),
                                 _mm512_maskz_cvtps_ph(0xffff, _mm512_loadu_ps(value), _MM_FROUND_TO_NEAREST_INT));
#endif
  std::uint16_t narrow[static_cast<std::size_t>(n)];
  if constexpr (!is_scalar<Arch>) {
    if (type == element::bf16) {
      const auto rounded = detail::narrow_bfloat<n>(detail::load_bits<typename detail::lanes<n>::u32>(value));
      std::memcpy(p, &rounded, sizeof rounded);
      return;
    }
  }
  for (index_t i = 0; i < n; ++i) narrow[i] = type == element::f16 ? half_from_float(value[i]) : bfloat16_from_float(value[i]);
  std::memcpy(p, narrow, sizeof narrow);
}

namespace detail {
template <class Arch, element E>
void widen_all(const std::byte* p, std::int32_t zero_point, index_t n, float* out) noexcept {
  constexpr index_t step = f32_vector<Arch>::size;
  index_t i = 0;
  for (; i + step <= n; i += step) load_widened<Arch, E>(p + static_cast<std::ptrdiff_t>(size_of(E)) * i, zero_point).store(out + i);
  const rows rest{p, 1, n, 0, E, affine{1, zero_point, nullptr}};
  for (; i < n; ++i) out[i] = load(rest, 0, i);
}
}  // namespace detail

// n values of a row from column `first` on.
template <class Arch>
void widen(const void* row, element type, std::int32_t zero_point, index_t first, index_t n, float* out) noexcept {
  const auto* p = static_cast<const std::byte*>(row) + static_cast<std::ptrdiff_t>(size_of(type)) * first;
  switch (type) {
    case element::f32: std::memcpy(out, p, sizeof(float) * static_cast<std::size_t>(n)); return;
    case element::f16: return detail::widen_all<Arch, element::f16>(p, zero_point, n, out);
    case element::bf16: return detail::widen_all<Arch, element::bf16>(p, zero_point, n, out);
    case element::i8: return detail::widen_all<Arch, element::i8>(p, zero_point, n, out);
    case element::u8: return detail::widen_all<Arch, element::u8>(p, zero_point, n, out);
    case element::i32: break;
  }
}

template <class Arch>
void narrow(const float* in, index_t n, element type, void* out) noexcept {
  constexpr index_t step = f32_vector<Arch>::size;
  auto* p = static_cast<std::byte*>(out);
  const auto size = static_cast<std::ptrdiff_t>(size_of(type));
  index_t i = 0;
  for (; i + step <= n; i += step) store_narrowed<Arch>(f32_vector<Arch>::load(in + i), type, p + size * i);
  for (; i < n; ++i) {
    const std::uint16_t h = type == element::f16 ? half_from_float(in[i]) : bfloat16_from_float(in[i]);
    std::memcpy(p + size * i, type == element::f32 ? static_cast<const void*>(in + i) : &h, static_cast<std::size_t>(size));
  }
}

}  // namespace kernel
}  // namespace v0_1
}  // namespace vtc
