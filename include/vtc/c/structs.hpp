// The structs of the C interface as those of the library.
//
// Inputs: structs of vtc.h. Gives: theirs in C++, checked as far as an enumeration needs it; unknown numbers become values that every call refuses.
// Order and ties: none. Cost: none. Workspace: none. Errors: bad_shape for a budget that is none.
#pragma once

#include <cstddef>

#include "vtc/budget/budget.hpp"
#include "vtc/c/vtc.h"
#include "vtc/inputs.hpp"
#include "vtc/plan/plan.hpp"

namespace vtc {
inline namespace v0_1 {
namespace c {

VTC_INLINE element element_of(std::int32_t e) noexcept { return static_cast<element>(e >= 0 && e < 255 ? e : 255); }
VTC_INLINE affine affine_of(float scale, std::int32_t zero_point, const float* row_scale) noexcept {
  return affine{scale == 0 ? 1 : scale, zero_point, row_scale};
}

VTC_INLINE rows rows_of(const vtc_rows& x) noexcept {
  return view(element_of(x.element), x.data, x.count, x.width, x.stride, affine_of(x.scale, x.zero_point, x.row_scale));
}
VTC_INLINE mutable_rows rows_of(const vtc_output& x) noexcept {
  return view(element_of(x.element), x.data, x.count, x.width, x.stride, affine_of(x.scale, x.zero_point, x.row_scale));
}

VTC_INLINE attention_weights attention_of(const vtc_attention& a) noexcept {
  const element type = element_of(a.element);
  const std::ptrdiff_t query = a.query_stride != 0 ? a.query_stride : static_cast<std::ptrdiff_t>(size_of(type)) * a.keys;
  const std::ptrdiff_t head = a.head_stride != 0 ? a.head_stride : query * a.queries;
  return attention_weights{a.data, type, a.heads, a.queries, a.keys, head, query, a.class_row};
}

// The one struct that comes in arrays is read in place.
static_assert(sizeof(vtc_region) == sizeof(region) && offsetof(vtc_region, width) == offsetof(region, width) &&
                  offsetof(vtc_region, frame_pitch) == offsetof(region, frame_pitch) &&
                  offsetof(vtc_region, block) == offsetof(region, block),
              "vtc_region and region lie the same");
VTC_INLINE layout layout_of(const vtc_layout& where) noexcept {
  return layout{where.count, reinterpret_cast<const region*>(where.regions), where.region_count, where.protect, where.valid};
}

VTC_INLINE inputs inputs_of(const vtc_inputs& in) noexcept {
  inputs out{};
  out.where = layout_of(in.where);
  out.tokens = rows_of(in.tokens);
  out.metric = rows_of(in.metric);
  out.aligned = rows_of(in.aligned);
  out.text = rows_of(in.text);
  out.reference = rows_of(in.reference);
  out.attention = attention_of(in.attention);
  out.projections =
      projection_rows{rows_of(in.projections.queries), rows_of(in.projections.keys), in.projections.heads, in.projections.scale, in.projections.class_row};
  out.scores = in.scores;
  out.sizes = in.sizes;
  out.boost = in.boost;
  return out;
}

VTC_INLINE status budget_of(const vtc_budget& b, budget& out) noexcept {
  if (b.rule < 0 || b.rule > VTC_BY_PERPLEXITY || b.rounding < 0 || b.rounding > VTC_ROUND_UP) return status::bad_shape;
  if (b.allowed_count < 0 || b.allowed_count > index_list::capacity || (b.allowed_count > 0 && b.allowed == nullptr))
    return status::bad_shape;
  out = budget{};
  out.by = static_cast<budget::rule>(b.rule);
  out.slots = b.slots;
  out.numerator = b.numerator;
  out.denominator = b.denominator;
  out.share = b.share;
  out.least = b.least;
  out.most = b.most;
  out.step = b.multiple;
  out.margin = b.margin;
  out.allowed.count = b.allowed_count;
  for (std::int32_t i = 0; i < b.allowed_count; ++i) out.allowed.value[i] = b.allowed[i];
  out.round = static_cast<rounding>(b.rounding);
  out.per_region = b.each_region != 0;
  out.order = b.method_order != 0 || b.official != 0 ? slot_order::method : slot_order::source;
  out.official = b.official != 0;
  return status::ok;
}

VTC_INLINE plan_view plan_of(const vtc_plan& p) noexcept {
  return plan_view{p.source_count, p.slot_count,
                   p.entry_count,  p.slot_begin,
                   p.source,       p.weight,
                   p.anchor,       static_cast<reduction>(p.reduction >= 0 && p.reduction < 255 ? p.reduction : 255),
                   p.appended,     cells{p.frames, p.height, p.width},
                   p.notes};
}
VTC_INLINE vtc_plan plan_of(const plan_view& p) noexcept {
  return vtc_plan{
      p.source_count, p.slot_count,   p.entry_count,  p.slot_begin,  p.source, p.weight, p.anchor, static_cast<std::int32_t>(p.how),
      p.appended,     p.shape.frames, p.shape.height, p.shape.width, p.notes};
}

static_assert(VTC_BAD_PLAN == static_cast<int>(status::bad_plan) && VTC_NEEDS_TENSOR == static_cast<int>(status::needs_tensor),
              "one number per status");
static_assert(VTC_ANCHOR == static_cast<int>(reduction::anchor) && VTC_I32 == static_cast<int>(element::i32), "the same numbers in C");
static_assert(VTC_BY_PERPLEXITY == static_cast<int>(budget::rule::perplexity) && VTC_ROUND_UP == static_cast<int>(rounding::up),
              "the same numbers in C");
static_assert(VTC_INPUT_BOOST == static_cast<int>(input::boost), "the same numbers in C");

}  // namespace c
}  // namespace v0_1
}  // namespace vtc
