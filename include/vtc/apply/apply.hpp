// Runs a plan on one tensor: tokens, a DeepStack level, keys, ids, whatever has one row per source.
//
// Inputs: a plan; rows [source_count, C] of any element; output rows; a reduction (without one: the plan's own); a range of slots, so
// that a host can share the work among its threads (slot k is always row k of the output).
// Gives: row k of the output for every slot k of the range:
//   mean        the rows of the slot added in entry order, times 1/n      linear   weight * row, added in entry order
//   maximum     column by column; NaN only where every row is NaN         keep_norm  linear, stretched to the longest member
//   concatenate rows side by side, `none` gives zeros                     anchor     the anchor's row
// A slot without entries is zero.
// Elements: f32, f16, bf16 and 8-bit rows become f32, f16 or bf16, summed in f32. A row that is only copied (selection, anchor, concatenate,
// a single entry of weight 1) goes byte for byte where output and input have the same element and affine map; so does i32.
// Output over the input: only where every row is copied so, from ascending sources, and none moves to a higher address or a wider stride.
// That is compaction in place; slot ranges must then run one after the other.
// Order and ties: entry order, for any width, range and number of threads. Cost: every row of the plan is read once (keep_norm: three
// times), every output row written once. Workspace: none.
// Errors: null_rows, bad_shape, shapes_differ, output_too_small, output_overlaps, unknown_element for elements that are not turned into
// each other, reduction_unsupported (concatenate over slots of different sizes, holes elsewhere), bad_plan (with VTC_CHECKS: any fault).
#pragma once

#include "vtc/apply/keep_norm.hpp"
#include "vtc/apply/overlap.hpp"
#include "vtc/apply/row_copy.hpp"
#include "vtc/kernel/max_rows.hpp"
#include "vtc/kernel/mix_rows.hpp"
#include "vtc/plan/check.hpp"

