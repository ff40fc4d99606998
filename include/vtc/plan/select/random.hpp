// K rows at random, the same for the same seed on every machine: the other baseline.
//
// Source: selection sampling, Fan, Muller and Rezucha 1962; the generator is splitmix64, Steele et al. 2014.
// Inputs: the layout alone. Gives: K slots of one row each, every set of K equally likely.
// Order and ties: source order; none. Cost: O(n). Workspace: none; no global state is read or changed. Errors: needs_budget.
#pragma once

#include "vtc/kernel/random_sequence.hpp"
#include "vtc/option.hpp"
#include "vtc/planner.hpp"

namespace vtc {
inline namespace v0_1 {
namespace select {

struct random {
  static constexpr input needs = input::nothing;
  index_t seed = 0;

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("seed", self.seed, 0, INT32_MAX, "start of the random sequence");
  }

  template <class Arch>
  status build(const inputs&, const task& t, workspace&, plan_storage& plan, Arch) const noexcept {
    kernel::random_sequence draw(seed, t.region);
    index_t wanted = t.slots;
    for (index_t i = 0; i < t.count && wanted > 0; ++i) {
      if (draw.below(t.count - i) >= wanted) continue;
      plan.pick(t.candidate[i]);
      --wanted;
    }
    plan.add_note(note::partition);
    return status::ok;
  }
};

}  // namespace select
}  // namespace v0_1
}  // namespace vtc
