// Position ids after compression, one axis (plain RoPE) or several (M-RoPE: time, row, column), and the id that comes next.
//
// Source: for the three axes Qwen2-VL, Wang et al. 2024.
// Inputs: a plan; the ids of its sources, one plane of source_count numbers per axis, axis_stride apart (not read by renumber and grid:
// may be null); base, the first free id. Gives: one plane of slot_count ids per axis, and `next` (may be null), the id of what follows.
//   keep      the id of the anchor on every axis; next = the largest of ALL original ids + 1, so that text behind the picture does not move
//   renumber  base + slot on every axis; next = base + slots
//   grid      for plans whose slots are a grid (pooling, pixel shuffle): base + the slot's own frame, row and column (3 axes), row and
//             column (2 axes) or number (1 axis); next = base + the longest side (1 axis: + slots)
// Order and ties: slots in the order of the plan. Cost: O(sources + slots) per axis. Workspace: none.
// Errors: null_rows; bad_shape for no axis, planes that overlap or ids beyond 32 bits; output_too_small; output_overlaps; grid_mismatch for
// `grid` on slots that are not exactly one grid (protected rows around it, a selection) or more than 3 axes; bad_plan.
#pragma once

#include "vtc/plan/plan.hpp"

namespace vtc {
inline namespace v0_1 {

enum class position_rule : std::uint8_t { keep, renumber, grid };

struct planes {
  std::int32_t* data;
  index_t count, axes;
  std::ptrdiff_t axis_stride;  // elements from one axis to the next
};

namespace detail {

VTC_INLINE bool fits_id(std::int64_t id) noexcept { return id >= INT32_MIN && id <= INT32_MAX; }

// The place of slot s in its grid, as axis `a` of `axes` counts it.
VTC_INLINE index_t grid_place(const cells& grid, index_t s, index_t a, index_t axes) noexcept {
  if (axes == 1) return s;
  const index_t cell = s % (grid.height * grid.width), axis = a + 3 - axes;  // time, row, column
  return axis == 0 ? s / (grid.height * grid.width) : axis == 1 ? cell / grid.width : cell % grid.width;
}

VTC_INLINE index_t longest_side(const cells& grid, index_t axes) noexcept {
  index_t side = grid.height > grid.width ? grid.height : grid.width;
  if (axes == 3 && grid.frames > side) side = grid.frames;
  return axes == 1 ? grid.frames * grid.height * grid.width : side;
}

VTC_INLINE bool is_one_grid(const plan_view& p) noexcept {
  const cells c = p.shape;
  if (c.frames <= 0 || c.height <= 0 || c.width <= 0 || p.slot_count % c.width != 0) return false;
  return static_cast<std::int64_t>(c.frames) * c.height == p.slot_count / c.width;
}

// The id that comes next; more than 32 bits where there is none.
VTC_INLINE std::int64_t next_id(const plan_view& plan, const std::int32_t* original, std::ptrdiff_t axis_stride, index_t axes,
                                position_rule rule, std::int32_t base) noexcept {
  if (rule == position_rule::renumber) return static_cast<std::int64_t>(base) + plan.slot_count;
  if (rule == position_rule::grid) return static_cast<std::int64_t>(base) + longest_side(plan.shape, axes);
  if (plan.source_count <= 0) return base;
  std::int32_t top = INT32_MIN;
  for (index_t a = 0; a < axes; ++a)
    for (index_t r = 0; r < plan.source_count; ++r) {
      const std::int32_t id = original[a * axis_stride + r];
      top = id > top ? id : top;
    }
  return static_cast<std::int64_t>(top) + 1;
}

VTC_INLINE status check_positions(const plan_view& plan, const std::int32_t* original, std::ptrdiff_t axis_stride, index_t axes,
                                  position_rule rule, const planes& out) noexcept {
  if (plan.anchor == nullptr && plan.slot_count > 0) return status::bad_plan;
  for (index_t s = 0; s < plan.slot_count; ++s)
    if (plan.anchor[s] < 0 || plan.anchor[s] >= plan.source_count) return status::bad_plan;
  if (axes < 1 || (axes > 1 && out.axis_stride < plan.slot_count)) return status::bad_shape;
  if (out.axes != axes || out.count < plan.slot_count) return status::output_too_small;
  if (out.data == nullptr && plan.slot_count > 0) return status::null_rows;
  if (rule == position_rule::grid) return axes <= 3 && is_one_grid(plan) ? status::ok : status::grid_mismatch;
  if (rule == position_rule::renumber) return status::ok;
  if (original == nullptr) return status::null_rows;
  if (axes > 1 && axis_stride < plan.source_count) return status::bad_shape;
  const auto read = reinterpret_cast<std::uintptr_t>(original), write = reinterpret_cast<std::uintptr_t>(out.data);
  const auto read_bytes = static_cast<std::uintptr_t>((axes - 1) * axis_stride + plan.source_count) * sizeof(std::int32_t);
  const auto write_bytes = static_cast<std::uintptr_t>((axes - 1) * out.axis_stride + plan.slot_count) * sizeof(std::int32_t);
  return read < write + write_bytes && write < read + read_bytes ? status::output_overlaps : status::ok;
}

}  // namespace detail

VTC_INLINE status positions(const plan_view& plan, const std::int32_t* original, std::ptrdiff_t axis_stride, index_t axes,
                            position_rule rule, std::int32_t base, const planes& out, std::int32_t* next) noexcept {
  if (const status s = detail::check_positions(plan, original, axis_stride, axes, rule, out); s != status::ok) return s;
  const std::int64_t after = detail::next_id(plan, original, axis_stride, axes, rule, base);
  if (!detail::fits_id(after)) return status::bad_shape;
  for (index_t a = 0; a < axes; ++a)
    for (index_t s = 0; s < plan.slot_count; ++s) {
      std::int32_t& id = out.data[a * out.axis_stride + s];
      if (rule == position_rule::keep) id = original[a * axis_stride + plan.anchor[s]];
      else id = base + (rule == position_rule::renumber ? s : detail::grid_place(plan.shape, s, a, axes));
    }
  if (next != nullptr) *next = static_cast<std::int32_t>(after);
  return status::ok;
}

}  // namespace v0_1
}  // namespace vtc
