// The rows that stand out by score take in their nearest rows, and one more row holds what is left of all the others.
//
// Source: LLaVA-PruMerge and PruMerge+, Shang et al. 2024.
// Inputs: scores [N] (attention of the class token), metric [N,D] (the keys). Options: neighbours, how many rows each kept row takes in; normalise divides
// a row's weights by their sum. Without a budget as many rows are kept as have outlying scores; in a budget K the extra row counts.
// neighbour_sums keeps the best K - 1. neighbour_sums_and_grid keeps the outliers and rows at even steps beside them: without a budget a step of a third of n / outliers, in a
// budget as many as are missing, at even steps of what is left.
// Gives: for every kept row x_i + sum of a_j * x_j over its nearest others, kept or not, a_j their scores, and one appended slot: the sum of a_j * x_j over all rows that are
// not kept. Scores that are not finite weigh 0. As published the class row, which only asks, is dropped.
// Order and ties: source order; in method order the best first, the grid's rows behind them, the extra row last. Higher score, higher cosine, then lower row.
// Cost: K n D. Workspace: 64 n + about 40 n bytes and 64 D floats. Errors: needs_scores, needs_metric, out_of_memory.
#pragma once

#include "vtc/plan/merge/top_k_and_rest.hpp"
#include "vtc/similarity/similarity_rows.hpp"

