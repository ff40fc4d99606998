// The library compiled for one instruction set, behind plain function pointers.
//
// engine.cpp is the only file of the tool that is compiled more than once, each time with the flags of another instruction set. Nothing
// but calls of the library that name their architecture may stand in it: any other function (of the standard library, of this tool)
// would exist once per file under the same name, and the linker would hand one of them, perhaps the AVX-512 one, to everybody.
#pragma once

#include "vtc/apply/apply.hpp"
#include "vtc/budget/budget.hpp"
#include "vtc/inputs.hpp"
#include "vtc/plan/plan.hpp"
#include "vtc/workspace.hpp"

namespace tool {

struct engine {
  // `policy` points to the method at this place of the catalogue.
  vtc::status (*make_plan)(vtc::index_t place, const void* policy, const vtc::inputs& in, const vtc::budget& want, vtc::workspace& memory,
                           vtc::plan_storage& plan) noexcept;
  vtc::status (*apply)(const vtc::plan_view& plan, const vtc::rows& in, const vtc::mutable_rows& out, vtc::reduction how,
                       vtc::index_t first_slot, vtc::index_t last_slot) noexcept;
};

}  // namespace tool
