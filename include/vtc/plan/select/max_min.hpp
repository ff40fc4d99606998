// A subset as spread out as possible: each pick is the row farthest from all picks before it.
//
// Source: DivPrune, Alvar et al. 2025 (max-min diversity; greedy, within twice of the optimum); farthest point sampling, Gonzalez 1985.
// Inputs: metric [N,D], usually the tokens. Gives: K slots of one row each.
// The first pick of max_min is the row whose nearest other row is farthest away; that of farthest_point the row with the highest score, without scores the first. Distance is 1 - cosine; a zero row has cosine 0 with everything else.
// Order and ties: source order, or order of choice in method order; larger distance, then lower row. A row is never picked twice; as published,
// picked rows stay in the race, so that with fewer distinct rows than K some come twice (note duplicate), and the order is that of the source.
// Cost: n^2 D for the first pick, then n D a pick at the most (16 rows a pass). Workspace: about 150 n bytes and 64 D floats, never n x n.
// Errors: needs_metric, needs_budget, out_of_memory.
#pragma once

#include "vtc/kernel/order.hpp"
#include "vtc/planner.hpp"
#include "vtc/similarity/best_match.hpp"
#include "vtc/similarity/row_cache.hpp"

namespace vtc {
inline namespace v0_1 {
namespace select {

namespace detail {

// visit(pick) for k rows, each the farthest from all before it; distance [n] is scratch. repeats: picked rows stay in the race.
template <class Arch, class Visit>
status farthest_first(similarity::row_cache<Arch>& cosine, index_t n, index_t first, index_t k, bool repeats, double* distance, Visit&& visit) noexcept {
  constexpr double picked = -std::numeric_limits<double>::infinity();
  for (index_t i = 0; i < n; ++i) distance[i] = 2;
  index_t pick = first;
  for (index_t p = 0; p < k; ++p) {
    visit(pick);
    if (p + 1 == k) break;
    const float* row = cosine.row(pick, distance);
    if (row == nullptr) return status::out_of_memory;
    if (!repeats) distance[pick] = picked;
    index_t next = none;
    for (index_t i = 0; i < n; ++i) {
      const double d = 1.0 - static_cast<double>(row[i]);
      if (d < distance[i]) distance[i] = d;
      if (next == none || distance[i] > distance[next]) next = i;
    }
    pick = next;
  }
  return status::ok;
}

}  // namespace detail

struct max_min {
  static constexpr input needs = input::metric;
  static constexpr input compares = input::metric;

  template <class Arch>
  void measure(const inputs& in, const task& t, workspace& memory, Arch) const noexcept {
    (void)memory.take<double>(t.count);
    (void)memory.take<index_t>(t.official ? t.count : 0);
    const std::size_t here = memory.mark();
    measure_first<Arch>(in, t, memory);
    memory.rewind(here);
    similarity::row_cache<Arch>::measure(t.count, in.metric.width, memory);
  }

  template <class Arch>
  status build(const inputs& in, const task& t, workspace& memory, plan_storage& plan, Arch) const noexcept {
    double* distance = memory.take<double>(t.count);  // to the nearest pick
    index_t* times = memory.take<index_t>(t.official ? t.count : 0);  // how often each row was picked
    const index_t first = first_pick<Arch>(in, t, memory);
    similarity::row_cache<Arch> cosine(in.metric, t.candidate, t.squared_norm, t.count, memory);
    if (memory.failed()) return status::out_of_memory;
    for (index_t i = 0; t.official && i < t.count; ++i) times[i] = 0;
    const status s = detail::farthest_first<Arch>(cosine, t.count, first, t.slots, t.official, distance, [&](index_t pick) noexcept {
      if (t.official) ++times[pick];
      else plan.pick(t.candidate[pick]);
    });
    if (s != status::ok) return s;
    for (index_t i = 0; t.official && i < t.count; ++i)
      for (index_t k = 0; k < times[i]; ++k) plan.pick(t.candidate[i]);
    plan.add_note(t.official ? note::duplicate : note::partition);
    return status::ok;
  }

 private:
  template <class Arch>
  static void measure_first(const inputs& in, const task& t, workspace& memory) noexcept {
    (void)memory.take<index_t>(t.count);
    (void)memory.take<float>(t.count);
    similarity::measure_best_other<Arch>(t.count, in.metric.width, memory);
  }

  // The row whose most similar other row is least similar.
  template <class Arch>
  static index_t first_pick(const inputs& in, const task& t, workspace& memory) noexcept {
    const std::size_t here = memory.mark();
    index_t* nearest = memory.take<index_t>(t.count);
    float* cosine = memory.take<float>(t.count);
    const kernel::listed_rows all{in.metric, t.candidate};
    index_t pick = 0;
    if (t.count > 1 && !memory.failed()) {
      similarity::best_other<Arch>(all, t.count, t.squared_norm, memory, nearest, cosine);
      for (index_t i = 1; !memory.failed() && i < t.count; ++i)
        if (cosine[i] < cosine[pick]) pick = i;
    }
    if (!memory.failed()) memory.rewind(here);
    return pick;
  }
};

struct farthest_point {
  static constexpr input needs = input::metric;
  static constexpr input compares = input::metric;

  template <class Arch>
  void measure(const inputs& in, const task& t, workspace& memory, Arch) const noexcept {
    (void)memory.take<double>(t.count);
    similarity::row_cache<Arch>::measure(t.count, in.metric.width, memory);
  }

  template <class Arch>
  status build(const inputs& in, const task& t, workspace& memory, plan_storage& plan, Arch) const noexcept {
    double* distance = memory.take<double>(t.count);
    similarity::row_cache<Arch> cosine(in.metric, t.candidate, t.squared_norm, t.count, memory);
    if (memory.failed()) return status::out_of_memory;
    index_t first = 0;
    for (index_t i = 1; in.scores != nullptr && i < t.count; ++i)
      if (kernel::rank_key(in.scores[t.candidate[i]]) > kernel::rank_key(in.scores[t.candidate[first]])) first = i;
    plan.add_note(note::partition);
    return detail::farthest_first<Arch>(cosine, t.count, first, t.slots, false, distance, [&](index_t pick) noexcept { plan.pick(t.candidate[pick]); });
  }
};

}  // namespace select
}  // namespace v0_1
}  // namespace vtc
