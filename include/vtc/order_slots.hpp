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

// Behind the slots that are there: those that were appended, in the order in which they were built.
VTC_INLINE status copy_appended(plan_storage& plan, index_t total, index_t source_count, index_t appended) noexcept {
  for (index_t k = 0; appended > 0 && k < total; ++k) {
    if (!plan.copies_appended(k)) continue;
    plan.copy_slot(k);
    const index_t at = plan.slot_count() - 1;
    plan.settle(at);
    if (plan.anchor(at) < 0 || plan.anchor(at) >= source_count) return status::bad_plan;
  }
  return status::ok;
}

VTC_INLINE status order_by_anchor(plan_storage& plan, const row_roles& rows, index_t source_count, index_t* slot_of_row) noexcept {
  const index_t total = plan.slot_count(), appended = plan.appended_count();
  bool ascending = appended == 0;
  for (index_t k = 1; k < total; ++k) ascending = ascending && plan.anchor(k - 1) < plan.anchor(k);
  if (ascending && rows.kept == 0) return status::ok;
  std::memset(slot_of_row, 0xff, static_cast<std::size_t>(source_count) * sizeof(index_t));
  for (index_t k = 0; k < total; ++k) {
    if (appended > 0 && plan.is_appended(k)) continue;
    const index_t r = plan.anchor(k);
    if (r < 0 || r >= source_count || slot_of_row[r] != none || rows.of[r] == role::kept) return status::bad_plan;
    slot_of_row[r] = k;
  }
  plan.start_copy(total + rows.kept, plan.entry_count() + rows.kept);
  for (index_t r = 0; r < source_count; ++r) {
    if (rows.of[r] == role::kept) plan.pick(r);
    else if (slot_of_row[r] != none) plan.copy_slot(slot_of_row[r]);
  }
  return copy_appended(plan, total, source_count, appended);
}

VTC_INLINE status put_kept_first(plan_storage& plan, const row_roles& rows, index_t source_count) noexcept {
  plan.add_note(note::method_order);
  const index_t total = plan.slot_count(), appended = plan.appended_count();
  if (rows.kept == 0 && appended == 0) return status::ok;
  plan.start_copy(total + rows.kept, plan.entry_count() + rows.kept);
  for (index_t r = 0; r < source_count; ++r)
    if (rows.of[r] == role::kept) plan.pick(r);
  for (index_t k = 0; k < total; ++k)
    if (appended == 0 || !plan.copies_appended(k)) plan.copy_slot(k);
  return copy_appended(plan, total, source_count, appended);
}

}  // namespace detail
}  // namespace v0_1
}  // namespace vtc
