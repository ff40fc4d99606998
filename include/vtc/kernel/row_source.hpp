// "Row p as f32": rows of the host, or weighted averages of them made on the fly.
//
// Inputs: listed_rows, rows and an optional list of row numbers; mixed_rows, rows and a table of entries (begin, source, weight), as merging planners
// keep it: row p is the sum of weight * row, or without weights the equal mean of its entries, added in entry order.
// Gives: get(p, scratch): the host's own memory where it is f32 and aligned to 4 bytes, otherwise scratch [width], filled. 8-bit rows of a list
// come without their scale (rows::scale), mixed rows with it, since members may differ.
// Order and ties: entry order. Cost: a copy at the most; width * entries for mixed rows. Workspace: none. Errors: none.
#pragma once

#include "vtc/kernel/widen.hpp"

namespace vtc {
inline namespace v0_1 {
namespace kernel {

struct listed_rows {
  rows x;
  const index_t* index;  // null: p itself

  template <class Arch>
  VTC_INLINE const float* get(index_t p, float* scratch) const noexcept {
    const index_t r = index != nullptr ? index[p] : p;
    const void* row = x.row(r);
    if (x.type == element::f32 && reinterpret_cast<std::uintptr_t>(row) % alignof(float) == 0) return static_cast<const float*>(row);
    widen<Arch>(row, x.type, x.quant.zero_point, 0, x.width, scratch);
    return scratch;
  }
  VTC_INLINE index_t width() const noexcept { return x.width; }
};

struct mixed_rows {
  rows x;
  const index_t *begin, *source;
  const float* weight;  // null: equal means

  template <class Arch>
  const float* get(index_t p, float* scratch) const noexcept {
    switch (x.type) {
      case element::f32: mix<Arch, element::f32>(p, scratch); break;
      case element::f16: mix<Arch, element::f16>(p, scratch); break;
      case element::bf16: mix<Arch, element::bf16>(p, scratch); break;
      case element::i8: mix<Arch, element::i8>(p, scratch); break;
      case element::u8: mix<Arch, element::u8>(p, scratch); break;
      case element::i32: break;
    }
    return scratch;
  }
  VTC_INLINE index_t width() const noexcept { return x.width; }

 private:
  template <class Arch, element E>
  void mix(index_t p, float* out) const noexcept {
    using vector = f32_vector<Arch>;
    const index_t first = begin[p], last = begin[p + 1];
    const bool plain = weight == nullptr && !is_quantized(E);
    const float share = 1.0f / static_cast<float>(last - first);
    const auto factor = [&](index_t e) noexcept { return (weight != nullptr ? weight[e] : 1.0f) * x.scale(source[e]); };
    index_t c = 0;
    for (; c + vector::size <= x.width; c += vector::size) {
      vector sum = vector::zero();
      for (index_t e = first; e < last; ++e) {
        const vector v = load_widened<Arch, E>(static_cast<const std::byte*>(x.row(source[e])) + static_cast<std::ptrdiff_t>(size_of(E)) * c, x.quant.zero_point);
        sum = plain ? sum + v : multiply_add<Arch>(vector::broadcast(factor(e)), v, sum);
      }
      (weight == nullptr ? sum * vector::broadcast(share) : sum).store(out + c);
    }
    for (; c < x.width; ++c) {
      f32_vector<scalar> sum = f32_vector<scalar>::zero();
      for (index_t e = first; e < last; ++e) {
        float v = 0;
        widen<scalar>(x.row(source[e]), E, x.quant.zero_point, c, 1, &v);
        sum = plain ? f32_vector<scalar>{sum.v + v} : multiply_add<scalar>(f32_vector<scalar>{factor(e)}, f32_vector<scalar>{v}, sum);
      }
      out[c] = weight == nullptr ? sum.v * share : sum.v;
    }
  }
};

}  // namespace kernel
}  // namespace v0_1
}  // namespace vtc
