// A host's tensor as sizes and byte strides, and what vtc can see in it: rows, attention weights, queries and keys.
//
// Inputs: dimensions, added from the outermost to the innermost; leading dimensions of 1 are dropped. Where a host says no strides, packed() sets them.
// Gives: rows_of: the innermost dimension is the width, all others together are the rows, if they lie evenly ([T,n,C] gives T*n rows).
// attention_of: the last three are heads, queries, keys. projections_of: the last three are rows, heads, d, with the heads of a row side by side.
// attention_columns narrows weights to the keys that are rows: without the class token's column where the class row is not among the tokens.
// What cannot be seen is given all the same and refused by every call: null_rows without host memory, unknown_element, and bad_shape for an empty
// tensor, features that are not adjacent (transposed, channels first), rows at uneven distances, more than eight dimensions.
// Order and ties: none. Cost: none. Workspace: none. Errors: none here, see above.
#pragma once

#include "vtc/view/attention.hpp"
#include "vtc/view/rows.hpp"

namespace vtc {
inline namespace v0_1 {
namespace host {

// A type that vtc does not read: check() and every call say unknown_element.
inline constexpr element unknown_element = static_cast<element>(0xff);

struct dimensions {
  static constexpr int most = 8;
  element type;
  int rank;                               // above most: refused
  std::int64_t size[most], stride[most];  // outermost first; strides in bytes

  VTC_INLINE void add(std::int64_t n, std::int64_t byte_stride = 0) noexcept {
    if (rank == 0 && n == 1) return;
    if (rank < most) {
      size[rank] = n;
      stride[rank] = byte_stride;
    }
    if (rank <= most) ++rank;
  }
  VTC_INLINE void refuse() noexcept { rank = most + 1; }
  // The row-major strides of these sizes.
  VTC_INLINE void packed() noexcept {
    std::int64_t bytes = static_cast<std::int64_t>(size_of(type));
    for (int i = rank <= most ? rank - 1 : -1; i >= 0; --i) {
      stride[i] = bytes;
      bytes = size[i] > 0 && bytes <= INT64_MAX / size[i] ? bytes * size[i] : 0;
    }
  }
  VTC_INLINE bool readable() const noexcept {
    if (rank > most) return false;
    for (int i = 0; i < rank; ++i)
      if (size[i] <= 0 || size[i] > INT32_MAX) return false;
    return true;
  }
  // From the innermost, 0; what is not there is 1.
  VTC_INLINE index_t extent(int from_last) const noexcept {
    return from_last < rank ? static_cast<index_t>(size[rank - 1 - from_last]) : 1;
  }
  VTC_INLINE std::ptrdiff_t step(int from_last) const noexcept {
    return from_last < rank ? static_cast<std::ptrdiff_t>(stride[rank - 1 - from_last]) : 0;
  }
  // Whether the columns of the innermost dimension are adjacent.
  VTC_INLINE bool adjacent() const noexcept { return extent(0) == 1 || step(0) == static_cast<std::ptrdiff_t>(size_of(type)); }
};

VTC_INLINE mutable_rows rows_of(const dimensions& d, void* data, const affine& quant = affine{}) noexcept {
  mutable_rows refused{data, 0, 0, 0, d.type, quant};
  if (!d.readable() || !d.adjacent()) return refused;
  const auto row_bytes = static_cast<std::int64_t>(size_of(d.type)) * d.extent(0);
  std::int64_t count = 1, stride = row_bytes;
  for (int i = d.rank - 2; i >= 0; --i) {
    if (d.size[i] == 1) continue;
    if (count == 1) stride = d.stride[i];
    else if (d.stride[i] != stride * count) return refused;
    count *= d.size[i];
    if (count > INT32_MAX || stride < row_bytes || stride > PTRDIFF_MAX / count) return refused;
  }
  return mutable_rows{data, static_cast<index_t>(count), d.extent(0), static_cast<std::ptrdiff_t>(stride), d.type, quant};
}
VTC_INLINE rows rows_of(const dimensions& d, const void* data, const affine& quant = affine{}) noexcept {
  rows x = rows_of(d, static_cast<void*>(nullptr), quant);
  x.data = data;
  return x;
}

VTC_INLINE attention_weights attention_of(const dimensions& d, const void* data, index_t class_row = none) noexcept {
  if (!d.readable() || !d.adjacent() || d.rank > 3) return attention_weights{data, d.type, 0, 0, 0, 0, 0, class_row};
  const index_t heads = d.extent(2), queries = d.extent(1), keys = d.extent(0);
  const std::ptrdiff_t row_bytes = static_cast<std::ptrdiff_t>(size_of(d.type)) * keys;
  const std::ptrdiff_t query_stride = queries > 1 ? d.step(1) : row_bytes;
  return attention_weights{data, d.type, heads, queries, keys, heads > 1 ? d.step(2) : query_stride * queries, query_stride, class_row};
}

VTC_INLINE attention_weights attention_columns(const attention_weights& a, index_t first, index_t n) noexcept {
  attention_weights part = a;
  const bool inside = first >= 0 && n >= 0 && n <= a.keys && first <= a.keys - n;
  part.keys = inside ? n : 0;
  if (inside && a.data != nullptr) part.data = static_cast<const std::byte*>(a.data) + static_cast<std::ptrdiff_t>(size_of(a.type)) * first;
  return part;
}

// The rows of a projection, heads * d wide.
VTC_INLINE rows projection_of(const dimensions& d, const void* data) noexcept {
  if (!d.readable() || d.rank < 2) return rows_of(d, data);
  const auto head_bytes = static_cast<std::ptrdiff_t>(size_of(d.type)) * d.extent(0);
  if (!d.adjacent() || (d.extent(1) > 1 && d.step(1) != head_bytes)) return rows{data, 0, 0, 0, d.type, affine{}};
  dimensions joined = d;
  joined.rank = d.rank - 1;
  joined.size[joined.rank - 1] *= d.extent(0);
  joined.stride[joined.rank - 1] = static_cast<std::int64_t>(size_of(d.type));
  return rows_of(joined, data);
}
VTC_INLINE projection_rows projections_of(const dimensions& q, const void* queries, const dimensions& k, const void* keys,
                                          float scale = 0) noexcept {
  return projection_rows{projection_of(q, queries), projection_of(k, keys), k.readable() ? k.extent(1) : 0, scale};
}

}  // namespace host
}  // namespace v0_1
}  // namespace vtc
