// Whether writing some rows would touch the bytes of others.
//
// Inputs: two views, and how many rows and bytes of each row are touched. Gives: true where a byte belongs to both. Views that lie in
// the gaps of each other (columns of one wider tensor, at one stride) do not overlap.
// Order and ties: none. Cost: O(1). Workspace: none. Errors: none.
#pragma once

#include "vtc/view/rows.hpp"

namespace vtc {
inline namespace v0_1 {
namespace detail {

struct touched_bytes {
  std::uintptr_t begin, stride, row_bytes, end;
};

VTC_INLINE touched_bytes touched(const rows& x, index_t count, index_t width) noexcept {
  const auto begin = reinterpret_cast<std::uintptr_t>(x.data), stride = static_cast<std::uintptr_t>(x.stride);
  const auto row_bytes = static_cast<std::uintptr_t>(size_of(x.type)) * static_cast<std::uintptr_t>(width);
  return {begin, stride, row_bytes, begin + stride * static_cast<std::uintptr_t>(count - 1) + row_bytes};
}

VTC_INLINE bool overlap(const touched_bytes& a, const touched_bytes& b) noexcept {
  if (a.end <= b.begin || b.end <= a.begin) return false;
  if (a.stride != b.stride) return true;
  const std::uintptr_t apart = a.begin <= b.begin ? (b.begin - a.begin) % a.stride : (a.stride - (a.begin - b.begin) % a.stride) % a.stride;
  return apart < a.row_bytes || apart + b.row_bytes > a.stride;
}

}  // namespace detail
}  // namespace v0_1
}  // namespace vtc
