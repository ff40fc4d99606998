// The K rows with the highest scores.
//
// Source: the selection rule of FasterVLM, Zhang et al. 2024, and many others.
// Inputs: scores [N]; only candidates compete. Gives: K slots of one row each.
// Order and ties: source order (top_k as published, too), or best first in method order; higher score, then lower row. NaN scores rank last.
// Cost: O(n). Workspace: n bytes, 16 K more in method order. Errors: needs_scores, needs_budget, out_of_memory.
#pragma once

#include "vtc/kernel/order.hpp"
#include "vtc/planner.hpp"

namespace vtc {
inline namespace v0_1 {
namespace select {

// PublishedBestFirst: whether the published code writes the best row first.
template <bool PublishedBestFirst>
struct basic_top_k {
  static constexpr input needs = input::scores;

  template <class Arch>
  void measure(const inputs&, const task& t, workspace& memory, Arch) const noexcept {
    (void)scratch<Arch>(t, memory);
  }

  template <class Arch>
  status build(const inputs& in, const task& t, workspace& memory, plan_storage& plan, Arch) const noexcept {
    scratch<Arch> work(t, memory);
    if (memory.failed()) return status::out_of_memory;
    kernel::select_top<Arch>(in.scores, t.candidate, t.count, t.slots, work.taken);
    plan.add_note(note::partition);
    index_t found = 0;
    for (index_t i = 0; i < t.count; ++i) {
      if (work.taken[i] == 0) continue;
      if (best_first(t)) work.best[found++] = t.candidate[i];
      else plan.pick(t.candidate[i]);
    }
    if (best_first(t)) kernel::sort_descending<Arch>(in.scores, work.best, found, work.sort_index, work.sort_key);
    for (index_t i = 0; i < found; ++i) plan.pick(work.best[i]);
    return status::ok;
  }

 private:
  VTC_INLINE static bool best_first(const task& t) noexcept { return t.order == slot_order::method && (!t.official || PublishedBestFirst); }

  template <class Arch>
  struct scratch {
    std::uint8_t* taken;
    index_t *best, *sort_index;
    std::uint32_t* sort_key;

    scratch(const task& t, workspace& memory) noexcept
        : taken(memory.take<std::uint8_t>(t.count)),
          best(memory.take<index_t>(best_first(t) ? t.slots : 0)),
          sort_index(memory.take<index_t>(best_first(t) ? t.slots : 0)),
          sort_key(memory.take<std::uint32_t>(best_first(t) ? 2 * t.slots : 0)) {}
  };
};

using top_k = basic_top_k<false>;
using top_k_best_first = basic_top_k<true>;

}  // namespace select
}  // namespace v0_1
}  // namespace vtc
