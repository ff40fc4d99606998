// Bipartite soft matching: rows of even places look for their most similar row of odd places, and the best pairs are merged.
//
// Source: ToMe, Bolya et al. 2023; with a threshold DyMU, Wang et al. 2025; means of means AIM, Zhong et al. 2024.
// Inputs: metric [N,D] (keys averaged over heads, or the tokens); optionally sizes [N]. Options: remove = rows removed in each round,
// threshold = merge every pair above it, max_remove = but no more in a round. Given K: every round removes the most it can, floor(n/2), and the
// last one the remainder; with a threshold K is the floor.
// Gives: one slot per group, a partition: equal mean of its rows, or with sizes row i weighs size_i / (sum of sizes). A later round compares the averaged
// metric rows of the groups; all rounds make one plan. means_of_means: a merged row counts once again in the next round, sizes or not.
// Order and ties: anchor = the destination; in method order groups that found no partner stand first (ascending behind a class row, else most similar
// first), then destinations. Higher similarity first, then the earlier place. Places count the protected rows in front (a class row at 0 shifts
// even and odd); protected rows neither give nor take.
// Cost: n^2 D / 2 a round. Workspace: O(n) and 64 D floats, never n x n. Errors: needs_metric, needs_budget, out_of_memory.
#pragma once

#include "vtc/kernel/order.hpp"
#include "vtc/kernel/row_source.hpp"
#include "vtc/kernel/squared_norms.hpp"
#include "vtc/option.hpp"
#include "vtc/planner.hpp"
#include "vtc/plan/merge/groups.hpp"
#include "vtc/similarity/best_match.hpp"