namespace vtc {
inline namespace v0_1 {
namespace merge {

template <bool Grid>
struct basic_neighbour_sums {
  static constexpr input needs = input::scores | input::metric;
  static constexpr input compares = input::metric;
  static constexpr bool publishes_class_row = false;
  index_t neighbours = 32;
  bool normalise = false;

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("neighbours", self.neighbours, 0, INT32_MAX, "nearest rows that a kept row takes in");
    visit("normalise", self.normalise, "divide the weights of a slot by their sum");
  }
  VTC_INLINE bounds slots(const layout&, const task& t) const noexcept {
    if (t.slots == none) return bounds{t.official ? 0 : t.count > 1 ? 2 : 1, t.count};
    return t.slots < t.count ? bounds{t.slots, t.slots} : bounds{t.count, t.count};
  }

  template <class Arch>
  void measure(const inputs& in, const task& t, workspace& memory, Arch) const noexcept {
    (void)scratch<Arch>(t, memory);
    similarity::measure_similarity_rows<Arch>(in.metric.width, memory);
  }

  template <class Arch>
  status build(const inputs& in, const task& t, workspace& memory, plan_storage& plan, Arch) const noexcept {
    scratch<Arch> work(t, memory);
    if (memory.failed()) return status::out_of_memory;
    const index_t kept = choose<Arch>(in, t, work);
    for (index_t k = 0; k < kept; k += kernel::panel_rows) {
      const index_t n = kept - k < kernel::panel_rows ? kept - k : kernel::panel_rows;
      float* row[static_cast<std::size_t>(kernel::panel_rows)];
      for (index_t r = 0; r < n; ++r) row[r] = work.cosine + static_cast<std::ptrdiff_t>(r) * t.count;
      similarity::similarity_rows<Arch>(kernel::listed_rows{in.metric, t.candidate}, t.count, t.squared_norm, work.kept + k, n, row, memory);
      if (memory.failed()) return status::out_of_memory;
      for (index_t r = 0; r < n; ++r) add_slot<Arch>(in, t, work.kept[k + r], row[r], work, plan);
    }
    plan.reduce_by(reduction::linear);
    detail::append_rest<Arch>(t, work.taken, plan, [&](index_t i) noexcept { return detail::finite_or_0(in.scores[t.candidate[i]]); });
    return status::ok;
  }

 private:
  template <class Arch>
  struct scratch {
    std::uint8_t *taken, *near;
    index_t *kept, *other, *sort_index;
    std::uint32_t* sort_key;
    float* cosine;  // [16][n]

    scratch(const task& t, workspace& memory) noexcept
        : taken(memory.take<std::uint8_t>(t.count)),
          near(memory.take<std::uint8_t>(t.count)),
          kept(memory.take<index_t>(t.count)),
          other(memory.take<index_t>(t.count)),
          sort_index(memory.take<index_t>(t.count)),
          sort_key(memory.take<std::uint32_t>(2 * t.count)),
          cosine(memory.take<float>(kernel::panel_rows, t.count)) {}
  };

  // Lists the places that are kept, in method order; taken says the same.
  template <class Arch>
  index_t choose(const inputs& in, const task& t, const scratch<Arch>& work) const noexcept {
    const index_t most = t.slots != none ? t.slots - 1 : t.count;
    index_t best = most;
    if (t.slots == none || Grid) best = vtc::detail::count_outliers<Arch>(in.scores, t.candidate, t.count, t.official);
    if (best > most) best = most;
    kernel::select_top<Arch>(in.scores, t.candidate, t.count, best, work.taken);
    index_t found = 0;
    for (index_t i = 0; i < t.count; ++i)
      if (work.taken[i] != 0) work.other[found++] = t.candidate[i];
    kernel::sort_descending<Arch>(in.scores, work.other, found, work.sort_index, work.sort_key);
    for (index_t k = 0; k < found; ++k) work.kept[k] = t.place_of(work.other[k]);
    if constexpr (Grid) found = add_grid<Arch>(t, found, most, work);
    return found;
  }

  template <class Arch>
  static index_t add_grid(const task& t, index_t found, index_t most, const scratch<Arch>& work) noexcept {
    const auto add = [&](index_t place) noexcept {
      work.taken[place] = 1;
      work.kept[found++] = place;
    };
    if (t.slots == none) {
      if (found == 0) return 0;
      // A third of 1 / ratio, cut twice, and without the last position, as published.
      index_t step = static_cast<index_t>(1 / (static_cast<double>(found) / t.count)) / 3;
      if (step < 1) step = 1;
      for (index_t i = 0; i < t.count - (t.official ? 1 : 0); i += step)
        if (work.taken[i] == 0) add(i);
      return found;
    }
    index_t left = 0;
    for (index_t i = 0; i < t.count; ++i)
      if (work.taken[i] == 0) work.other[left++] = i;
    const index_t missing = most - found;
    for (index_t k = 0; k < missing; ++k) add(work.other[(2 * static_cast<std::int64_t>(k) + 1) * left / (2 * static_cast<std::int64_t>(missing))]);
    return found;
  }

  // Place p and the rows nearest to it, ascending.
  template <class Arch>
  void add_slot(const inputs& in, const task& t, index_t p, const float* cosine, const scratch<Arch>& work, plan_storage& plan) const noexcept {
    index_t others = 0;
    for (index_t i = 0; i < t.count; ++i)
      if (i != p) work.other[others++] = i;
    const index_t k = neighbours < others ? neighbours : others;
    kernel::select_top<Arch>(cosine, work.other, others, k, work.near);
    const auto weight = [&](index_t i) noexcept { return i == p ? 1.0f : detail::finite_or_0(in.scores[t.candidate[i]]); };
    const auto counts = [&](index_t i) noexcept { return i == p || work.near[i < p ? i : i - 1] != 0; };
    double sum = 0;
    for (index_t i = 0; i < t.count; ++i)
      if (counts(i)) sum += static_cast<double>(weight(i));
    const bool divide = normalise && !t.official && sum > 0;
    plan.slot(t.candidate[p]);
    for (index_t i = 0; i < t.count; ++i)
      if (counts(i)) plan.add(t.candidate[i], divide ? static_cast<float>(static_cast<double>(weight(i)) / sum) : weight(i));
  }
};

using neighbour_sums = basic_neighbour_sums<false>;
using neighbour_sums_and_grid = basic_neighbour_sums<true>;

}  // namespace merge
}  // namespace v0_1
}  // namespace vtc
