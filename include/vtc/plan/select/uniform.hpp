// K rows at even distances: the baseline that every method has to beat.
//
// Inputs: the layout alone. Gives: K slots of one row each: candidate floor((2 i + 1) n / (2 K)), i = 0 .. K-1.
// Order and ties: source order; none. Cost: O(K). Workspace: none. Errors: needs_budget.
#pragma once

#include "vtc/planner.hpp"

namespace vtc {
inline namespace v0_1 {
namespace select {

struct uniform {
  static constexpr input needs = input::nothing;

  template <class Arch>
  status build(const inputs&, const task& t, workspace&, plan_storage& plan, Arch) const noexcept {
    const std::int64_t n = t.count, k = t.slots;
    for (std::int64_t i = 0; i < k; ++i) plan.pick(t.candidate[(2 * i + 1) * n / (2 * k)]);
    plan.add_note(note::partition);
    return status::ok;
  }
};

}  // namespace select
}  // namespace v0_1
}  // namespace vtc
