// The front door: one policy, one budget, the compressed rows.
//
// Inputs: a policy, give(layout, tokens(x), ...), a budget, a workspace and a plan (both reused from call to call), output rows.
// Gives: plan and output: slot k of the plan is row k of `out`. For more tensors of the same picture call apply with the same plan.
// Order and ties, cost, workspace: those of the method. Errors: those of make_plan and apply; on failure no output row is written.
#pragma once

#include "vtc/apply/apply.hpp"
#include "vtc/make_plan.hpp"

namespace vtc {
inline namespace v0_1 {

template <class Arch = default_arch, class P>
status compress(const P& policy, const inputs& in, const budget& want, workspace& memory, plan_storage& plan, const mutable_rows& out) noexcept {
  if (in.tokens.empty()) return status::needs_tokens;
  if (const status s = make_plan<Arch>(policy, in, want, memory, plan); s != status::ok) return s;
  return apply<Arch>(plan.view(), in.tokens, out, plan.view().how);
}

template <class Arch = default_arch, class P, input Set>
status compress(const P& policy, const given<Set>& in, const budget& want, workspace& memory, plan_storage& plan, const mutable_rows& out) noexcept {
  check_inputs<Set, P::needs | input::tokens, detail::needs_any<P>::value>();
  return compress<Arch>(policy, static_cast<const inputs&>(in), want, memory, plan, out);
}

}  // namespace v0_1
}  // namespace vtc
