// A plan applied to rows, and what an output tensor then looks like.
#pragma once

#include "engine.hpp"
#include "rows_file.hpp"

namespace tool {

// Slots x width, which `concatenate` multiplies by the entries of a slot. Fault: bad_shape.
rows_out make_output(const vtc::plan_view& plan, const vtc::rows& in, vtc::reduction how, vtc::element element);

// On all lanes, each with its share of the slots. Faults: those of vtc::apply.
void apply_plan(const engine& functions, const vtc::executor& threads, const vtc::plan_view& plan, const vtc::rows& in,
                const vtc::mutable_rows& out, vtc::reduction how);

}  // namespace tool
