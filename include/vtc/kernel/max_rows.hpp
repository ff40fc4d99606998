// The largest value of listed rows, column by column.
//
// Inputs: rows of any computable element; source [n], n >= 1. Gives: one row of f32, f16 or bf16; 8-bit rows with their scale.
// Order and ties: a number beats a NaN, so a column is NaN only where all its values are; of -0 and +0 the earlier entry stays. Neither
// lanes nor the end of a row change that. Cost: every row is read once. Workspace: none. Errors: none.
#pragma once

#include "vtc/kernel/fold_rows.hpp"

namespace vtc {
inline namespace v0_1 {
namespace kernel {
namespace detail {

template <class Arch>
VTC_INLINE f32_vector<Arch> larger(f32_vector<Arch> a, f32_vector<Arch> b) noexcept {
  if constexpr (is_scalar<Arch>) return choose<Arch>(greater(b, a) || is_nan(a.v), b, a);
  else return choose<Arch>(greater(b, a) | xsimd::isnan(a.v), b, a);
}

template <bool Scaled>
struct maximum {
  static constexpr bool often_four = false;
  const rows& in;
  const index_t* source;

  VTC_INLINE float factor(index_t e) const noexcept { return Scaled ? in.scale(source[e]) : 1.0f; }
  template <class V>
  VTC_INLINE V first(V row, V factor) const noexcept {
    return Scaled ? row * factor : row;
  }
  template <class V>
  VTC_INLINE V join(V sum, V row, V factor) const noexcept {
    return larger(sum, first(row, factor));
  }
  template <class V>
  VTC_INLINE V last(V sum) const noexcept {
    return sum;
  }
};

}  // namespace detail

template <class Arch>
void max_rows(const rows& in, const index_t* source, index_t n, element to, void* out) noexcept {
  detail::fold_rows<Arch, detail::maximum>(in, source, n, to, out, in, source);
}

}  // namespace kernel
}  // namespace v0_1
}  // namespace vtc
