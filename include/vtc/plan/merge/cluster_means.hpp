// K clusters around their means: every row joins the nearest mean, means move, and again.
//
// Source: k-means, Lloyd 1982; weighted by attention for tokens: Token Pooling, Marin et al. 2023.
// Inputs: metric [N,D]; weighted_cluster_means: scores [N] as weights (below zero or not finite: 0); optionally sizes [N], which multiply the weights.
// Option: iterations, at the most. The first means are K rows at even steps; distances are Euclidean. An empty cluster gets the row that lies farthest from its own mean,
// of a cluster that has others.
// Gives: K slots, a partition, means by weight (without any weight in a cluster equal ones).
// Order and ties: anchor = the member nearest to its mean (within a millionth of its squared length: the lower row); in method order by the places of the first means. Nearer mean, then the earlier one; farther or nearer row, then the lower one.
// Cost: K n D an iteration. Workspace: about 60 n bytes and 64 D floats, never n x n. Errors: needs_metric, needs_scores, needs_budget, out_of_memory.
#pragma once

#include <limits>

#include "vtc/kernel/squared_norms.hpp"
#include "vtc/option.hpp"
#include "vtc/planner.hpp"
#include "vtc/plan/merge/groups.hpp"
#include "vtc/similarity/sweep.hpp"

