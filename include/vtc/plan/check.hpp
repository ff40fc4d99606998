// Whether a plan is one: the invariants that every other part relies on, for plans that come from outside.
//
// Inputs: a plan. Gives: ok, or bad_plan and the first fault, by rule (in the order of plan_rule), slot and entry.
// is_partition decides what note::partition states: every source row stands in at most one entry.
// Order and ties: rules in order, then slots, then entries. Cost: O(entries), once more for every 32768 source rows. Workspace: none.
// Errors: bad_plan.
#pragma once

#include <cstring>

#include "vtc/kernel/arch.hpp"
#include "vtc/plan/plan.hpp"
#include "vtc/view/element.hpp"

namespace vtc {
inline namespace v0_1 {

enum class plan_rule : std::uint8_t {
  all_hold,
  counts,            // no negative count, appended <= slots, a known reduction, all tables there
  begins,            // slot_begin starts at 0, never falls and ends at entry_count
  entries,           // mean and maximum: at least one a slot; concatenate: the same number in each
  sources,           // rows of the source; none only for concatenate
  weights,           // finite; absent for mean and maximum
  anchors,           // rows of the source
  anchors_ascend,    // but for appended slots, and unless the plan stands in the method's order
  anchors_distinct,  // but for appended slots, and unless duplicates or padding are noted
  shape,             // no grid at all, or three positive sides with at most slot_count cells
  partition          // where it is noted, no row stands in two entries
};

struct plan_fault {
  plan_rule rule;
  index_t slot, entry;  // none where the rule concerns no single one
};

VTC_INLINE const char* message(plan_rule r) noexcept {
  switch (r) {
    case plan_rule::all_hold: return "the plan is sound";
    case plan_rule::counts: return "a count is negative or a table is missing";
    case plan_rule::begins: return "slot_begin does not ascend from 0 to the number of entries";
    case plan_rule::entries: return "the slot has a number of entries that the reduction does not allow";
    case plan_rule::sources: return "the entry names a row outside the source";
    case plan_rule::weights: return "the weight is not finite, or the reduction takes no weights";
    case plan_rule::anchors: return "the anchor lies outside the source";
    case plan_rule::anchors_ascend: return "the anchors do not ascend";
    case plan_rule::anchors_distinct: return "two slots have the same anchor";
    case plan_rule::shape: return "the shape does not fit the number of slots";
    case plan_rule::partition: return "the plan is noted as a partition, but a row stands in two entries";
  }
  return "unknown rule";
}

namespace detail {

// The first place in `row` whose row stood there before, or none. Rows outside [0, row_count) are passed over.
template <class Arch>
index_t first_repeat(const index_t* row, index_t n, index_t row_count) noexcept {
  constexpr index_t window = 32768;
  std::uint64_t seen[window / 64];
  index_t found = none;
  for (std::int64_t begin = 0; begin < row_count; begin += window) {
    std::memset(seen, 0, sizeof seen);
    const index_t last = found != none ? found : n;
    for (index_t i = 0; i < last; ++i) {
      const std::int64_t r = row[i] - begin;
      if (r < 0 || r >= window || row[i] >= row_count) continue;
      const std::uint64_t bit = std::uint64_t{1} << (r % 64);
      if ((seen[r / 64] & bit) != 0) {
        found = i;
        break;
      }
      seen[r / 64] |= bit;
    }
  }
  return found;
}

VTC_INLINE bool has_tables(const plan_view& p) noexcept {
  return p.slot_begin != nullptr && (p.source != nullptr || p.entry_count == 0) && (p.anchor != nullptr || p.slot_count == 0);
}

VTC_INLINE plan_fault table_fault(const plan_view& p) noexcept {
  const bool counts = p.source_count >= 0 && p.slot_count >= 0 && p.entry_count >= 0 && p.appended >= 0 && p.appended <= p.slot_count;
  if (!counts || !has_tables(p) || p.how > reduction::anchor) return {plan_rule::counts, none, none};
  if (p.slot_begin[0] != 0) return {plan_rule::begins, 0, none};
  for (index_t s = 0; s < p.slot_count; ++s)
    if (p.slot_begin[s + 1] < p.slot_begin[s] || p.slot_begin[s + 1] > p.entry_count) return {plan_rule::begins, s, none};
  if (p.slot_begin[p.slot_count] != p.entry_count) return {plan_rule::begins, p.slot_count, none};
  return {plan_rule::all_hold, none, none};
}

VTC_INLINE plan_fault entry_fault(const plan_view& p) noexcept {
  const bool unweighted = p.how == reduction::mean || p.how == reduction::maximum, holes = p.how == reduction::concatenate;
  for (index_t s = 0; s < p.slot_count; ++s) {
    const index_t n = p.slot_begin[s + 1] - p.slot_begin[s];
    if ((unweighted && n == 0) || (holes && n != p.slot_begin[1])) return {plan_rule::entries, s, none};
  }
  for (index_t s = 0; s < p.slot_count; ++s)
    for (index_t e = p.slot_begin[s]; e < p.slot_begin[s + 1]; ++e)
      if (p.source[e] >= p.source_count || p.source[e] < (holes ? none : 0)) return {plan_rule::sources, s, e};
  for (index_t s = 0; p.weight != nullptr && s < p.slot_count; ++s)
    for (index_t e = p.slot_begin[s]; e < p.slot_begin[s + 1]; ++e)
      if (unweighted || !is_finite(p.weight[e])) return {plan_rule::weights, s, e};
  return {plan_rule::all_hold, none, none};
}

template <class Arch>
plan_fault anchor_fault(const plan_view& p) noexcept {
  const index_t own = p.slot_count - p.appended;
  const bool distinct = !p.has(note::duplicate) && !p.has(note::padded);
  for (index_t s = 0; s < p.slot_count; ++s)
    if (p.anchor[s] < 0 || p.anchor[s] >= p.source_count) return {plan_rule::anchors, s, none};
  for (index_t s = 1; !p.has(note::method_order) && s < own; ++s)
    if (p.anchor[s] < p.anchor[s - 1]) return {plan_rule::anchors_ascend, s, none};
  if (distinct)
    if (const index_t s = first_repeat<Arch>(p.anchor, own, p.source_count); s != none) return {plan_rule::anchors_distinct, s, none};
  return {plan_rule::all_hold, none, none};
}

template <class Arch>
plan_fault note_fault(const plan_view& p) noexcept {
  const cells c = p.shape;
  const bool no_grid = c.frames == 0 && c.height == 0 && c.width == 0, grid = c.frames > 0 && c.height > 0 && c.width > 0;
  if (!no_grid && !(grid && c.frames <= p.slot_count / c.height / c.width)) return {plan_rule::shape, none, none};
  if (!p.has(note::partition)) return {plan_rule::all_hold, none, none};
  const index_t e = first_repeat<Arch>(p.source, p.entry_count, p.source_count);
  if (e == none) return {plan_rule::all_hold, none, none};
  index_t s = 0;
  while (p.slot_begin[s + 1] <= e) ++s;
  return {plan_rule::partition, s, e};
}

template <class Arch>
plan_fault first_fault(const plan_view& p) noexcept {
  if (const plan_fault f = table_fault(p); f.rule != plan_rule::all_hold) return f;
  if (const plan_fault f = entry_fault(p); f.rule != plan_rule::all_hold) return f;
  if (const plan_fault f = anchor_fault<Arch>(p); f.rule != plan_rule::all_hold) return f;
  return note_fault<Arch>(p);
}

}  // namespace detail

template <class Arch = default_arch>
status check(const plan_view& plan, plan_fault* where = nullptr) noexcept {
  const plan_fault fault = detail::first_fault<Arch>(plan);
  if (where != nullptr) *where = fault;
  return fault.rule == plan_rule::all_hold ? status::ok : status::bad_plan;
}

// Whether every source row stands in at most one entry. The plan's tables must be sound.
template <class Arch = default_arch>
bool is_partition(const plan_view& plan) noexcept {
  return plan.has(note::partition) || detail::first_repeat<Arch>(plan.source, plan.entry_count, plan.source_count) == none;
}

}  // namespace v0_1
}  // namespace vtc
