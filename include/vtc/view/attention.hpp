// Attention of a vision encoder as the host holds it: weights after the softmax, or the queries and keys they come from.
//
// Inputs: attention_weights [heads][queries][keys], f32, f16 or bf16; keys are adjacent, queries and heads lie at byte strides (0 heads or one
// query row are fine). class_row is the query row of the class token, or none: then scores average over all query rows.
// projection_rows: queries [N, heads*d] and keys [N, heads*d], the softmax scale (0: 1/sqrt(d)); no N x N matrix is ever made of them. class_row is
// the row of the class token's query, or none.
// Gives: views. Order and ties: none. Cost: none. Workspace: none. Errors: check() names an unusable view.
#pragma once

#include "vtc/view/rows.hpp"

namespace vtc {
inline namespace v0_1 {

struct attention_weights {
  const void* data;
  element type;
  index_t heads, queries, keys;
  std::ptrdiff_t head_stride, query_stride;  // bytes
  index_t class_row;

  VTC_INLINE const void* row(index_t head, index_t query) const noexcept {
    return static_cast<const std::byte*>(data) + head_stride * head + query_stride * query;
  }
  // One head's query rows as rows, for code that reads any element.
  VTC_INLINE rows head(index_t h) const noexcept { return rows{row(h, 0), queries, keys, query_stride, type, affine{}}; }
};

struct projection_rows {
  rows queries, keys;
  index_t heads;
  float scale;
  index_t class_row = none;
};

VTC_INLINE status check(const attention_weights& a, index_t row_count) noexcept {
  if (a.heads <= 0) return status::bad_shape;
  if (a.type != element::f32 && a.type != element::f16 && a.type != element::bf16) return status::unknown_element;
  const rows first = a.head(0);
  if (const status s = check(first); s != status::ok) return s;
  if (a.heads > 1 && a.head_stride < first.stride * (a.queries - 1) + static_cast<std::ptrdiff_t>(size_of(a.type)) * a.keys) return status::bad_shape;
  if (a.keys != row_count) return status::shapes_differ;
  if (a.class_row != none && (a.class_row < 0 || a.class_row >= a.queries)) return status::bad_index;
  return status::ok;
}

VTC_INLINE status check(const projection_rows& p, index_t row_count) noexcept {
  if (const status s = check(p.queries); s != status::ok) return s;
  if (const status s = check(p.keys); s != status::ok) return s;
  if (p.queries.type == element::i32 || p.keys.type == element::i32) return status::unknown_element;
  if (p.heads <= 0 || p.keys.width % p.heads != 0 || p.queries.width != p.keys.width) return status::bad_shape;
  if (p.keys.count != row_count) return status::shapes_differ;
  if (p.class_row != none && (p.class_row < 0 || p.class_row >= p.queries.count)) return status::bad_index;
  return status::ok;
}

}  // namespace v0_1
}  // namespace vtc
