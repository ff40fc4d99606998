// Two plans in a row as one: what `second` makes of the rows that `first` made.
//
// Inputs: two plans; the slots of the first are the sources of the second. `out` holds neither of them.
// Gives: one plan over the sources of the first, so that its rows are read once and every side tensor follows.
//   a selection before or after any plan                        that plan's reduction
//   mean or linear after mean or linear                         linear; mean where all rows of every slot weigh the same
//   maximum after maximum                                       maximum
// Order and ties: slots as in the second; entries in the order in which they are met, a row that is met again adds to its weight. Weights
// are products in f64, rounded once. A slot inherits the anchor of its anchor; slots at the end that inherit an appended one are appended.
// Cost: O(entries). Workspace: 16 bytes a source. Errors: shapes_differ, bad_plan, reduction_unsupported for any other pair,
// output_overlaps where `out` holds one of the plans, out_of_memory.
#pragma once

#include "vtc/plan/check.hpp"
#include "vtc/workspace.hpp"

namespace vtc {
inline namespace v0_1 {
namespace detail {

// One row per slot, as it is.
VTC_INLINE bool copies_rows(const plan_view& p) noexcept {
  if (!p.selection()) return false;
  for (index_t s = 0; s < p.slot_count; ++s)
    if (p.slot_begin[s + 1] != s + 1) return false;
  return true;
}
// ... and is that row its own anchor? Only then it is the same whether rows or anchors are copied.
VTC_INLINE bool copies_anchors(const plan_view& p) noexcept {
  if (!copies_rows(p)) return false;
  for (index_t s = 0; s < p.slot_count; ++s)
    if (p.source[s] != p.anchor[s]) return false;
  return true;
}

VTC_INLINE index_t entries_of(const plan_view& p, index_t slot) noexcept { return p.slot_begin[slot + 1] - p.slot_begin[slot]; }

VTC_INLINE bool is_average(const plan_view& p) noexcept { return p.how == reduction::mean || p.how == reduction::linear; }

VTC_INLINE double weight_of(const plan_view& p, index_t slot, index_t entry) noexcept {
  if (p.how == reduction::mean) return 1.0 / static_cast<double>(entries_of(p, slot));
  return p.weight != nullptr ? static_cast<double>(p.weight[entry]) : 1.0;
}

template <class Arch>
class composition {
 public:
  composition(const plan_view& second, const plan_view& first, plan_storage& out) noexcept : second_(second), first_(first), out_(out) {
    const bool by_anchor = first.how == reduction::anchor || second.how == reduction::anchor;
    copies_first_ = by_anchor ? copies_anchors(first) : copies_rows(first);
    copies_second_ = by_anchor ? copies_anchors(second) : copies_rows(second);
  }

  bool is_defined() const noexcept {
    const bool both_maximum = first_.how == reduction::maximum && second_.how == reduction::maximum;
    return copies_first_ || copies_second_ || both_maximum || (is_average(first_) && is_average(second_));
  }

  status take_scratch(workspace& memory) noexcept {
    if (copies_first_ || copies_second_) return status::ok;
    place_ = memory.template take<index_t>(first_.source_count);
    row_ = memory.template take<index_t>(first_.source_count);
    weight_ = memory.template take<double>(first_.source_count);
    if (memory.failed() || memory.measuring()) return status::out_of_memory;
    for (index_t r = 0; r < first_.source_count; ++r) place_[r] = none;
    return status::ok;
  }

  void run() noexcept {
    out_.clear(first_.source_count);
    reduction how = copies_second_ ? first_.how : second_.how;
    if (!copies_first_ && !copies_second_ && is_average(first_)) how = weighs_equally() ? reduction::mean : reduction::linear;
    out_.reduce_by(how);
    for (index_t s = 0; s < second_.slot_count; ++s) {
      out_.slot(first_.anchor[second_.anchor[s]]);
      if (copies_second_) copy_slot(second_.source[s]);
      else if (copies_first_) rename_slot(s);
      else merge_slot(s, how == reduction::linear);
    }
    inherit();
  }

 private:
  void copy_slot(index_t slot) noexcept {
    for (index_t e = first_.slot_begin[slot]; e < first_.slot_begin[slot + 1]; ++e) add(first_.source[e], first_, e);
  }
  void rename_slot(index_t s) noexcept {
    for (index_t e = second_.slot_begin[s]; e < second_.slot_begin[s + 1]; ++e)
      add(second_.source[e] != none ? first_.source[second_.source[e]] : none, second_, e);
  }
  void add(index_t row, const plan_view& from, index_t e) noexcept {
    if (from.weight != nullptr) out_.add(row, from.weight[e]);
    else out_.add(row);
  }

  // Collects slot s in row_ and weight_; returns how many rows there are. `met` counts entries, rows that are met again too.
  index_t collect(index_t s, index_t& met) noexcept {
    index_t n = 0;
    met = 0;
    for (index_t e = second_.slot_begin[s]; e < second_.slot_begin[s + 1]; ++e) {
      const index_t inner = second_.source[e];
      for (index_t f = first_.slot_begin[inner]; f < first_.slot_begin[inner + 1]; ++f, ++met) {
        const index_t r = first_.source[f];
        if (place_[r] == none) {
          place_[r] = n;
          row_[n] = r;
          weight_[n++] = 0;
        }
        // Rounded once on every machine: left to itself, a compiler may fuse the two or not.
        weight_[place_[r]] = __builtin_fma(weight_of(second_, s, e), weight_of(first_, inner, f), weight_[place_[r]]);
      }
    }
    for (index_t i = 0; i < n; ++i) place_[row_[i]] = none;
    return n;
  }

  // Means of equally many rows, none of them twice: one mean of all of them.
  bool weighs_equally() noexcept {
    if (first_.how != reduction::mean || second_.how != reduction::mean) return false;
    for (index_t s = 0; s < second_.slot_count; ++s) {
      const index_t begin = second_.slot_begin[s];
      for (index_t e = begin; e < second_.slot_begin[s + 1]; ++e)
        if (entries_of(first_, second_.source[e]) != entries_of(first_, second_.source[begin])) return false;
      index_t met = 0;
      if (collect(s, met) != met) return false;
    }
    return true;
  }

  void merge_slot(index_t s, bool weighted) noexcept {
    index_t met = 0;
    const index_t n = collect(s, met);
    for (index_t i = 0; i < n; ++i) {
      if (weighted) out_.add(row_[i], static_cast<float>(weight_[i]));
      else out_.add(row_[i]);
    }
  }

  void inherit() noexcept {
    const index_t first_own = first_.slot_count - first_.appended;
    index_t own = second_.slot_count - second_.appended;
    while (own > 0 && second_.anchor[own - 1] >= first_own) --own;
    out_.appended(second_.slot_count - own);
    out_.shape(second_.has(note::identity) ? first_.shape : second_.shape);
    out_.add_note(first_.notes & second_.notes & (note::identity | note::partition));
    out_.add_note((first_.notes | second_.notes) & ~(note::identity | note::partition));
    for (index_t s = 1; s < own; ++s) {
      const index_t before = first_.anchor[second_.anchor[s - 1]], here = first_.anchor[second_.anchor[s]];
      if (here < before) out_.add_note(note::method_order);
    }
  }

  const plan_view& second_;
  const plan_view& first_;
  plan_storage& out_;
  bool copies_first_, copies_second_;
  index_t *place_ = nullptr, *row_ = nullptr;  // [sources]: place of a row in the slot at hand, and the rows of that slot
  double* weight_ = nullptr;
};

}  // namespace detail

template <class Arch = default_arch>
status compose(const plan_view& second, const plan_view& first, workspace& memory, plan_storage& out) noexcept {
  if (const status s = check<Arch>(first); s != status::ok) return s;
  if (const status s = check<Arch>(second); s != status::ok) return s;
  if (second.source_count != first.slot_count) return status::shapes_differ;
  const index_t* held = out.view().slot_begin;
  if (held != nullptr && (held == first.slot_begin || held == second.slot_begin)) return status::output_overlaps;
  detail::composition<Arch> both(second, first, out);
  if (!both.is_defined()) return status::reduction_unsupported;
  const std::size_t here = memory.mark();
  const std::size_t bytes = 16 * static_cast<std::size_t>(first.source_count) + 3 * workspace::alignment;
  if (here == 0 && memory.owns() && memory.reserve(bytes) != status::ok) return status::out_of_memory;
  const status taken = both.take_scratch(memory);
  memory.rewind(here);
  if (taken != status::ok) return taken;
  both.run();
  if (out.finish() == status::ok) return status::ok;
  out.clear(first.source_count);
  (void)out.finish();
  return status::out_of_memory;
}

}  // namespace v0_1
}  // namespace vtc
