// The K rows with the highest scores.
//
// Source: the selection rule of FasterVLM, Zhang et al. 2024, and many others.
// Inputs: scores [N]; only candidates compete. Gives: K slots of one row each.
// Order and ties: source order, or best first in method order; higher score, then lower row. NaN scores rank last.
// Cost: O(n). Workspace: n bytes, 12 n more in method order. Errors: needs_scores, needs_budget, out_of_memory.
#pragma once

#include "vtc/kernel/order.hpp"
#include "vtc/planner.hpp"

namespace vtc {
inline namespace v0_1 {
namespace select {

struct top_k {
  static constexpr input needs = input::scores;
  static constexpr bool reads_scores = true;

  template <class Arch>
  void measure(const inputs&, const task& t, workspace& memory, Arch) const noexcept {
    (void)memory.take<std::uint8_t>(t.count);
  }

  template <class Arch>
  status build(const inputs& in, const task& t, workspace& memory, plan_storage& plan, Arch) const noexcept {
    auto* taken = memory.take<std::uint8_t>(t.count);
    if (memory.failed()) return status::out_of_memory;
    kernel::select_top<Arch>(in.scores, t.candidate, t.count, t.slots, taken);
    for (index_t i = 0; i < t.count; ++i)
      if (taken[i] != 0) plan.pick(t.candidate[i]);
    plan.add_note(note::partition);
    return status::ok;
  }
};

}  // namespace select
}  // namespace v0_1
}  // namespace vtc
