// The architecture tag, and one vector type over it: all that the kernels know of an instruction set.
//
// Inputs: Arch, an xsimd architecture (xsimd::sse2, xsimd::fma3<xsimd::avx2>, xsimd::avx512bw, xsimd::neon64 ...) or vtc::scalar.
// Gives: default_arch for the flags of this file; f32_vector<Arch>; whether multiply-add is fused (then f32 results have the same
// bits on every such architecture). Every difference between xsimd 8.1 and 14 stays in this file.
// Order and ties: none. Cost: one instruction each. Workspace: none. Errors: none.
#pragma once

#include <cmath>
#include <cstring>
#include <type_traits>
#include <xsimd/xsimd.hpp>

#include "vtc/config.hpp"

namespace vtc {
inline namespace v0_1 {

struct scalar {};  // plain C++, one lane: the fallback, and the tag for a CPU that xsimd does not know

// The same vectors, but similarities summed in f64: f32 rows then give the same bits whether or not the CPU fuses multiply-add. About half as fast.
template <class Arch>
struct wide {};

#if defined(XSIMD_NO_SUPPORTED_ARCHITECTURE)
using default_arch = scalar;
#else
using default_arch = xsimd::default_arch;
#endif

// Whether this file's flags give Arch a fused multiply-add instruction.
template <class Arch>
inline constexpr bool fuses_multiply_add =
#if defined(__FMA__) || defined(__aarch64__) || defined(__ARM_FEATURE_FMA)
    true;
#else
    false;
#endif

// False where the compiler was told that it may change results (-ffast-math): then only counts, order and distinct rows are promised.
template <class Arch>
inline constexpr bool reproducible =
#if defined(__FAST_MATH__)
    false;
#else
    true;
#endif

namespace kernel {

template <class Arch>
struct native {
  using type = Arch;
  static constexpr bool sums_wide = false;
};
template <class Arch>
struct native<wide<Arch>> {
  using type = Arch;
  static constexpr bool sums_wide = true;
};
template <class Arch>
inline constexpr bool is_scalar = std::is_same_v<typename native<Arch>::type, scalar>;

template <class Arch, bool = is_scalar<Arch>>
struct f32_vector {
  using batch = xsimd::batch<float, typename native<Arch>::type>;
  static constexpr index_t size = static_cast<index_t>(batch::size);
  batch v;

  VTC_INLINE static f32_vector load(const float* p) noexcept { return {batch::load_unaligned(p)}; }
  VTC_INLINE static f32_vector broadcast(float x) noexcept { return {batch(x)}; }
  VTC_INLINE static f32_vector zero() noexcept { return broadcast(0.0f); }
  VTC_INLINE void store(float* p) const noexcept { v.store_unaligned(p); }
  VTC_INLINE friend f32_vector operator+(f32_vector a, f32_vector b) noexcept { return {a.v + b.v}; }
  VTC_INLINE friend f32_vector operator-(f32_vector a, f32_vector b) noexcept { return {a.v - b.v}; }
  VTC_INLINE friend f32_vector operator*(f32_vector a, f32_vector b) noexcept { return {a.v * b.v}; }
  VTC_INLINE friend f32_vector operator/(f32_vector a, f32_vector b) noexcept { return {a.v / b.v}; }
};

template <class Arch>
struct f32_vector<Arch, true> {
  static constexpr index_t size = 1;
  float v;

  VTC_INLINE static f32_vector load(const float* p) noexcept {
    f32_vector x;
    std::memcpy(&x.v, p, 4);
    return x;
  }
  VTC_INLINE static f32_vector broadcast(float x) noexcept { return {x}; }
  VTC_INLINE static f32_vector zero() noexcept { return {0.0f}; }
  VTC_INLINE void store(float* p) const noexcept { std::memcpy(p, &v, 4); }
  VTC_INLINE friend f32_vector operator+(f32_vector a, f32_vector b) noexcept { return {a.v + b.v}; }
  VTC_INLINE friend f32_vector operator-(f32_vector a, f32_vector b) noexcept { return {a.v - b.v}; }
  VTC_INLINE friend f32_vector operator*(f32_vector a, f32_vector b) noexcept { return {a.v * b.v}; }
  VTC_INLINE friend f32_vector operator/(f32_vector a, f32_vector b) noexcept { return {a.v / b.v}; }
};

// a * b + c rounded once where the hardware cannot: fmaf is exact by IEEE 754, and slow.
template <class Arch>
VTC_INLINE f32_vector<Arch> fused_by_lane(f32_vector<Arch> a, f32_vector<Arch> b, f32_vector<Arch> c) noexcept {
  constexpr auto n = static_cast<std::size_t>(f32_vector<Arch>::size);
  float x[n], y[n], z[n];
  a.store(x);
  b.store(y);
  c.store(z);
  for (std::size_t i = 0; i < n; ++i) z[i] = __builtin_fmaf(x[i], y[i], z[i]);
  return f32_vector<Arch>::load(z);
}

// a * b + c: fused where the hardware can, else a product and a sum (exact products, as of 16-bit floats, give the same bits).
template <class Arch>
VTC_INLINE f32_vector<Arch> multiply_add(f32_vector<Arch> a, f32_vector<Arch> b, f32_vector<Arch> c) noexcept {
  if constexpr (native<Arch>::sums_wide && !fuses_multiply_add<Arch>) {
    return fused_by_lane<Arch>(a, b, c);
  } else if constexpr (is_scalar<Arch>) {
    if constexpr (fuses_multiply_add<Arch>) return {__builtin_fmaf(a.v, b.v, c.v)};
    else return {a.v * b.v + c.v};
  } else {
#if defined(__AVX512F__)
    // xsimd 8.1 writes this as x * y + z, which clang 14 does not fuse.
    if constexpr (sizeof(a.v.data) == 64) return {typename f32_vector<Arch>::batch(_mm512_fmadd_ps(a.v.data, b.v.data, c.v.data))};
#endif
#if defined(__FMA__)
    if constexpr (sizeof(a.v.data) == 32) return {typename f32_vector<Arch>::batch(_mm256_fmadd_ps(a.v.data, b.v.data, c.v.data))};
    if constexpr (sizeof(a.v.data) == 16) return {typename f32_vector<Arch>::batch(_mm_fmadd_ps(a.v.data, b.v.data, c.v.data))};
#endif
    return {xsimd::fma(a.v, b.v, c.v)};
  }
}

// Lane by lane: a > b (false where either is NaN), whether any lane holds, and yes where it holds, no elsewhere.
template <class Arch>
VTC_INLINE auto greater(f32_vector<Arch> a, f32_vector<Arch> b) noexcept {
  return a.v > b.v;
}
template <class Arch>
VTC_INLINE auto equal(f32_vector<Arch> a, f32_vector<Arch> b) noexcept {
  return a.v == b.v;
}
template <class Arch, class Mask>
VTC_INLINE bool any(const Mask& m) noexcept {
  if constexpr (is_scalar<Arch>) return m;
  else return xsimd::any(m);
}
template <class Arch, class Mask>
VTC_INLINE f32_vector<Arch> choose(const Mask& m, f32_vector<Arch> yes, f32_vector<Arch> no) noexcept {
  if constexpr (is_scalar<Arch>) return m ? yes : no;
  else return {xsimd::select(m, yes.v, no.v)};
}
// a where it is greater, else b: so of a NaN and a number b.
template <class Arch>
VTC_INLINE f32_vector<Arch> larger_or(f32_vector<Arch> a, f32_vector<Arch> b) noexcept {
  if constexpr (!is_scalar<Arch>) {
#if defined(__AVX512F__)
    if constexpr (sizeof(a.v.data) == 64) return {typename f32_vector<Arch>::batch(_mm512_max_ps(a.v.data, b.v.data))};
#endif
#if defined(__AVX__)
    if constexpr (sizeof(a.v.data) == 32) return {typename f32_vector<Arch>::batch(_mm256_max_ps(a.v.data, b.v.data))};
#endif
#if defined(__SSE2__)
    if constexpr (sizeof(a.v.data) == 16) return {typename f32_vector<Arch>::batch(_mm_max_ps(a.v.data, b.v.data))};
#endif
  }
  return choose<Arch>(greater<Arch>(a, b), a, b);
}

// Whether Arch has vectors of f64, xsimd::batch<double>; and such a vector from as many f32.
template <class Arch>
inline constexpr bool has_f64_vector =
#if defined(__SSE2__) || defined(__aarch64__)
    !is_scalar<Arch>;
#else
    false;
#endif
template <std::size_t N>
struct f64_from_f32 {
  typedef float narrow __attribute__((vector_size(4 * N)));
  typedef double wide __attribute__((vector_size(8 * N)));
};
template <class Arch>
VTC_INLINE auto load_f64(const float* p) noexcept {
  using vector = xsimd::batch<double, typename native<Arch>::type>;
  using types = f64_from_f32<vector::size>;
  typename types::narrow x;
  std::memcpy(&x, p, sizeof x);
  const auto y = __builtin_convertvector(x, typename types::wide);
  return vector::load_unaligned(reinterpret_cast<const double*>(&y));
}

}  // namespace kernel
}  // namespace v0_1
}  // namespace vtc
