// The way back: which slot each source row went into.
//
// Inputs: a plan that is a partition. Gives: slot_of_row [source_count], none where a row was dropped.
// Order and ties: none. Cost: O(sources + entries). Workspace: none.
// Errors: bad_plan, null_rows, not_a_partition where a row stands in two entries.
#pragma once

#include "vtc/plan/check.hpp"

namespace vtc {
inline namespace v0_1 {

template <class Arch = default_arch>
status invert(const plan_view& plan, index_t* slot_of_row) noexcept {
  if (const status s = check<Arch>(plan); s != status::ok) return s;
  if (slot_of_row == nullptr) return status::null_rows;
  if (!is_partition<Arch>(plan)) return status::not_a_partition;
  for (index_t r = 0; r < plan.source_count; ++r) slot_of_row[r] = none;
  for (index_t s = 0; s < plan.slot_count; ++s)
    for (index_t e = plan.slot_begin[s]; e < plan.slot_begin[s + 1]; ++e)
      if (plan.source[e] != none) slot_of_row[plan.source[e]] = s;
  return status::ok;
}

}  // namespace v0_1
}  // namespace vtc
