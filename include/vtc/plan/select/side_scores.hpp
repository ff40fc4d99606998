// A method's own tensor that holds one value a row: the attention of a second layer, a density.
//
// Inputs: rows of any shape with `count` values in all, [1, N] or [N, 1]. Gives: check_side_scores, and copy_side_scores, the values as f32.
// Order and ties: row after row. Cost: O(N). Workspace: none. Errors: needs_tensor when it is missing or has another number of values.
#pragma once

#include "vtc/view/rows.hpp"

namespace vtc {
inline namespace v0_1 {
namespace select {

VTC_INLINE status check_side_scores(const rows& x, index_t count) noexcept {
  if (check(x) != status::ok || x.type == element::i32) return status::needs_tensor;
  return static_cast<std::int64_t>(x.count) * x.width == count ? status::ok : status::needs_tensor;
}

template <class Arch>
void copy_side_scores(const rows& x, index_t count, float* out) noexcept {
  for (index_t i = 0; i < count; ++i) out[i] = load(x, i / x.width, i % x.width);
}

}  // namespace select
}  // namespace v0_1
}  // namespace vtc
