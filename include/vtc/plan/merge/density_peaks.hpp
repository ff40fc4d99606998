// Centres are dense rows far from any denser row; every row joins its nearest centre.
//
// Source: density peaks by nearest neighbours (DPC-KNN), Du et al. 2016; for tokens TCFormer, Zeng et al. 2022, and Chat-UniVi, Jin et al. 2024.
// Inputs: metric [N,D], usually the tokens; optionally sizes [N]. Option: neighbours, how many nearest rows, the row itself among them, make its density (above K:
// min(3, max(K / 2, 1))). Distances are Euclidean. Density = exp(-mean of the squared distances to those / D); delta = the distance to the nearest denser row, of
// the densest row the largest distance of all; score = density * delta.
// Gives: K slots, a partition: equal means, or with sizes row i weighs size_i / (sum of sizes).
// Order and ties: anchor = the centre; in method order by falling score. Of equal densities (the published code adds noise) the lower row is denser; higher score, then lower
// row; nearer centre, then higher score. Cost: 2 n^2 D + K n D. Workspace: 4 n neighbours + about 100 n bytes and 64 D floats, never n x n.
// Errors: needs_metric, needs_budget, out_of_memory.
#pragma once

#include <cmath>
#include <limits>

#include "vtc/kernel/elementary.hpp"
#include "vtc/kernel/order.hpp"
#include "vtc/option.hpp"
#include "vtc/planner.hpp"
#include "vtc/plan/merge/groups.hpp"
#include "vtc/similarity/sweep.hpp"

