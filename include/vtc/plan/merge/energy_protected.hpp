// Rows that many others resemble are paired and merged; rows that stand out are left alone.
//
// Source: PiToMe, Tran et al. 2024.
// Inputs: metric [N,D] (keys averaged over heads, or the tokens); optionally sizes [N].
// Options: margin, the cosine above which a row counts as alike; ratio, the share of the rows to keep where no budget is given. The energy of a row is the mean over all
// rows, itself too, of elu(cosine - margin). To remove r rows, the 2 r of highest energy merge: in falling order of energy every second one, from the first, joins the most similar
// of the others. Where more than half of the rows must go, which the published code cannot, rounds follow, on the averaged metric rows of the groups.
// Gives: K slots, a partition: equal means, or with sizes row i weighs size_i / (sum of sizes).
// Order and ties: anchor = the row that was joined; in method order rows left alone by falling energy, then those that were joined. Higher energy, then the earlier
// row; higher similarity, then higher energy. Cost: n^2 D + r^2 D a round. Workspace: about 90 n bytes and 64 D floats, never n x n: energies are summed on the way.
// Errors: needs_metric, needs_budget, out_of_memory.
#pragma once

#include "vtc/budget/rate.hpp"
#include "vtc/kernel/order.hpp"
#include "vtc/kernel/softmax.hpp"
#include "vtc/kernel/squared_norms.hpp"
#include "vtc/option.hpp"
#include "vtc/planner.hpp"
#include "vtc/plan/merge/groups.hpp"
#include "vtc/similarity/best_match.hpp"
#include "vtc/similarity/row_sums.hpp"