namespace vtc {
inline namespace v0_1 {

struct slot_range {
  index_t first = 0, last = INT32_MAX;
};

namespace detail {

template <class Arch>
class application {
 public:
  application(const plan_view& plan, const rows& in, const mutable_rows& out, reduction how) noexcept
      : plan_(plan), in_(in), out_(out), how_(how), row_{in, out, in.width, false, false} {}

  status prepare() noexcept {
    if (!has_tables(plan_)) return status::bad_plan;
    if (const status s = check(in_); s != status::ok) return s;
    if (in_.count != plan_.source_count) return status::shapes_differ;
    if (how_ > reduction::anchor || !fits_reduction()) return status::reduction_unsupported;
    if (plan_.slot_count == 0) return status::ok;
    if (const status s = check(rows(out_)); s != status::ok) return s;
    const std::int64_t width = static_cast<std::int64_t>(how_ == reduction::concatenate ? plan_.slot_begin[1] : 1) * in_.width;
    if (out_.count < plan_.slot_count || out_.width < width) return status::output_too_small;
    row_.verbatim = same_elements(in_, out_) && (one_scale(in_, out_) || same_scales());
    if (row_.verbatim ? !is_float(out_.type) && !only_copies() : !converts(in_.type, out_.type)) return status::unknown_element;
    row_.in_place = overlap(touched(in_, in_.count, in_.width), touched(out_, plan_.slot_count, static_cast<index_t>(width)));
    return row_.in_place && !moves_down() ? status::output_overlaps : status::ok;
  }

  void run(index_t first, index_t last) const noexcept {
    for (index_t s = first; s < last; ++s) {
      auto* to = static_cast<std::byte*>(out_.row(s));
      if (how_ == reduction::anchor) row_.copy(plan_.anchor + s, to);
      else if (how_ == reduction::concatenate) concatenate(s, to);
      else reduce(s, to);
    }
  }

 private:
  VTC_INLINE bool has_weight(index_t e) const noexcept {
    return plan_.weight != nullptr && plan_.weight[e] != 1.0f && (how_ == reduction::linear || how_ == reduction::keep_norm);
  }

  bool fits_reduction() const noexcept {
    if (how_ == reduction::concatenate) {
      for (index_t s = 0; s < plan_.slot_count; ++s)
        if (plan_.slot_begin[s + 1] - plan_.slot_begin[s] != plan_.slot_begin[1] || plan_.slot_begin[1] == 0) return false;
      return true;
    }
    if (plan_.how != reduction::concatenate || how_ == reduction::anchor) return true;
    for (index_t e = 0; e < plan_.entry_count; ++e)
      if (plan_.source[e] == none) return false;
    return true;
  }

  // Scales per row: the bytes mean the same where the host has put the scale of the source beside the output row.
  bool same_scales() const noexcept {
    const rows out = out_;
    for (index_t s = 0; s < plan_.slot_count; ++s) {
      if (how_ == reduction::anchor && in_.scale(plan_.anchor[s]) != out.scale(s)) return false;
      for (index_t e = plan_.slot_begin[s]; how_ != reduction::anchor && e < plan_.slot_begin[s + 1]; ++e)
        if (plan_.source[e] != none && in_.scale(plan_.source[e]) != out.scale(s)) return false;
    }
    return true;
  }

  bool only_copies() const noexcept {
    if (how_ == reduction::anchor || how_ == reduction::concatenate) return true;
    for (index_t s = 0; s < plan_.slot_count; ++s)
      if (plan_.slot_begin[s + 1] - plan_.slot_begin[s] != 1 || has_weight(plan_.slot_begin[s])) return false;
    return true;
  }

  // Then a row is never written behind the start of its source, nor over a row that a later slot reads.
  bool moves_down() const noexcept {
    if (!row_.verbatim || how_ == reduction::concatenate || !only_copies()) return false;
    if (out_.data > in_.data || out_.stride > in_.stride) return false;
    const index_t* source = how_ == reduction::anchor ? plan_.anchor : plan_.source;
    for (index_t s = 1; s < plan_.slot_count; ++s)
      if (source[s] <= source[s - 1]) return false;
    return true;
  }

  void concatenate(index_t s, std::byte* to) const noexcept {
    for (index_t e = plan_.slot_begin[s]; e < plan_.slot_begin[s + 1]; ++e, to += row_.bytes())
      plan_.source[e] != none ? row_.copy(plan_.source + e, to) : row_.zero(to);
  }

  VTC_INLINE void reduce(index_t s, std::byte* to) const noexcept {
    const index_t first = plan_.slot_begin[s], n = plan_.slot_begin[s + 1] - first;
    if (n == 1 && !has_weight(first)) row_.copy(plan_.source + first, to);
    else if (n == 0) row_.zero(to);
    else compute(plan_.source + first, plan_.weight != nullptr ? plan_.weight + first : nullptr, n, to);
  }

  void compute(const index_t* source, const float* weight, index_t n, std::byte* to) const noexcept {
    switch (how_) {
      case reduction::mean: return kernel::mix_rows<Arch>(in_, source, nullptr, n, 1.0f / static_cast<float>(n), out_.type, to);
      case reduction::linear: return kernel::mix_rows<Arch>(in_, source, weight, n, 1.0f, out_.type, to);
      case reduction::maximum: return kernel::max_rows<Arch>(in_, source, n, out_.type, to);
      case reduction::keep_norm: return keep_norm_rows<Arch>(in_, source, weight, n, out_.type, to);
      case reduction::concatenate:
      case reduction::anchor: return;  // copied before
    }
  }

  const plan_view& plan_;
  const rows& in_;
  const mutable_rows& out_;
  const reduction how_;
  row_copy<Arch> row_;
};

// Checks is a parameter of the symbol, so that files built with and without VTC_CHECKS can meet in one program.
template <class Arch, bool Checks>
status apply_slots(const plan_view& plan, const rows& in, const mutable_rows& out, reduction how, slot_range range) noexcept {
  if (Checks && check<Arch>(plan) != status::ok) return status::bad_plan;
  application<Arch> work(plan, in, out, how);
  if (const status s = work.prepare(); s != status::ok) return s;
  work.run(range.first > 0 ? range.first : 0, range.last < plan.slot_count ? range.last : plan.slot_count);
  return status::ok;
}

}  // namespace detail

template <class Arch = default_arch>
VTC_INLINE status apply(const plan_view& plan, const rows& in, const mutable_rows& out, reduction how, slot_range range = {}) noexcept {
  return detail::apply_slots<Arch, VTC_CHECKS != 0>(plan, in, out, how, range);
}

template <class Arch = default_arch>
VTC_INLINE status apply(const plan_view& plan, const rows& in, const mutable_rows& out, slot_range range = {}) noexcept {
  return detail::apply_slots<Arch, VTC_CHECKS != 0>(plan, in, out, plan.how, range);
}

}  // namespace v0_1
}  // namespace vtc