namespace vtc {
inline namespace v0_1 {
namespace merge {

struct density_peaks {
  static constexpr input needs = input::metric;
  static constexpr input compares = input::metric;
  static constexpr index_t most_neighbours = 64;
  index_t neighbours = 5;

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("neighbours", self.neighbours, 1, most_neighbours, "nearest rows, itself among them, that make a row's density");
  }

  template <class Arch>
  void measure(const inputs& in, const task& t, workspace& memory, Arch) const noexcept {
    (void)scratch<Arch>(in, t, used(t), memory);
    similarity::measure_sweep<Arch>(in.metric.width, memory);
  }

  template <class Arch>
  status build(const inputs& in, const task& t, workspace& memory, plan_storage& plan, Arch) const noexcept {
    scratch<Arch> work(in, t, used(t), memory);
    if (memory.failed()) return status::out_of_memory;
    for (index_t i = 0; i < t.count; ++i) work.length[i] = squared_length(in, t, i);
    measure_density<Arch>(in, t, memory, work);
    if (memory.failed()) return status::out_of_memory;
    find_centres<Arch>(in, t, memory, work);
    if (memory.failed()) return status::out_of_memory;
    assign<Arch>(in, t, memory, work);
    if (memory.failed()) return status::out_of_memory;
    work.groups.write(t, in.sizes, plan);
    return status::ok;
  }

 private:
  VTC_INLINE index_t used(const task& t) const noexcept {
    const index_t half = t.slots / 2 > 1 ? t.slots / 2 : 1;
    const index_t k = neighbours <= t.slots ? neighbours : half < 3 ? half : 3;
    return k < t.count ? k : t.count;
  }

  template <class Arch>
  struct scratch {
    group_list groups;
    double *length, *farthest, *delta;  // squared
    float *nearest, *spread, *score;    // nearest [n][k] ascending; spread: mean squared distance to them
    index_t *order, *sort_index;
    std::uint32_t* sort_key;
    index_t k;

    scratch(const inputs& in, const task& t, index_t neighbours_used, workspace& memory) noexcept : groups{}, k(neighbours_used) {
      groups.take(t, in.sizes != nullptr, memory);
      length = memory.take<double>(t.count);
      farthest = memory.take<double>(t.count);
      delta = memory.take<double>(t.count);
      nearest = memory.take<float>(t.count, k);
      spread = memory.take<float>(t.count);
      score = memory.take<float>(t.count);
      order = memory.take<index_t>(t.count);
      sort_index = memory.take<index_t>(t.count);
      sort_key = memory.take<std::uint32_t>(2 * t.count);
    }
  };

  // A factor on a row, the scale of 8-bit rows, does not cancel here.
  VTC_INLINE static double squared_length(const inputs& in, const task& t, index_t i) noexcept {
    const auto scale = static_cast<double>(in.metric.scale(t.candidate[i]));
    return static_cast<double>(t.squared_norm[i]) * scale * scale;
  }

  // visit(i, j, squared distance of candidates i and right_place(j)), j ascending.
  template <class Arch, class Visit>
  static void all_distances(const inputs& in, const task& t, const index_t* right, index_t rights, workspace& memory, const scratch<Arch>& work, Visit&& visit) noexcept {
    const bool scaled = is_quantized(in.metric.type);
    const kernel::listed_rows all{in.metric, t.candidate};
    const kernel::listed_rows other{in.metric, right == nullptr ? t.candidate : work.groups.anchor};
    similarity::sweep<Arch>(all, t.count, other, rights, memory, [&](index_t first, index_t row_count, index_t first_right, index_t columns, const float* dots, int) noexcept {
      for (index_t i = first; i < first + row_count; ++i, dots += similarity::block_columns)
        for (index_t j = first_right; j < first_right + columns; ++j) {
          const index_t place = right == nullptr ? j : right[j];
          auto dot = static_cast<double>(dots[j - first_right]);
          if (scaled) dot *= static_cast<double>(in.metric.scale(t.candidate[i])) * static_cast<double>(in.metric.scale(t.candidate[place]));
          const double squared = work.length[i] + work.length[place] - 2 * dot;
          visit(i, j, place == i || !(squared > 0) ? 0.0 : squared);
        }
    });
  }

  template <class Arch>
  void measure_density(const inputs& in, const task& t, workspace& memory, const scratch<Arch>& work) const noexcept {
    const index_t k = work.k;
    constexpr float infinity = std::numeric_limits<float>::infinity();
    for (index_t i = 0; i < t.count * k; ++i) work.nearest[i] = infinity;
    for (index_t i = 0; i < t.count; ++i) work.farthest[i] = 0;
    all_distances<Arch>(in, t, nullptr, t.count, memory, work, [&](index_t i, index_t, double squared) noexcept {
      if (squared > work.farthest[i]) work.farthest[i] = squared;
      float* list = work.nearest + static_cast<std::ptrdiff_t>(i) * k;
      const auto d = static_cast<float>(squared);
      if (!(d < list[k - 1])) return;
      index_t at = k - 1;
      for (; at > 0 && d < list[at - 1]; --at) list[at] = list[at - 1];
      list[at] = d;
    });
    for (index_t i = 0; i < t.count; ++i) {
      double sum = 0;
      for (index_t p = 0; p < k; ++p) sum += static_cast<double>(work.nearest[static_cast<std::ptrdiff_t>(i) * k + p]);
      work.spread[i] = static_cast<float>(sum / k / in.metric.width);
    }
  }

  // The K best by score, as logarithms, which neither overflow nor vanish.
  template <class Arch>
  static void find_centres(const inputs& in, const task& t, workspace& memory, scratch<Arch>& work) noexcept {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    double farthest = 0;
    for (index_t i = 0; i < t.count; ++i) {
      work.delta[i] = infinity;
      farthest = work.farthest[i] > farthest ? work.farthest[i] : farthest;
    }
    all_distances<Arch>(in, t, nullptr, t.count, memory, work, [&](index_t i, index_t j, double squared) noexcept {
      const bool denser = work.spread[j] < work.spread[i] || (!(work.spread[j] > work.spread[i]) && j < i);
      if (denser && squared < work.delta[i]) work.delta[i] = squared;
    });
    for (index_t i = 0; i < t.count; ++i) {
      const double delta = work.delta[i] < infinity ? work.delta[i] : farthest;
      const double log_delta = delta > 1e-300 ? 0.5 * kernel::natural_logarithm(delta) : -1e30;
      work.score[i] = static_cast<float>(log_delta - static_cast<double>(work.spread[i]));
      work.order[i] = i;
    }
    kernel::sort_descending<Arch>(work.score, work.order, t.count, work.sort_index, work.sort_key);
    work.groups.count = t.slots;
    for (index_t g = 0; g < t.slots; ++g) work.groups.anchor[g] = t.candidate[work.order[g]];
  }

  template <class Arch>
  static void assign(const inputs& in, const task& t, workspace& memory, scratch<Arch>& work) noexcept {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (index_t i = 0; i < t.count; ++i) work.delta[i] = infinity;
    all_distances<Arch>(in, t, work.order, t.slots, memory, work, [&](index_t i, index_t g, double squared) noexcept {
      if (!(squared < work.delta[i])) return;
      work.delta[i] = squared;
      work.groups.group_of[i] = g;
    });
    for (index_t g = 0; g < t.slots; ++g) work.groups.group_of[work.order[g]] = g;
  }
};

}  // namespace merge
}  // namespace v0_1
}  // namespace vtc
