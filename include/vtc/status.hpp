// The outcome of every call: one value that names the fault, and a sentence for it.
//
// Gives: `status::ok` or the first fault found. On any other value nothing was written.
// Order: a status does not convert to bool; compare with status::ok.
// Cost: none. Workspace: none. Errors: this is the list.
#pragma once

#include "vtc/config.hpp"

namespace vtc {
inline namespace v0_1 {

enum class [[nodiscard]] status : std::uint8_t {
  ok,
  out_of_memory,          // the workspace, the plan or the caller's scratch is too small and cannot grow
  null_rows,              // rows without data
  bad_shape,              // a zero or negative size, or a product that overflows
  unknown_element,        // an element type that this call does not read or write
  shapes_differ,          // two inputs that must agree in rows or width do not
  bad_index,              // a row number outside the rows
  grid_mismatch,          // a layout whose regions do not fit its rows
  keep_is_zero,           // a budget that keeps nothing
  keep_below_protected,   // a budget smaller than the rows that must stay
  no_valid_row,           // every row is padding
  needs_tokens,           // from here: the method's input that was not given
  needs_metric,
  needs_aligned,
  needs_text,
  needs_reference,
  needs_attention,
  needs_projections,
  needs_scores,
  needs_sizes,
  needs_geometry,
  needs_tensor,           // a tensor of the method's own (its weights, a second attention) is missing or has another shape
  needs_budget,           // the method cannot choose a count by itself
  budget_unsupported,     // a budget rule that this method cannot follow
  option_out_of_range,    // an option of the method that contradicts its budget or its rows
  output_too_small,
  output_overlaps,        // input and output share memory in a way that is not an ascending selection
  reduction_unsupported,  // a plan that this reduction, composition or way back does not fit
  not_a_partition,        // restore and exact sizes need every source in at most one slot
  bad_plan                // a plan that breaks an invariant; see plan/check.hpp
};

VTC_INLINE const char* message(status s) noexcept {
  switch (s) {
    case status::ok: return "ok";
    case status::out_of_memory: return "the workspace or the plan is too small and cannot grow";
    case status::null_rows: return "rows were given without data";
    case status::bad_shape: return "a size is zero, negative or too large";
    case status::unknown_element: return "this element type is not supported here";
    case status::shapes_differ: return "two inputs that must have the same rows or width differ";
    case status::bad_index: return "a row number lies outside the rows";
    case status::grid_mismatch: return "the layout does not fit the rows";
    case status::keep_is_zero: return "the budget keeps no row";
    case status::keep_below_protected: return "the budget is smaller than the rows that must stay";
    case status::no_valid_row: return "no row is valid";
    case status::needs_tokens: return "this method needs the tokens";
    case status::needs_metric: return "this method needs the rows that similarity is measured on (metric)";
    case status::needs_aligned: return "this method needs token features in the space of the text (aligned)";
    case status::needs_text: return "this method needs text embeddings (text)";
    case status::needs_reference: return "this method needs the rows of the frame before (reference)";
    case status::needs_attention: return "this method needs attention weights (attention)";
    case status::needs_projections: return "this method needs attention weights or queries and keys (projections)";
    case status::needs_scores: return "this method needs one score per token (scores)";
    case status::needs_sizes: return "this method needs the size of every token (sizes)";
    case status::needs_geometry: return "this method needs a layout with a grid (geometry)";
    case status::needs_tensor: return "a tensor of the method's own is missing or has another shape";
    case status::needs_budget: return "this method needs a count: pass a budget";
    case status::budget_unsupported: return "this method cannot follow this kind of budget";
    case status::option_out_of_range: return "an option of the method is out of range";
    case status::output_too_small: return "the output has too few rows or columns";
    case status::output_overlaps: return "input and output overlap";
    case status::reduction_unsupported: return "this reduction does not fit the plan";
    case status::not_a_partition: return "a source row feeds more than one slot";
    case status::bad_plan: return "the plan breaks an invariant";
  }
  return "unknown status";
}

// The name of the enumerator, for logs and for the tool's error line.
VTC_INLINE const char* name(status s) noexcept {
  constexpr const char* names[] = {
      "ok", "out_of_memory", "null_rows", "bad_shape", "unknown_element", "shapes_differ", "bad_index", "grid_mismatch",
      "keep_is_zero", "keep_below_protected", "no_valid_row", "needs_tokens", "needs_metric", "needs_aligned", "needs_text",
      "needs_reference", "needs_attention", "needs_projections", "needs_scores", "needs_sizes", "needs_geometry",
      "needs_tensor",       "needs_budget", "budget_unsupported", "option_out_of_range", "output_too_small", "output_overlaps", "reduction_unsupported",
      "not_a_partition", "bad_plan"};
  static_assert(sizeof(names) / sizeof(names[0]) == static_cast<std::size_t>(status::bad_plan) + 1, "one name per status");
  const auto i = static_cast<std::size_t>(s);
  return i < sizeof(names) / sizeof(names[0]) ? names[i] : "unknown";
}

}  // namespace v0_1
}  // namespace vtc
