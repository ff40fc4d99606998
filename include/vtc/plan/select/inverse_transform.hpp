// Rows at even steps of the cumulative score: many where the scores are high, some everywhere.
//
// Source: ATS, Fayyaz et al. 2022 (adaptive token sampling by inverse transform).
// Inputs: scores [N] (class attention summed or averaged over heads), and the tensor `values` [N, C], whose lengths multiply them (absent: 1).
// Options: reference_count, the sampling points with the class row, where no budget is given. With scores s sorted ascending, c = their cumulative sum,
// u = (c - min) / (max - min), y_0 = the smallest u above 0 and m points y_t = y_0 + (1 - y_0) t / (m - 1), each point takes the row with the nearest u
// (with fewer rows than m zeros stand in front of u). Given K: m = K.
// Gives: the rows that were taken, each once: at most m, the lowest score never. Order and ties: source order; as published and in method order by
// rising score. Equal distance: the lower score; equal scores: the lower row counts as the higher. NaN scores count as 0.
// Cost: O(n log n). Workspace: 29 n bytes. Errors: needs_scores, needs_tensor, needs_budget, out_of_memory.
#pragma once

#include <cmath>

#include "vtc/kernel/dot_exact.hpp"
#include "vtc/kernel/order.hpp"
#include "vtc/option.hpp"
#include "vtc/planner.hpp"
#include "vtc/score/query_attention.hpp"

namespace vtc {
inline namespace v0_1 {
namespace select {

struct inverse_transform {
  static constexpr input needs = input::scores;
  index_t reference_count = 0;
  rows values{};

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("reference_count", self.reference_count, 0, INT32_MAX, "sampling points with the class row, where no budget is given (0: none)");
  }
  template <class Self, class Visit>
  VTC_INLINE static void tensors(Self& self, Visit&& visit) noexcept {
    visit("values", self.values, "value projections, all heads side by side [N, C]");
  }
  VTC_INLINE status check_tensors(const inputs& in) const noexcept {
    if (values.empty()) return status::ok;
    return vtc::check(values) == status::ok && values.type != element::i32 && values.count == in.where.count ? status::ok : status::needs_tensor;
  }
  VTC_INLINE status check(const layout&, const task& t) const noexcept { return points(t) <= 0 ? status::needs_budget : status::ok; }
  VTC_INLINE bounds slots(const layout&, const task& t) const noexcept {
    const index_t m = points(t);
    return bounds{1, m < t.count ? m : t.count};
  }

  template <class Arch>
  void measure(const inputs& in, const task& t, workspace& memory, Arch) const noexcept {
    (void)scratch<Arch>(values.width, t, memory);
    (void)in;
  }

  template <class Arch>
  status build(const inputs& in, const task& t, workspace& memory, plan_storage& plan, Arch) const noexcept {
    scratch<Arch> work(values.width, t, memory);
    if (memory.failed()) return status::out_of_memory;
    const index_t n = t.count, m = points(t);
    for (index_t i = 0; i < n; ++i) {
      double s = is_finite(in.scores[t.candidate[i]]) ? static_cast<double>(in.scores[t.candidate[i]]) : 0.0;
      if (!values.empty()) {
        const float* row = score::detail::scaled_row<Arch>(values, t.candidate[i], work.row);
        const double length = std::sqrt(kernel::dot_exact<Arch>(row, row, values.width));
        s *= is_finite(static_cast<float>(length)) ? length : 0.0;
      }
      work.score[i] = static_cast<float>(s > 0 ? s : 0);
      work.order[i] = i;
      work.taken[i] = 0;
    }
    kernel::sort_descending<Arch>(work.score, work.order, n, work.sort_index, work.sort_key);
    sample<Arch>(n, m, work);
    plan.add_note(note::partition);
    for (index_t k = 0; k < n; ++k) {
      const index_t i = t.order == slot_order::method ? work.order[n - 1 - k] : k;
      if (work.taken[i] != 0) plan.pick(t.candidate[i]);
    }
    return status::ok;
  }

 private:
  VTC_INLINE index_t points(const task& t) const noexcept { return t.slots != none ? t.slots : reference_count - 1; }

  template <class Arch>
  struct scratch {
    float *score, *row;
    double* cumulative;
    index_t *order, *sort_index;
    std::uint32_t* sort_key;
    std::uint8_t* taken;

    scratch(index_t width, const task& t, workspace& memory) noexcept
        : score(memory.take<float>(t.count)),
          row(memory.take<float>(width)),
          cumulative(memory.take<double>(t.count)),
          order(memory.take<index_t>(t.count)),
          sort_index(memory.take<index_t>(t.count)),
          sort_key(memory.take<std::uint32_t>(2 * t.count)),
          taken(memory.take<std::uint8_t>(t.count)) {}
  };

  // work.order is descending; k-th lowest score: order[n - 1 - k].
  template <class Arch>
  static void sample(index_t n, index_t m, const scratch<Arch>& work) noexcept {
    double sum = 0;
    for (index_t k = 0; k < n; ++k) work.cumulative[k] = sum += static_cast<double>(work.score[work.order[n - 1 - k]]);
    const double low = work.cumulative[0], range = work.cumulative[n - 1] - low;
    const auto u = [&](index_t k) noexcept { return range > 0 ? (work.cumulative[k] - low) / range : static_cast<double>(k) / (n > 1 ? n - 1 : 1); };
    index_t k = 0;
    while (k + 1 < n && !(u(k) > 0)) ++k;
    const double start = u(k);
    k = 0;  // u and the points both ascend
    for (index_t point = 0; point < m; ++point) {
      const double y = m > 1 ? start + (1 - start) * point / (m - 1) : start;
      const auto distance = [&](index_t at) noexcept { return u(at) > y ? u(at) - y : y - u(at); };
      while (k + 1 < n && distance(k + 1) < distance(k)) ++k;
      while (k + 1 < n && u(k + 1) <= y) ++k;
      if (k + 1 < n && distance(k + 1) < distance(k)) ++k;
      work.taken[work.order[n - 1 - k]] = 1;
    }
  }
};

}  // namespace select
}  // namespace v0_1
}  // namespace vtc
