// The order of the slots that a planner has built, and the protected rows among them.
//
// Inputs: a plan under construction, the roles of its rows. Gives: the plan with a slot for every protected row: all slots ascending by anchor, or,
// in the method's own order, the protected ones in front. Appended slots stay last. Order and ties: anchors are unique. Cost: O(N + slots), O(slots) where
// nothing has to move. Workspace: slot_of_row, N indices of the caller. Errors: bad_plan for an anchor out of range, twice, or protected.
#pragma once

#include "vtc/row_roles.hpp"

namespace vtc {
inline namespace v0_1 {
namespace detail {

VTC_INLINE status order_by_anchor(plan_storage& plan, const row_roles& rows, index_t source_count, index_t* slot_of_row) noexcept {
  const index_t own = plan.slot_count() - plan.appended_count();
  bool ascending = true;
  for (index_t k = 1; k < own; ++k) ascending = ascending && plan.anchor(k - 1) < plan.anchor(k);
  if (ascending && rows.kept == 0) return status::ok;
  std::memset(slot_of_row, 0xff, static_cast<std::size_t>(source_count) * sizeof(index_t));
  for (index_t k = 0; k < own; ++k) {
    const index_t r = plan.anchor(k);
    if (r < 0 || r >= source_count || slot_of_row[r] != none || rows.of[r] == role::kept) return status::bad_plan;
    slot_of_row[r] = k;
  }
  const index_t total = plan.slot_count();
  plan.start_copy(total + rows.kept, plan.entry_count() + rows.kept);
  for (index_t r = 0; r < source_count; ++r) {
    if (rows.of[r] == role::kept) plan.pick(r);
    else if (slot_of_row[r] != none) plan.copy_slot(slot_of_row[r]);
  }
  for (index_t k = own; k < total; ++k) plan.copy_slot(k);
  return status::ok;
}

VTC_INLINE status put_kept_first(plan_storage& plan, const row_roles& rows, index_t source_count) noexcept {
  plan.add_note(note::method_order);
  if (rows.kept == 0) return status::ok;
  const index_t total = plan.slot_count();
  plan.start_copy(total + rows.kept, plan.entry_count() + rows.kept);
  for (index_t r = 0; r < source_count; ++r)
    if (rows.of[r] == role::kept) plan.pick(r);
  for (index_t k = 0; k < total; ++k) plan.copy_slot(k);
  return status::ok;
}

}  // namespace detail
}  // namespace v0_1
}  // namespace vtc
