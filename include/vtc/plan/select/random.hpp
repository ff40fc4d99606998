// K rows at random, the same for the same seed on every machine: the other baseline.
//
// Source: selection sampling, Fan, Muller and Rezucha 1962; the generator is splitmix64, Steele et al. 2014.
// Inputs: the layout alone. Gives: K slots of one row each, every set of K equally likely.
// Order and ties: source order; none. Cost: O(n). Workspace: none; no global state is read or changed. Errors: needs_budget.
#pragma once

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
    // Regions draw different sets.
    std::uint64_t state = static_cast<std::uint64_t>(static_cast<std::uint32_t>(seed)) + (static_cast<std::uint64_t>(static_cast<std::uint32_t>(t.region + 1)) << 32);
    index_t wanted = t.slots;
    for (index_t i = 0; i < t.count && wanted > 0; ++i) {
      state += 0x9e3779b97f4a7c15u;
      std::uint64_t z = state;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
      z ^= z >> 31;
      const auto left = static_cast<std::uint64_t>(t.count - i);
      if ((z >> 32) * left >> 32 < static_cast<std::uint64_t>(wanted)) {
        plan.pick(t.candidate[i]);
        --wanted;
      }
    }
    plan.add_note(note::partition);
    return status::ok;
  }
};

}  // namespace select
}  // namespace v0_1
}  // namespace vtc
