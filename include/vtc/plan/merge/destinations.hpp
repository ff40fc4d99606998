// Some rows are destinations, by their place or by lot; every other row merges into the destination that it is most similar to.
//
// Source: the kth and the random variant of ToMe, Bolya et al. 2023.
// Inputs: metric [N,D]; optionally sizes [N]. strided_destinations: option stride, n / stride groups where no budget is given; random_destinations: option seed.
// Gives: K slots, a partition, equal means of their rows, or with sizes row i weighs size_i / (sum of sizes). Strided: the rows are cut into K runs as even as they
// can be and the last of each run is its destination. As published with a stride, destinations are every stride-th row and what is left behind the last is dropped.
// Order and ties: anchor = the destination; in method order strided slots ascend, random ones stand in the order of the lot (published: of the permutation).
// Higher similarity, then the destination that stands earlier. Cost: (n - K) K D. Workspace: about 60 n bytes and 64 D floats, never n x n.
// Errors: needs_metric, needs_budget, out_of_memory.
#pragma once

#include "vtc/kernel/random_sequence.hpp"
#include "vtc/kernel/row_source.hpp"
#include "vtc/option.hpp"
#include "vtc/planner.hpp"
#include "vtc/plan/merge/groups.hpp"
#include "vtc/similarity/best_match.hpp"

namespace vtc {
inline namespace v0_1 {
namespace merge {

namespace detail {

// `place` lists candidates: the destinations in the order of their groups, then the rows that look for one.
template <class Arch>
struct to_destinations {
  group_list groups;
  index_t *place, *row, *best;
  float *norm, *cosine;

  to_destinations(const inputs& in, const task& t, workspace& memory) noexcept : groups{} {
    groups.take(t, in.sizes != nullptr, memory);
    place = memory.take<index_t>(t.count);
    row = memory.take<index_t>(t.count);
    best = memory.take<index_t>(t.count);
    norm = memory.take<float>(t.count);
    cosine = memory.take<float>(t.count);
  }
  static void measure(const inputs& in, const task& t, index_t destinations, workspace& memory) noexcept {
    (void)to_destinations(in, t, memory);
    similarity::measure_best_match<Arch>(t.count - destinations, destinations, in.metric.width, memory);
  }

  status join(const inputs& in, const task& t, index_t destinations, index_t sources, workspace& memory, plan_storage& plan) noexcept {
    for (index_t i = 0; i < destinations + sources; ++i) {
      row[i] = t.candidate[place[i]];
      norm[i] = t.squared_norm[place[i]];
    }
    if (sources > 0)
      similarity::best_match<Arch>(kernel::listed_rows{in.metric, row + destinations}, sources, norm + destinations, kernel::listed_rows{in.metric, row}, destinations, norm,
                                   memory, best, cosine);
    if (memory.failed()) return status::out_of_memory;
    for (index_t i = 0; i < t.count; ++i) groups.group_of[i] = none;
    for (index_t g = 0; g < destinations; ++g) {
      groups.group_of[place[g]] = g;
      groups.anchor[g] = row[g];
    }
    for (index_t i = 0; i < sources; ++i) groups.group_of[place[destinations + i]] = best[i];
    groups.count = destinations;
    groups.write(t, in.sizes, plan);
    return status::ok;
  }
};

}  // namespace detail

struct strided_destinations {
  static constexpr input needs = input::metric;
  static constexpr input compares = input::metric;
  index_t stride = 0;

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("stride", self.stride, 0, INT32_MAX, "rows for each destination, where no budget is given (0: none)");
  }
  VTC_INLINE index_t own_count(const task& t) const noexcept { return stride <= 0 ? none : t.count / stride > 0 ? t.count / stride : 1; }

  template <class Arch>
  void measure(const inputs& in, const task& t, workspace& memory, Arch) const noexcept {
    detail::to_destinations<Arch>::measure(in, t, t.slots, memory);
  }

  template <class Arch>
  status build(const inputs& in, const task& t, workspace& memory, plan_storage& plan, Arch) const noexcept {
    detail::to_destinations<Arch> work(in, t, memory);
    if (memory.failed()) return status::out_of_memory;
    const bool drops = t.official && stride > 0 && t.slots == t.count / stride;
    const index_t last = drops ? t.slots * stride : t.count;
    index_t found = 0, source = t.slots;
    for (index_t i = 0; i < last; ++i) {
      const std::int64_t end = drops ? static_cast<std::int64_t>(found + 1) * stride : (static_cast<std::int64_t>(found) + 1) * t.count / t.slots;
      if (found < t.slots && i + 1 == end) work.place[found++] = i;
      else work.place[source++] = i;
    }
    return work.join(in, t, t.slots, last - t.slots, memory, plan);
  }
};

struct random_destinations {
  static constexpr input needs = input::metric;
  static constexpr input compares = input::metric;
  index_t seed = 0;

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("seed", self.seed, 0, INT32_MAX, "start of the random sequence");
  }

  template <class Arch>
  void measure(const inputs& in, const task& t, workspace& memory, Arch) const noexcept {
    detail::to_destinations<Arch>::measure(in, t, t.slots, memory);
  }

  template <class Arch>
  status build(const inputs& in, const task& t, workspace& memory, plan_storage& plan, Arch) const noexcept {
    detail::to_destinations<Arch> work(in, t, memory);
    if (memory.failed()) return status::out_of_memory;
    kernel::random_sequence draw(seed, t.region);
    for (index_t i = 0; i < t.count; ++i) work.place[i] = i;
    for (index_t i = 0; i < t.slots; ++i) {  // the first K of a shuffled list
      const index_t other = i + draw.below(t.count - i), place = work.place[other];
      work.place[other] = work.place[i];
      work.place[i] = place;
    }
    return work.join(in, t, t.slots, t.count - t.slots, memory, plan);
  }
};

}  // namespace merge
}  // namespace v0_1
}  // namespace vtc
