// K clusters around one of their rows each: every row joins the most similar medoid, the medoid becomes the row nearest to its cluster, and again.
//
// Source: k-medoids, Kaufman and Rousseeuw 1987; for tokens as in ATC, Haurum et al. 2024.
// Inputs: metric [N,D]; optionally scores [N] as weights (below zero or not finite: 0) and sizes [N], which multiply them.
// Option: iterations, at the most. The first medoids are the K rows of the highest scores; without scores each is the row farthest from all before it, from the first row on.
// Distance is 1 - cosine; the new medoid has the least sum of weight * distance to its cluster.
// Gives: K slots, a partition, equal means, or with sizes row i weighs size_i / (sum of sizes).
// Order and ties: anchor = the medoid; in method order by the first medoids. Most similar, then the earlier medoid; least sum, then the lower row.
// Cost: n^2 D an iteration. Workspace: about 210 n bytes and 64 D floats, never n x n. Errors: needs_metric, needs_budget, out_of_memory.
#pragma once

#include "vtc/kernel/order.hpp"
#include "vtc/option.hpp"
#include "vtc/plan/merge/groups.hpp"
#include "vtc/plan/select/max_min.hpp"
#include "vtc/similarity/row_sums.hpp"

namespace vtc {
inline namespace v0_1 {
namespace merge {

struct cluster_medoids {
  static constexpr input needs = input::metric;
  static constexpr input compares = input::metric;
  index_t iterations = 5;

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("iterations", self.iterations, 0, 1 << 20, "times that the medoids may move");
  }

  template <class Arch>
  void measure(const inputs& in, const task& t, workspace& memory, Arch) const noexcept {
    (void)scratch<Arch>(in, t, memory);
    const std::size_t here = memory.mark();
    if (in.scores == nullptr) similarity::row_cache<Arch>::measure(t.count, in.metric.width, memory);
    memory.rewind(here);
    similarity::measure_best_match<Arch>(t.count, t.slots, in.metric.width, memory);
    similarity::measure_row_sums<Arch>(in.metric.width, memory);
  }

  template <class Arch>
  status build(const inputs& in, const task& t, workspace& memory, plan_storage& plan, Arch) const noexcept {
    scratch<Arch> work(in, t, memory);
    if (memory.failed()) return status::out_of_memory;
    if (const status s = start<Arch>(in, t, memory, work); s != status::ok) return s;
    for (index_t round = 0; round <= iterations; ++round) {
      if (!assign<Arch>(in, t, memory, work)) return status::out_of_memory;
      if (round == iterations) break;
      bool moved = false;
      if (!move<Arch>(in, t, memory, work, moved)) return status::out_of_memory;
      if (!moved) break;
    }
    work.groups.count = t.slots;
    for (index_t g = 0; g < t.slots; ++g) work.groups.anchor[g] = t.candidate[work.medoid[g]];
    work.groups.write(t, in.sizes, plan);
    return status::ok;
  }

 private:
  template <class Arch>
  struct scratch {
    group_list groups;
    index_t *medoid, *row, *best, *sort_index;
    std::uint32_t* sort_key;
    float *norm, *cosine, *weight;
    double* sum;

    scratch(const inputs& in, const task& t, workspace& memory) noexcept : groups{} {
      groups.take(t, in.sizes != nullptr, memory);
      medoid = memory.take<index_t>(t.count);
      row = memory.take<index_t>(t.slots);
      best = memory.take<index_t>(t.count);
      sort_index = memory.take<index_t>(t.count);
      sort_key = memory.take<std::uint32_t>(2 * t.count);
      norm = memory.take<float>(t.slots);
      cosine = memory.take<float>(t.count);
      weight = memory.take<float>(t.count);
      sum = memory.take<double>(t.count);
    }
  };

  template <class Arch>
  static status start(const inputs& in, const task& t, workspace& memory, const scratch<Arch>& work) noexcept {
    for (index_t i = 0; i < t.count; ++i) {
      const index_t r = t.candidate[i];
      const float s = in.scores != nullptr ? in.scores[r] : 1.0f;
      work.weight[i] = (is_finite(s) && s > 0 ? s : 0.0f) * (in.sizes != nullptr ? in.sizes[r] : 1.0f);
      work.medoid[i] = i;
    }
    if (in.scores != nullptr) {
      for (index_t i = 0; i < t.count; ++i) work.cosine[i] = in.scores[t.candidate[i]];
      kernel::sort_descending<Arch>(work.cosine, work.medoid, t.count, work.sort_index, work.sort_key);
      return status::ok;
    }
    const std::size_t here = memory.mark();
    similarity::row_cache<Arch> cosine(in.metric, t.candidate, t.squared_norm, t.count, memory);
    if (memory.failed()) return status::out_of_memory;
    index_t found = 0;
    const status s = select::detail::farthest_first<Arch>(cosine, t.count, 0, t.slots, false, work.sum, [&](index_t pick) noexcept { work.medoid[found++] = pick; });
    if (s == status::ok) memory.rewind(here);
    return s;
  }

  template <class Arch>
  static bool assign(const inputs& in, const task& t, workspace& memory, const scratch<Arch>& work) noexcept {
    for (index_t g = 0; g < t.slots; ++g) {
      work.row[g] = t.candidate[work.medoid[g]];
      work.norm[g] = t.squared_norm[work.medoid[g]];
    }
    similarity::best_match<Arch>(kernel::listed_rows{in.metric, t.candidate}, t.count, t.squared_norm, kernel::listed_rows{in.metric, work.row}, t.slots, work.norm, memory,
                                 work.best, work.cosine);
    if (memory.failed()) return false;
    for (index_t i = 0; i < t.count; ++i) work.groups.group_of[i] = work.best[i];
    for (index_t g = 0; g < t.slots; ++g) work.groups.group_of[work.medoid[g]] = g;
    return true;
  }

  template <class Arch>
  static bool move(const inputs& in, const task& t, workspace& memory, const scratch<Arch>& work, bool& moved) noexcept {
    const index_t* group_of = work.groups.group_of;
    similarity::row_sums<Arch>(kernel::listed_rows{in.metric, t.candidate}, t.count, t.squared_norm, work.sum, memory,
                               [&](const float* cosine, index_t first, index_t columns, index_t i) noexcept {
                                 double cost = 0;
                                 for (index_t j = 0; j < columns; ++j)
                                   if (group_of[first + j] == group_of[i] && first + j != i)
                                     cost += static_cast<double>(work.weight[first + j]) * (1.0 - static_cast<double>(cosine[j]));
                                 return cost;
                               });
    if (memory.failed()) return false;
    for (index_t g = 0; g < t.slots; ++g) work.best[g] = none;
    for (index_t i = 0; i < t.count; ++i) {
      index_t& least = work.best[group_of[i]];
      if (least == none || work.sum[i] < work.sum[least]) least = i;
    }
    for (index_t g = 0; g < t.slots; ++g) {
      moved = moved || work.best[g] != work.medoid[g];
      work.medoid[g] = work.best[g];
    }
    return true;
  }
};

}  // namespace merge
}  // namespace v0_1
}  // namespace vtc
