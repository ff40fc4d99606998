// Half of the rows by score; the other half is what remains of the rest after the rows with a near twin went, eight at a time.
//
// Source: VisPruner, Zhang et al. 2024.
// Inputs: scores [N], metric [N,D] (the tokens). Options: important_ratio, the share of K that is taken by score, rounded down.
// The rest stands in order of falling score. In a round, rows of even places look for their most similar row of odd places; the r most similar ones of
// them go, r = min(8, what is too many, half of the rest); those that stay, most similar first, and then the odd places make the next list.
// Gives: K slots of one row each. The published code fails where the rest is odd or few; this rule does not.
// Order and ties: source order, in method order too. Higher score, then lower row; higher similarity, then the earlier place.
// Cost: R^2 D for R rows in the rest and R^3 / 96 comparisons. Workspace: 4 R^2 bytes: every round pairs other rows, so all cosines are needed again and again.
// Errors: needs_scores, needs_metric, needs_budget, out_of_memory.
#pragma once

#include "vtc/budget/rate.hpp"
#include "vtc/kernel/order.hpp"
#include "vtc/option.hpp"
#include "vtc/planner.hpp"
#include "vtc/similarity/similarity_rows.hpp"

namespace vtc {
inline namespace v0_1 {
namespace select {

struct important_and_diverse {
  static constexpr input needs = input::scores | input::metric;
  static constexpr input compares = input::metric;
  static constexpr index_t removed_at_once = 8;
  float important_ratio = 0.5f;

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("important_ratio", self.important_ratio, 0.0f, 1.0f, "share of K taken by score");
  }

  template <class Arch>
  void measure(const inputs& in, const task& t, workspace& memory, Arch) const noexcept {
    (void)scratch<Arch>(t, important(t), memory);
    similarity::measure_similarity_rows<Arch>(in.metric.width, memory);
  }

  template <class Arch>
  status build(const inputs& in, const task& t, workspace& memory, plan_storage& plan, Arch) const noexcept {
    const index_t first = important(t);
    scratch<Arch> work(t, first, memory);
    if (memory.failed()) return status::out_of_memory;
    for (index_t i = 0; i < t.count; ++i) work.list[i] = t.candidate[i];
    kernel::sort_descending<Arch>(in.scores, work.list, t.count, work.sort_index, work.sort_key);
    for (index_t i = 0; i < t.count; ++i) work.taken[i] = 0;
    for (index_t i = 0; i < first; ++i) work.taken[t.place_of(work.list[i])] = 1;
    const index_t rest = t.count - first;
    const index_t* rows_of_rest = work.list + first;
    if (t.slots > first) {
      if (const status s = compare<Arch>(in, t, rows_of_rest, rest, memory, work); s != status::ok) return s;
      thin_out<Arch>(rest, t.slots - first, work);
      for (index_t i = 0; i < t.slots - first; ++i) work.taken[t.place_of(rows_of_rest[work.place[i]])] = 1;
    }
    for (index_t i = 0; i < t.count; ++i)
      if (work.taken[i] != 0) plan.pick(t.candidate[i]);
    plan.add_note(note::partition);
    return status::ok;
  }

 private:
  VTC_INLINE index_t important(const task& t) const noexcept { return rows_of(important_ratio, t.slots); }

  template <class Arch>
  struct scratch {
    std::uint8_t* taken;
    index_t *list, *place, *next, *sort_index;
    std::uint32_t* sort_key;
    float *norm, *best, *cosine;  // cosine [R][R]

    scratch(const task& t, index_t first, workspace& memory) noexcept {
      const index_t n = t.count, rest = t.slots > first ? n - first : 0;
      taken = memory.take<std::uint8_t>(n);
      list = memory.take<index_t>(n);
      place = memory.take<index_t>(n);
      next = memory.take<index_t>(n);
      sort_index = memory.take<index_t>(n);
      sort_key = memory.take<std::uint32_t>(2 * n);
      norm = memory.take<float>(n);
      best = memory.take<float>(n);
      cosine = memory.take<float>(rest, rest);
    }
  };

  template <class Arch>
  static status compare(const inputs& in, const task& t, const index_t* list, index_t rest, workspace& memory, const scratch<Arch>& work) noexcept {
    for (index_t i = 0; i < rest; ++i) work.norm[i] = t.squared_norm[t.place_of(list[i])];
    for (index_t i = 0; i < rest; i += kernel::panel_rows) {
      index_t pick[static_cast<std::size_t>(kernel::panel_rows)];
      float* row[static_cast<std::size_t>(kernel::panel_rows)];
      const index_t n = rest - i < kernel::panel_rows ? rest - i : kernel::panel_rows;
      for (index_t k = 0; k < n; ++k) {
        pick[k] = i + k;
        row[k] = work.cosine + static_cast<std::ptrdiff_t>(i + k) * rest;
      }
      similarity::similarity_rows<Arch>(kernel::listed_rows{in.metric, list}, rest, work.norm, pick, n, row, memory);
      if (memory.failed()) return status::out_of_memory;
    }
    return status::ok;
  }

  // Leaves the places of `wanted` rows at the front of work.place.
  template <class Arch>
  static void thin_out(index_t rest, index_t wanted, const scratch<Arch>& work) noexcept {
    for (index_t i = 0; i < rest; ++i) work.place[i] = i;
    for (index_t left = rest; left > wanted;) {
      index_t r = left - wanted < removed_at_once ? left - wanted : removed_at_once;
      if (r > left / 2) r = left / 2;
      const index_t evens = (left + 1) / 2;
      for (index_t i = 0; i < evens; ++i) {
        const float* row = work.cosine + static_cast<std::ptrdiff_t>(work.place[2 * i]) * rest;
        float most = -2;
        for (index_t j = 1; j < left; j += 2) most = row[work.place[j]] > most ? row[work.place[j]] : most;
        work.best[i] = most;
        work.next[i] = i;
      }
      kernel::sort_descending<Arch>(work.best, work.next, evens, work.sort_index, work.sort_key);
      index_t count = 0;
      for (index_t i = r; i < evens; ++i) work.sort_index[count++] = work.place[2 * work.next[i]];
      for (index_t j = 1; j < left; j += 2) work.sort_index[count++] = work.place[j];
      for (index_t i = 0; i < count; ++i) work.place[i] = work.sort_index[i];
      left = count;
    }
  }
};

}  // namespace select
}  // namespace v0_1
}  // namespace vtc
