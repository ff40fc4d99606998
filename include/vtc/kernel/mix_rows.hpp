// The weighted sum of listed rows.
//
// Inputs: rows of any computable element; source [n], n >= 1; weight [n] or null; one factor for the whole, `share`.
// Gives: out = share * (weight[0] * row source[0] + weight[1] * row source[1] + ...) as f32, f16 or bf16; 8-bit rows with their scale.
// Order and ties: entry order. Without weights (and row scales) rows are only added and share is multiplied in once: the same bits on every
// instruction set. With weights every entry is one multiply-add: the same bits wherever that is fused.
// Cost: every row is read once, the result is written once. Workspace: none. Errors: none.
#pragma once

#include "vtc/kernel/fold_rows.hpp"

namespace vtc {
inline namespace v0_1 {
namespace kernel {
namespace detail {

template <bool>
struct plain_sum {
  static constexpr bool often_four = true;  // a pool of 2 x 2 cells
  float share;

  VTC_INLINE float factor(index_t) const noexcept { return 1; }
  template <class V>
  VTC_INLINE V first(V row, V) const noexcept {
    return row;
  }
  template <class V>
  VTC_INLINE V join(V sum, V row, V) const noexcept {
    return sum + row;
  }
  template <class V>
  VTC_INLINE V last(V sum) const noexcept {
    return sum * V::broadcast(share);
  }
};

template <bool Scaled>
struct weighted_sum {
  static constexpr bool often_four = false;
  const rows& in;
  const index_t* source;
  const float* weight;
  float share;

  VTC_INLINE float factor(index_t e) const noexcept {
    const float w = weight != nullptr ? weight[e] : 1.0f;
    return Scaled ? w * in.scale(source[e]) : w;
  }
  template <class V>
  VTC_INLINE V first(V row, V factor) const noexcept {
    return row * factor;
  }
  template <class V>
  VTC_INLINE V join(V sum, V row, V factor) const noexcept {
    return multiply_add(factor, row, sum);
  }
  template <class V>
  VTC_INLINE V last(V sum) const noexcept {
    return sum * V::broadcast(share);
  }
};

}  // namespace detail

template <class Arch>
void mix_rows(const rows& in, const index_t* source, const float* weight, index_t n, float share, element to, void* out) noexcept {
  if (weight != nullptr || (is_quantized(in.type) && in.quant.row_scale != nullptr))
    return detail::fold_rows<Arch, detail::weighted_sum>(in, source, n, to, out, in, source, weight, share);
  const float common = is_quantized(in.type) ? share * in.quant.scale : share;
  detail::fold_rows<Arch, detail::plain_sum>(in, source, n, to, out, common);
}

}  // namespace kernel
}  // namespace v0_1
}  // namespace vtc
