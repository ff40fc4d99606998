// "Row p as f32": rows of the host, or weighted averages of them made on the fly.
//
// Inputs: listed_rows, rows and an optional list of row numbers; mixed_rows, rows and a table of entries (begin, source, weight), as merging planners
// keep it: row p is the sum of weight * row, or without weights the equal mean of its entries, added in entry order.
// Gives: stretch(p, first, n, scratch), n columns from `first` on: the host's own memory where it is f32 and aligned to 4 bytes, otherwise scratch [n],
// filled; get(p, scratch), all columns. 8-bit rows of a list come without their scale (rows::scale), mixed rows with it, since members may differ.
// Order and ties: entry order. Cost: a copy at the most; width * entries for mixed rows. Workspace: none. Errors: none.
#pragma once

#include "vtc/kernel/mix_rows.hpp"

namespace vtc {
inline namespace v0_1 {
namespace kernel {

struct listed_rows {
  rows x;
  const index_t* index;  // null: p itself

  template <class Arch>
  VTC_INLINE const float* stretch(index_t p, index_t first, index_t n, float* scratch) const noexcept {
    const index_t r = index != nullptr ? index[p] : p;
    const void* row = x.row(r);
    if (x.type == element::f32 && reinterpret_cast<std::uintptr_t>(row) % alignof(float) == 0) return static_cast<const float*>(row) + first;
    widen<Arch>(row, x.type, x.quant.zero_point, first, n, scratch);
    return scratch;
  }
  template <class Arch>
  VTC_INLINE const float* get(index_t p, float* scratch) const noexcept {
    return stretch<Arch>(p, 0, x.width, scratch);
  }
  VTC_INLINE index_t width() const noexcept { return x.width; }
};

struct mixed_rows {
  rows x;
  const index_t *begin, *source;
  const float* weight;  // null: equal means

  template <class Arch>
  VTC_INLINE const float* stretch(index_t p, index_t first, index_t n, float* scratch) const noexcept {
    const index_t entry = begin[p], entries = begin[p + 1] - entry;
    const float share = weight != nullptr ? 1.0f : 1.0f / static_cast<float>(entries);
    mix_rows<Arch>(x.columns(first, n), source + entry, weight != nullptr ? weight + entry : nullptr, entries, share, element::f32, scratch);
    return scratch;
  }
  template <class Arch>
  VTC_INLINE const float* get(index_t p, float* scratch) const noexcept {
    return stretch<Arch>(p, 0, x.width, scratch);
  }
  VTC_INLINE index_t width() const noexcept { return x.width; }
};

}  // namespace kernel
}  // namespace v0_1
}  // namespace vtc
