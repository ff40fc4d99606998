// The way back: every source gets the row of its slot.
//
// Inputs: a plan that is a partition; the compressed rows [slots, C]; output rows [sources, C], or [sources, C / k] for concatenate with k
// entries a slot, whose parts go back to their own sources.
// Gives: one row per source. Rows that the plan dropped become zero. Nothing is undone inside a slot: all its sources get the same row.
// Elements as in apply: byte for byte where they agree, else to f32, f16 or bf16.
// Order and ties: none. Cost: writes every source row once, dropped plans zero them first. Workspace: none.
// Errors: bad_plan, not_a_partition, null_rows, bad_shape, shapes_differ, output_too_small, output_overlaps, unknown_element.
#pragma once

#include "vtc/apply/overlap.hpp"
#include "vtc/apply/row_copy.hpp"
#include "vtc/plan/check.hpp"

namespace vtc {
inline namespace v0_1 {
namespace detail {

template <class Arch>
bool same_scales_back(const plan_view& plan, const rows& compressed, const rows& out) noexcept {
  for (index_t s = 0; s < plan.slot_count; ++s)
    for (index_t e = plan.slot_begin[s]; e < plan.slot_begin[s + 1]; ++e)
      if (plan.source[e] != none && compressed.scale(s) != out.scale(plan.source[e])) return false;
  return true;
}

VTC_INLINE bool drops_rows(const plan_view& plan) noexcept {  // of a partition
  index_t used = 0;
  for (index_t e = 0; e < plan.entry_count; ++e) used += plan.source[e] != none;
  return used < plan.source_count;
}

}  // namespace detail

template <class Arch = default_arch>
status restore(const plan_view& plan, const rows& compressed, const mutable_rows& out) noexcept {
  if (const status s = check<Arch>(plan); s != status::ok) return s;
  if (!is_partition<Arch>(plan)) return status::not_a_partition;
  if (const status s = check(rows(out)); s != status::ok) return s;
  if (plan.slot_count > 0)
    if (const status s = check(compressed); s != status::ok) return s;
  const index_t parts = plan.how == reduction::concatenate && plan.slot_count > 0 ? plan.slot_begin[1] : 1;
  if (compressed.count < plan.slot_count || parts == 0 || compressed.width % parts != 0) return status::shapes_differ;
  const index_t width = plan.slot_count > 0 ? compressed.width / parts : out.width;
  if (out.count < plan.source_count || out.width < width) return status::output_too_small;
  const bool verbatim = detail::same_elements(compressed, out) &&
                        (detail::one_scale(compressed, out) || detail::same_scales_back<Arch>(plan, compressed, out));
  if (!verbatim && !detail::converts(compressed.type, out.type)) return status::unknown_element;
  const auto written = detail::touched(out, plan.source_count, width);
  if (plan.slot_count > 0 && detail::overlap(detail::touched(compressed, plan.slot_count, compressed.width), written))
    return status::output_overlaps;

  rows part = compressed.columns(0, width);
  const detail::row_copy<Arch> row{part, out, width, verbatim, false};
  const index_t to_clear = detail::drops_rows(plan) ? plan.source_count : 0;
  for (index_t r = 0; r < to_clear; ++r) row.zero(static_cast<std::byte*>(out.row(r)));
  for (index_t s = 0; s < plan.slot_count; ++s)
    for (index_t e = plan.slot_begin[s]; e < plan.slot_begin[s + 1]; ++e) {
      if (plan.source[e] == none) continue;
      if (parts > 1) part = compressed.columns((e - plan.slot_begin[s]) * width, width);
      row.copy(&s, static_cast<std::byte*>(out.row(plan.source[e])));
    }
  return status::ok;
}

}  // namespace v0_1
}  // namespace vtc