namespace vtc {
inline namespace v0_1 {
namespace merge {

struct energy_protected {
  static constexpr input needs = input::metric;
  static constexpr input compares = input::metric;
  float margin = 0.5f, ratio = 0;

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("margin", self.margin, -1.0f, 1.0f, "cosine from which a row counts as alike");
    visit("ratio", self.ratio, 0.0f, 1.0f, "share of the rows to keep, where no budget is given (0: none)");
  }
  // n less the whole rows in n - n * ratio.
  VTC_INLINE index_t own_count(const task& t) const noexcept {
    return ratio > 0 ? t.count - round_count(t.count - t.count * as_decimal(ratio), rate_rounding::down) : none;
  }

  template <class Arch>
  void measure(const inputs& in, const task& t, workspace& memory, Arch) const noexcept {
    (void)scratch<Arch>(in, t, memory);
    const std::size_t here = memory.mark();
    const index_t r = removable(t.count, t);
    if (t.count - r > t.slots) (void)memory.take<float>(kernel::squared_norms_scratch<Arch>(in.metric.width, memory.threads.lane_count()));
    memory.rewind(here);
    similarity::measure_row_sums<Arch>(in.metric.width, memory);
    similarity::measure_best_match<Arch>(r, r, in.metric.width, memory);
  }

  template <class Arch>
  status build(const inputs& in, const task& t, workspace& memory, plan_storage& plan, Arch) const noexcept {
    scratch<Arch> work(in, t, memory);
    if (memory.failed()) return status::out_of_memory;
    for (index_t i = 0; i < t.count; ++i) work.norm[i] = t.squared_norm[i];
    for (bool first = true; work.groups.count > t.slots; first = false) {
      const group_list& groups = work.groups;
      const index_t r = removable(groups.count, t);
      if (first) {
        const auto rows_from = [&](index_t g) noexcept { return kernel::listed_rows{in.metric, groups.source + g}; };
        merge_round<Arch>(in, t, kernel::listed_rows{in.metric, t.candidate}, rows_from, r, memory, work);
      } else {
        const auto rows_from = [&](index_t g) noexcept { return kernel::mixed_rows{in.metric, groups.begin + g, groups.source, groups.weight}; };
        const std::size_t here = memory.mark();
        float* panel = memory.take<float>(kernel::squared_norms_scratch<Arch>(in.metric.width, memory.threads.lane_count()));
        if (memory.failed()) return status::out_of_memory;
        for (index_t g = 0; g < groups.count; ++g) groups.spare[g] = g;
        work.groups.arrange(t, in.sizes);
        kernel::squared_norms<Arch>(rows_from(0), groups.count, work.norm, panel, memory.threads);
        memory.rewind(here);
        merge_round<Arch>(in, t, rows_from(0), rows_from, r, memory, work);
      }
      if (memory.failed()) return status::out_of_memory;
    }
    work.groups.write(t, in.sizes, plan);
    return status::ok;
  }

 private:
  VTC_INLINE static index_t removable(index_t n, const task& t) noexcept { return n - t.slots < n / 2 ? n - t.slots : n / 2; }

  template <class Arch>
  struct scratch {
    group_list groups;
    double* sum;
    float *energy, *norm, *sorted_norm, *cosine;
    index_t *order, *best, *renamed, *sort_index;
    std::uint32_t* sort_key;

    scratch(const inputs& in, const task& t, workspace& memory) noexcept : groups{} {
      groups.take(t, in.sizes != nullptr, memory);
      sum = memory.take<double>(t.count);
      energy = memory.take<float>(t.count);
      norm = memory.take<float>(t.count);
      sorted_norm = memory.take<float>(t.count);
      cosine = memory.take<float>(t.count);
      order = memory.take<index_t>(t.count);
      best = memory.take<index_t>(t.count);
      renamed = memory.take<index_t>(t.count);
      sort_index = memory.take<index_t>(t.count);
      sort_key = memory.take<std::uint32_t>(2 * t.count);
    }
  };

  // all: the groups in their present order; rows_from(g): from group g on, after they were arranged.
  template <class Arch, class Rows, class RowsFrom>
  void merge_round(const inputs& in, const task& t, const Rows& all, RowsFrom&& rows_from, index_t r, workspace& memory, scratch<Arch>& work) const noexcept {
    group_list& groups = work.groups;
    const index_t n = groups.count;
    similarity::row_sums<Arch>(all, n, work.norm, work.sum, memory, [&](float* cosine, index_t, index_t columns, index_t) noexcept {
      return energy_of<Arch>(cosine, columns);
    });
    if (memory.failed()) return;
    for (index_t i = 0; i < n; ++i) {
      work.energy[i] = static_cast<float>(work.sum[i] / n);
      work.order[i] = i;
    }
    kernel::sort_descending<Arch>(work.energy, work.order, n, work.sort_index, work.sort_key);
    for (index_t k = 0; k < n; ++k) groups.spare[work.order[k]] = k >= 2 * r ? k : k % 2 == 0 ? k / 2 : r + k / 2;
    for (index_t g = 0; g < n; ++g) work.sorted_norm[groups.spare[g]] = work.norm[g];
    groups.arrange(t, in.sizes);
    similarity::best_match<Arch>(rows_from(0), r, work.sorted_norm, rows_from(r), r, work.sorted_norm + r, memory, work.best, work.cosine);
    if (memory.failed()) return;
    for (index_t i = 0; i < r; ++i) {
      work.renamed[i] = n - 2 * r + work.best[i];
      work.renamed[r + i] = n - 2 * r + i;
    }
    for (index_t g = 2 * r; g < n; ++g) work.renamed[g] = g - 2 * r;
    groups.rename(t, work.renamed, r, r);
  }

  // The sum of elu(cosine - margin) of a stretch of at most a block.
  template <class Arch>
  VTC_INLINE double energy_of(const float* cosine, index_t n) const noexcept {
    float below[static_cast<std::size_t>(similarity::block_columns)];
    for (index_t j = 0; j < n; ++j) below[j] = cosine[j] < margin ? cosine[j] : margin;
    kernel::exponentials<Arch>(below, n, margin, 1.0f);
    double sum = 0;
    for (index_t j = 0; j < n; ++j) sum += cosine[j] > margin ? static_cast<double>(cosine[j]) - static_cast<double>(margin) : static_cast<double>(below[j]) - 1.0;
    return sum;
  }
};

}  // namespace merge
}  // namespace v0_1
}  // namespace vtc