namespace vtc {
inline namespace v0_1 {
namespace merge {

template <bool Weighted>
struct basic_cluster_means {
  static constexpr input needs = Weighted ? input::metric | input::scores : input::metric;
  static constexpr input compares = input::metric;
  index_t iterations = 10;

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("iterations", self.iterations, 1, 1 << 20, "times that the means may move");
  }

  template <class Arch>
  void measure(const inputs& in, const task& t, workspace& memory, Arch) const noexcept {
    (void)scratch<Arch>(in, t, memory);
    const std::size_t here = memory.mark();
    (void)memory.take<float>(kernel::squared_norms_scratch<Arch>(in.metric.width, memory.threads.lane_count()));
    memory.rewind(here);
    similarity::measure_sweep<Arch>(in.metric.width, memory);
  }

  template <class Arch>
  status build(const inputs& in, const task& t, workspace& memory, plan_storage& plan, Arch) const noexcept {
    scratch<Arch> work(in, t, memory);
    if (memory.failed()) return status::out_of_memory;
    weigh<Arch>(in, t, work);
    start(t, work.groups);
    for (index_t round = 0; round < iterations; ++round) {
      if (!assign<Arch>(in, t, memory, work)) return status::out_of_memory;
      const bool filled = fill_empty<Arch>(t, work);
      bool moved = filled;
      for (index_t i = 0; i < t.count; ++i) {
        moved = moved || work.nearest[i] != work.groups.group_of[i];
        work.groups.group_of[i] = work.nearest[i];
      }
      if (!moved) break;
    }
    for (index_t g = 0; g < t.slots; ++g) work.groups.anchor[g] = none;
    for (index_t i = 0; i < t.count; ++i) {
      index_t& anchor = work.groups.anchor[work.groups.group_of[i]];
      // The two rows of a pair are equally far from their mean, but for rounding.
      if (anchor == none || work.distance[i] + 1e-6 * static_cast<double>(work.norm[i]) < work.distance[anchor]) anchor = i;
    }
    for (index_t g = 0; g < t.slots; ++g) work.groups.anchor[g] = t.candidate[work.groups.anchor[g]];
    work.groups.write(t, weights(in, work), plan);
    return status::ok;
  }

 private:
  template <class Arch>
  struct scratch {
    group_list groups;
    float *weight, *norm, *mean_norm;  // weight [N], by row
    double* distance;                  // squared
    index_t *nearest, *members;

    scratch(const inputs& in, const task& t, workspace& memory) noexcept : groups{} {
      groups.take(t, Weighted || in.sizes != nullptr, memory);
      weight = memory.take<float>(Weighted ? in.where.count : 0);
      norm = memory.take<float>(t.count);
      mean_norm = memory.take<float>(t.slots);
      distance = memory.take<double>(t.count);
      nearest = memory.take<index_t>(t.count);
      members = memory.take<index_t>(t.slots);
    }
  };

  template <class Arch>
  VTC_INLINE static const float* weights(const inputs& in, const scratch<Arch>& work) noexcept {
    return Weighted ? work.weight : in.sizes;
  }

  template <class Arch>
  static void weigh(const inputs& in, const task& t, const scratch<Arch>& work) noexcept {
    for (index_t i = 0; i < t.count; ++i) {
      const index_t r = t.candidate[i];
      const float scale = in.metric.scale(r);  // does not cancel in distances
      work.norm[i] = t.squared_norm[i] * scale * scale;
      if constexpr (Weighted) {
        const float s = in.scores[r];
        work.weight[r] = (is_finite(s) && s > 0 ? s : 0.0f) * (in.sizes != nullptr ? in.sizes[r] : 1.0f);
      }
    }
  }

  // Each group is one row; the others wait.
  VTC_INLINE static void start(const task& t, group_list& groups) noexcept {
    for (index_t i = 0; i < t.count; ++i) groups.group_of[i] = none;
    for (index_t g = 0; g < t.slots; ++g) groups.group_of[(2 * static_cast<std::int64_t>(g) + 1) * t.count / (2 * static_cast<std::int64_t>(t.slots))] = g;
    groups.count = t.slots;
  }

  template <class Arch>
  static bool assign(const inputs& in, const task& t, workspace& memory, scratch<Arch>& work) noexcept {
    group_list& groups = work.groups;
    groups.tabulate(t, weights(in, work));
    const kernel::mixed_rows means{in.metric, groups.begin, groups.source, groups.weight};
    const kernel::listed_rows all{in.metric, t.candidate};
    const std::size_t here = memory.mark();
    float* panel = memory.take<float>(kernel::squared_norms_scratch<Arch>(in.metric.width, memory.threads.lane_count()));
    if (memory.failed()) return false;
    kernel::squared_norms<Arch>(means, t.slots, work.mean_norm, panel, memory.threads);
    memory.rewind(here);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (index_t i = 0; i < t.count; ++i) work.distance[i] = infinity;
    for (index_t i = 0; i < t.count; ++i) work.nearest[i] = 0;
    similarity::sweep<Arch>(all, t.count, means, t.slots, memory, [&](index_t first, index_t row_count, index_t first_mean, index_t columns, const float* dots, int) noexcept {
      for (index_t i = first; i < first + row_count; ++i, dots += similarity::block_columns) {
        const auto scale = static_cast<double>(in.metric.scale(t.candidate[i]));
        for (index_t g = 0; g < columns; ++g) {
          const double d = static_cast<double>(work.norm[i]) + static_cast<double>(work.mean_norm[first_mean + g]) - 2 * scale * static_cast<double>(dots[g]);
          if (!(d < work.distance[i])) continue;
          work.distance[i] = d;
          work.nearest[i] = first_mean + g;
        }
      }
    });
    return !memory.failed();
  }

  template <class Arch>
  static bool fill_empty(const task& t, const scratch<Arch>& work) noexcept {
    bool filled = false;
    for (index_t g = 0; g < t.slots; ++g) work.members[g] = 0;
    for (index_t i = 0; i < t.count; ++i) ++work.members[work.nearest[i]];
    for (index_t g = 0; g < t.slots; ++g) {
      if (work.members[g] > 0) continue;
      index_t farthest = none;
      for (index_t i = 0; i < t.count; ++i)
        if (work.members[work.nearest[i]] > 1 && (farthest == none || work.distance[i] > work.distance[farthest])) farthest = i;
      --work.members[work.nearest[farthest]];
      work.nearest[farthest] = g;
      work.distance[farthest] = 0;
      work.members[g] = 1;
      filled = true;
    }
    return filled;
  }
};

using cluster_means = basic_cluster_means<false>;
using weighted_cluster_means = basic_cluster_means<true>;

}  // namespace merge
}  // namespace v0_1
}  // namespace vtc
