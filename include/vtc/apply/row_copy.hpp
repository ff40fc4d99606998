// One row put into another tensor as it is: byte for byte where both have the same elements, else converted.
//
// Inputs: a view to read and a view to write. Gives: copy and zero for rows of `width` elements. The bytes of 8-bit rows mean the same only
// under the same affine map; with scales per row that is for the caller to compare, row by row.
// Order and ties: none. Cost: a memcpy, or a conversion. Workspace: none. Errors: none; `converts` tells which pairs of elements there are.
#pragma once

#include <cstring>

#include "vtc/kernel/mix_rows.hpp"

namespace vtc {
inline namespace v0_1 {
namespace detail {

VTC_INLINE bool is_float(element e) noexcept { return e == element::f32 || e == element::f16 || e == element::bf16; }
VTC_INLINE bool converts(element from, element to) noexcept { return from != element::i32 && is_float(to); }

// Same elements, and for 8-bit rows the same zero point; their scales are compared below.
VTC_INLINE bool same_elements(const rows& a, const rows& b) noexcept {
  return a.type == b.type && (!is_quantized(a.type) || a.quant.zero_point == b.quant.zero_point);
}
VTC_INLINE bool one_scale(const rows& a, const rows& b) noexcept {
  return !is_quantized(a.type) || (a.quant.row_scale == nullptr && b.quant.row_scale == nullptr && a.quant.scale == b.quant.scale);
}

template <class Arch>
struct row_copy {
  const rows& in;
  const mutable_rows& out;
  index_t width;
  bool verbatim, in_place;

  VTC_INLINE std::size_t bytes() const noexcept { return size_of(out.type) * static_cast<std::size_t>(width); }

  VTC_INLINE void copy(const index_t* source, std::byte* to) const noexcept {
    if (!verbatim) kernel::mix_rows<Arch>(in, source, nullptr, 1, 1.0f, out.type, to);
    else if (in_place) std::memmove(to, in.row(*source), bytes());
    else std::memcpy(to, in.row(*source), bytes());
  }
  // The value 0, which 8-bit rows write as their zero point.
  VTC_INLINE void zero(std::byte* to) const noexcept { std::memset(to, is_quantized(out.type) ? out.quant.zero_point : 0, bytes()); }
};

}  // namespace detail
}  // namespace v0_1
}  // namespace vtc
