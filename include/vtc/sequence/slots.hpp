// How many slots each region, or each frame of a region, has after compression.
//
// Inputs: a plan and the layout it was made for. A slot belongs to the cell that its anchor is; rows in no region (class rows, newlines,
// also those in the gaps of a region) are counted nowhere: they are slot_count minus the sum.
// Gives: counts [regions], or counts [frames]. Order and ties: none. Cost: O(slots log regions). Workspace: none.
// Errors: null_rows, shapes_differ, grid_mismatch, bad_plan.
#pragma once

#include "vtc/plan/plan.hpp"
#include "vtc/view/layout.hpp"

namespace vtc {
inline namespace v0_1 {

// The frame of a region in which this row is a cell, or none.
VTC_INLINE index_t frame_of(const region& p, index_t row) noexcept {
  const std::int64_t offset = static_cast<std::int64_t>(row) - p.begin;
  if (offset < 0 || offset / p.frame_pitch >= p.frames) return none;
  const std::int64_t inside = offset % p.frame_pitch;
  const bool cell = inside / p.row_pitch < p.height && inside % p.row_pitch < p.width;
  return cell ? static_cast<index_t>(offset / p.frame_pitch) : none;
}

namespace detail {

VTC_INLINE bool has_good_anchors(const plan_view& p) noexcept {
  bool good = p.slot_count >= 0 && (p.anchor != nullptr || p.slot_count == 0);
  for (index_t s = 0; good && s < p.slot_count; ++s) good = p.anchor[s] >= 0 && p.anchor[s] < p.source_count;
  return good;
}

}  // namespace detail

VTC_INLINE status slots_per_region(const plan_view& plan, const layout& where, index_t* counts) noexcept {
  if (const status s = check(where); s != status::ok) return s;
  if (!detail::has_good_anchors(plan)) return status::bad_plan;
  if (plan.source_count != where.count) return status::shapes_differ;
  if (counts == nullptr) return status::null_rows;
  for (index_t g = 0; g < where.parts(); ++g) counts[g] = 0;
  for (index_t s = 0; s < plan.slot_count; ++s) {
    index_t g = 0;  // the last region that begins at the anchor or before
    for (index_t end = where.parts(); end - g > 1;) {
      const index_t middle = g + (end - g) / 2;
      if (where.part(middle).begin <= plan.anchor[s]) g = middle;
      else end = middle;
    }
    counts[g] += frame_of(where.part(g), plan.anchor[s]) != none;
  }
  return status::ok;
}

VTC_INLINE status slots_per_frame(const plan_view& plan, const region& where, index_t* counts) noexcept {
  const layout alone{plan.source_count, &where, 1, nullptr, nullptr};
  if (const status s = check(alone); s != status::ok) return s;
  if (!detail::has_good_anchors(plan)) return status::bad_plan;
  if (counts == nullptr) return status::null_rows;
  for (index_t t = 0; t < where.frames; ++t) counts[t] = 0;
  for (index_t s = 0; s < plan.slot_count; ++s)
    if (const index_t t = frame_of(where, plan.anchor[s]); t != none) ++counts[t];
  return status::ok;
}

}  // namespace v0_1
}  // namespace vtc