namespace vtc {
inline namespace v0_1 {
namespace merge {

// MeansOfMeans: a group counts once in the next round, however many rows it holds (sizes do not matter).
template <bool MeansOfMeans>
struct basic_bipartite {
  static constexpr input needs = input::metric;
  static constexpr input compares = input::metric;
  static constexpr float no_threshold = 2;
  index_list remove{};
  float threshold = no_threshold;
  index_t max_remove = INT32_MAX;

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("remove", self.remove, 0, INT32_MAX, "rows removed in each round");
    visit("threshold", self.threshold, -1.0f, no_threshold, "merge every pair that is more similar than this (2: off)");
    visit("max_remove", self.max_remove, 0, INT32_MAX, "most rows removed in a round");
  }

  VTC_INLINE bool has_threshold() const noexcept { return threshold < no_threshold; }
  VTC_INLINE bool runs(index_t round, const task& t) const noexcept {
    return t.slots != none || round < remove.count || (remove.count == 0 && has_threshold() && round == 0);
  }
  // The most rows that round `round` may remove from n groups.
  VTC_INLINE index_t removable(index_t round, index_t n, const task& t) const noexcept {
    index_t r = n / 2 < max_remove ? n / 2 : max_remove;
    if (round < remove.count && remove.value[round] < r) r = remove.value[round];
    if (t.slots != none && n - t.slots < r) r = n - t.slots;
    return r;
  }

  VTC_INLINE status check(const layout&, const task& t) const noexcept {
    return t.slots == none && remove.count == 0 && !has_threshold() ? status::needs_budget : status::ok;
  }

  VTC_INLINE bounds slots(const layout&, const task& t) const noexcept {
    index_t n = t.count;
    for (index_t round = 0; runs(round, t); ++round) {
      const index_t r = removable(round, n, t);
      if (r <= 0 && round >= remove.count) break;
      n -= r > 0 ? r : 0;
    }
    return bounds{n, has_threshold() ? t.count : n};
  }

  template <class Arch>
  void measure(const inputs& in, const task& t, workspace& memory, Arch) const noexcept {
    (void)scratch<Arch>(in, t, memory);
    const std::size_t here = memory.mark();
    const index_t first = removable(0, t.count, t), lefts = (t.count + 1 - (t.lead & 1)) / 2;
    if (first > 0) similarity::measure_best_match<Arch>(lefts, t.count - lefts, in.metric.width, memory);
    memory.rewind(here);
    if (!runs(1, t) || removable(1, t.count - (first > 0 ? first : 0), t) <= 0) return;
    (void)memory.take<float>(kernel::squared_norms_scratch<Arch>(in.metric.width, memory.threads.lane_count()));
    memory.rewind(here);
  }

  template <class Arch>
  status build(const inputs& in, const task& t, workspace& memory, plan_storage& plan, Arch) const noexcept {
    scratch<Arch> work(in, t, memory);
    if (memory.failed()) return status::out_of_memory;
    if (const status s = form_groups<Arch>(in, t, work, memory); s != status::ok) return s;
    work.groups.write(t, in.sizes, plan);
    return status::ok;
  }

 protected:
  template <class Arch>
  struct scratch {
    group_list groups;
    index_t *order, *best, *renamed, *sort_index;
    std::uint32_t* sort_key;
    float *cosine, *norm;

    scratch(const inputs& in, const task& t, workspace& memory) noexcept : groups{} {
      groups.take(t, in.sizes != nullptr && !MeansOfMeans, memory, MeansOfMeans);
      order = memory.take<index_t>(t.count);
      best = memory.take<index_t>(t.count);
      renamed = memory.take<index_t>(t.count);
      sort_index = memory.take<index_t>(t.count);
      sort_key = memory.take<std::uint32_t>(2 * t.count);
      cosine = memory.take<float>(t.count);
      norm = memory.take<float>(t.count);
    }
  };

  template <class Arch>
  status form_groups(const inputs& in, const task& t, scratch<Arch>& work, workspace& memory) const noexcept {
    for (index_t round = 0; runs(round, t); ++round) {
      const index_t most = removable(round, work.groups.count, t);
      if (most <= 0) {
        if (round >= remove.count) break;
        continue;
      }
      index_t merged = 0;
      if (const status s = merge_round<Arch>(in, t, work, round, most, memory, merged); s != status::ok) return s;
      if (merged == 0 && round >= remove.count) break;
    }
    return status::ok;
  }

 private:
  // One round: groups of even places (left) find their best group of odd places (right).
  template <class Arch>
  status merge_round(const inputs& in, const task& t, scratch<Arch>& work, index_t round, index_t most, workspace& memory, index_t& merged) const noexcept {
    group_list& groups = work.groups;
    const index_t n = groups.count, first_left = t.lead & 1;
    const index_t lefts = (n + 1 - first_left) / 2, rights = n - lefts;
    groups.split(first_left, t, in.sizes);
    const std::size_t here = memory.mark();
    if (round == 0) {
      for (index_t i = 0; i < lefts; ++i) work.norm[i] = t.squared_norm[2 * i + first_left];
      for (index_t i = 0; i < rights; ++i) work.norm[lefts + i] = t.squared_norm[2 * i + 1 - first_left];
      match<Arch>(kernel::listed_rows{in.metric, groups.source}, kernel::listed_rows{in.metric, groups.source + lefts}, lefts, rights, work, memory);
    } else {
      const kernel::mixed_rows left{in.metric, groups.begin, groups.source, groups.weight}, right{in.metric, groups.begin + lefts, groups.source, groups.weight};
      float* panel = memory.take<float>(kernel::squared_norms_scratch<Arch>(in.metric.width, memory.threads.lane_count()));
      if (memory.failed()) return status::out_of_memory;
      kernel::squared_norms<Arch>(left, n, work.norm, panel, memory.threads);
      memory.rewind(here);
      match<Arch>(left, right, lefts, rights, work, memory);
    }
    if (memory.failed()) return status::out_of_memory;
    memory.rewind(here);
    for (index_t i = 0; i < lefts; ++i) work.order[i] = i;
    kernel::sort_descending<Arch>(work.cosine, work.order, lefts, work.sort_index, work.sort_key);
    merged = most < lefts ? most : lefts;
    if (has_threshold())
      for (index_t i = 0; i < merged; ++i)
        if (!(work.cosine[work.order[i]] > threshold)) merged = i;
    if (merged > 0) join<Arch>(t, work, lefts, merged);
    else groups.unsplit(first_left, t);
    return status::ok;
  }

  template <class Arch, class Rows>
  static void match(const Rows& left, const Rows& right, index_t lefts, index_t rights, scratch<Arch>& work, workspace& memory) noexcept {
    similarity::best_match<Arch>(left, lefts, work.norm, right, rights, work.norm + lefts, memory, work.best, work.cosine);
  }

  // The first `merged` of the order join their partner; the rest stand in front of the destinations.
  template <class Arch>
  static void join(const task& t, scratch<Arch>& work, index_t lefts, index_t merged) noexcept {
    const index_t unmerged = lefts - merged;
    if (t.lead > 0) {  // behind a class row they stand ascending
      for (index_t i = 0; i < lefts; ++i) work.sort_index[i] = 0;
      for (index_t i = 0; i < merged; ++i) work.sort_index[work.order[i]] = 1;
      for (index_t i = 0, k = merged; i < lefts; ++i)
        if (work.sort_index[i] == 0) work.order[k++] = i;  // order[0, merged) is read below only through best
      for (index_t i = 0; i < lefts; ++i)
        if (work.sort_index[i] == 1) work.renamed[i] = unmerged + work.best[i];
    } else {
      for (index_t i = 0; i < merged; ++i) work.renamed[work.order[i]] = unmerged + work.best[work.order[i]];
    }
    for (index_t k = 0; k < unmerged; ++k) work.renamed[work.order[merged + k]] = k;
    for (index_t j = lefts; j < work.groups.count; ++j) work.renamed[j] = unmerged + (j - lefts);
    work.groups.rename(t, work.renamed, lefts, merged);
  }
};

using bipartite = basic_bipartite<false>;
using means_of_means = basic_bipartite<true>;

}  // namespace merge
}  // namespace v0_1
}  // namespace vtc
