// Rows that a middle layer attends to with their neighbours in the grid, then the rows that a deep layer attends to.
//
// Source: HiPrune, Liu et al. 2025.
// Inputs: scores [N], the attention received in the deep layer; the tensor `middle` [N], the same of a middle layer; the grid.
// Options: alpha, the share of K that goes to anchors and neighbours: round(K alpha / 5) anchors, half to even, each with up to four neighbours.
// Gives: K slots of one row each. Neighbours are cells of the same frame; as published they are the rows i - W, i - 1, i + 1, i + W by number, so that a
// neighbour may lie at the other end of the next grid row. Protected rows and padding are no neighbours. Should they be more than K, the first anchors count.
// Order and ties: source order; in method order as well. Higher score, then lower row. Cost: O(N). Workspace: 6 n + 4 N bytes.
// Errors: needs_scores, needs_geometry, needs_tensor, needs_budget, out_of_memory.
#pragma once

#include "vtc/budget/rate.hpp"
#include "vtc/kernel/order.hpp"
#include "vtc/option.hpp"
#include "vtc/planner.hpp"
#include "vtc/plan/select/side_scores.hpp"

namespace vtc {
inline namespace v0_1 {
namespace select {

struct anchors_and_registers {
  static constexpr input needs = input::scores | input::geometry;
  float alpha = 0.1f;
  rows middle{};

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("alpha", self.alpha, 0.0f, 5.0f, "share of K for anchors and their neighbours");
  }
  template <class Self, class Visit>
  VTC_INLINE static void tensors(Self& self, Visit&& visit) noexcept {
    visit("middle", self.middle, "attention received in a middle layer [N]");
  }
  VTC_INLINE status check_tensors(const inputs& in) const noexcept { return check_side_scores(middle, in.where.count); }

  template <class Arch>
  void measure(const inputs& in, const task& t, workspace& memory, Arch) const noexcept {
    (void)scratch<Arch>(in.where.count, t, memory);
  }

  template <class Arch>
  status build(const inputs& in, const task& t, workspace& memory, plan_storage& plan, Arch) const noexcept {
    scratch<Arch> work(in.where.count, t, memory);
    if (memory.failed()) return status::out_of_memory;
    copy_side_scores<Arch>(middle, in.where.count, work.score);
    const index_t k = t.slots;
    index_t anchors = round_count(static_cast<double>(k) * as_decimal(alpha) / 5, rate_rounding::half_to_even);
    anchors = anchors < k ? anchors : k;
    kernel::select_top<Arch>(work.score, t.candidate, t.count, anchors, work.taken);
    for (index_t i = 0; i < t.count; ++i) work.around[i] = 0;
    if (t.official) mark_by_number<Arch>(in.where, t, work);
    else mark_in_grid<Arch>(in.where, t, work);
    index_t found = anchors, rest = 0;
    for (index_t i = 0; i < t.count && found < k; ++i) {
      if (work.around[i] == 0 || work.taken[i] != 0) continue;
      work.taken[i] = 1;
      ++found;
    }
    for (index_t i = 0; i < t.count; ++i)
      if (work.taken[i] == 0) work.rest[rest++] = t.candidate[i];
    kernel::select_top<Arch>(in.scores, work.rest, rest, k - found, work.around);
    for (index_t i = 0, r = 0; i < t.count; ++i)
      if (work.taken[i] != 0 || work.around[r++] != 0) plan.pick(t.candidate[i]);
    plan.add_note(note::partition);
    return status::ok;
  }

 private:
  template <class Arch>
  struct scratch {
    float* score;          // [N] of the middle layer
    std::uint8_t *taken;   // [n] anchors, then all that stay
    std::uint8_t *around;  // [n] neighbours of anchors
    index_t* rest;         // [n]

    scratch(index_t row_count, const task& t, workspace& memory) noexcept
        : score(memory.take<float>(row_count)),
          taken(memory.take<std::uint8_t>(t.count)),
          around(memory.take<std::uint8_t>(t.count)),
          rest(memory.take<index_t>(t.count)) {}
  };

  template <class Arch>
  static void mark_in_grid(const layout& where, const task& t, const scratch<Arch>& work) noexcept {
    const index_t first = t.region != none ? t.region : 0, last = t.region != none ? t.region + 1 : where.parts();
    const auto mark = [&](index_t row) noexcept {
      const index_t place = t.place_of(row);
      if (place != none) work.around[place] = 1;
    };
    for (index_t g = first; g < last; ++g) {
      const region p = where.part(g);
      for (index_t f = 0; f < p.frames; ++f)
        for (index_t y = 0; y < p.height; ++y)
          for (index_t x = 0; x < p.width; ++x) {
            const index_t place = t.place_of(p.at(f, y, x));
            if (place == none || work.taken[place] == 0) continue;
            if (y > 0) mark(p.at(f, y - 1, x));
            if (x > 0) mark(p.at(f, y, x - 1));
            if (x + 1 < p.width) mark(p.at(f, y, x + 1));
            if (y + 1 < p.height) mark(p.at(f, y + 1, x));
          }
    }
  }

  // As published: by number, clamped to the first and the last row.
  template <class Arch>
  static void mark_by_number(const layout& where, const task& t, const scratch<Arch>& work) noexcept {
    const index_t width = where.part(t.region != none ? t.region : 0).width;
    for (index_t i = 0; i < t.count; ++i) {
      if (work.taken[i] == 0) continue;
      const index_t steps[] = {-width, -1, 1, width};
      for (const index_t step : steps) {
        const index_t at = i + step;
        work.around[at < 0 ? 0 : at < t.count ? at : t.count - 1] = 1;
      }
    }
  }
};

}  // namespace select
}  // namespace v0_1
}  // namespace vtc
