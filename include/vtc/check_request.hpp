// Whether a method can serve what it was given: inputs, shapes and budget, before anything is touched.
//
// Inputs: the host's inputs and a budget, for a policy P. Gives: ok, or the first fault. Order and ties: layout, missing inputs, shapes, tensors of the method's own, budget.
// Cost: O(regions). Workspace: none. Errors: bad_shape, grid_mismatch, null_rows, unknown_element, shapes_differ, bad_index, keep_is_zero,
// budget_unsupported and the needs_ values.
#pragma once

#include "vtc/planner.hpp"

namespace vtc {
inline namespace v0_1 {
namespace detail {

// The same rows in every input, and widths that agree where rows are compared with each other.
VTC_INLINE status check_shapes(const inputs& in, input need) noexcept {
  const index_t n = in.where.count;
  const rows* per_row[] = {&in.tokens, &in.metric, &in.aligned, &in.reference};
  for (const rows* x : per_row) {
    if (x->empty()) continue;
    if (const status s = check(*x); s != status::ok) return s;
    if (x->type == element::i32) return status::unknown_element;
    if (x->count != n) return status::shapes_differ;
  }
  if (covers(need, input::text)) {
    if (in.text.count != 0 && check(in.text) != status::ok) return check(in.text);  // no text row at all is fine
    if (in.text.type == element::i32) return status::unknown_element;
    if (in.text.width != in.aligned.width) return status::shapes_differ;
  }
  if (covers(need, input::reference) && in.reference.width != in.tokens.width) return status::shapes_differ;
  if (in.attention.data != nullptr)
    if (const status s = check(in.attention, n); s != status::ok) return s;
  if (!in.projections.keys.empty())
    if (const status s = check(in.projections, n); s != status::ok) return s;
  return status::ok;
}

template <class P>
VTC_INLINE status check_tensors(const P& policy, const inputs& in) noexcept {
  if constexpr (is_scored<P>::value) {
    if (const status s = check_tensors(policy.score, in); s != status::ok) return s;
    return check_tensors(policy.planner, in);
  } else if constexpr (has_check_tensors<P>::value) {
    return policy.check_tensors(in);
  } else {
    return status::ok;
  }
}

template <class P>
VTC_INLINE status check_request(const P& policy, const inputs& in, const budget& want) noexcept {
  if (const status s = check(in.where); s != status::ok) return s;
  if (const status s = first_missing(in, P::needs, needs_any<P>::value); s != status::ok) return s;
  if (const status s = check_shapes(in, P::needs); s != status::ok) return s;
  if (const status s = check_tensors(policy, in); s != status::ok) return s;
  if (const status s = check(want); s != status::ok) return s;
  return follows<P>(want) ? status::ok : status::budget_unsupported;
}

}  // namespace detail
}  // namespace v0_1
}  // namespace vtc
