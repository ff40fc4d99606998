// Rows are visited by falling density; one becomes a centre unless it is close to a centre before it. Every row joins its nearest centre.
//
// Source: DBDPC and PACT, Dhouib et al. 2025.
// Inputs: metric [N,D] (keys); pruned_density_centres: scores [N], too; optionally sizes [N].
// Options: cutoff, the distance 1 - cosine within which a row is close to a centre. pruned_density_centres first sets aside all but the share `ratio` of the rows, by
// score; those join their nearest centre afterwards where it is within recover * cutoff, otherwise they are dropped.
// The density of a row is the sum over all rows that take part of exp(-(distance / 2)^2).
// Gives: one slot per centre, equal means, or with sizes row i weighs size_i / (sum of sizes). Without a budget the data decide how many: every row that was not set
// aside is within the cutoff of its centre. A budget K stops at K centres: then rows may lie farther away.
// Order and ties: anchor = the centre; slots ascend, in method order, too. Higher density, then lower row; nearer centre, then the lower row.
// Cost: n^2 D, then a row of the matrix for each centre (16 a pass). Workspace: about 210 n bytes and 64 D floats, never n x n.
// Errors: needs_metric, needs_scores, out_of_memory.
#pragma once

#include "vtc/budget/rate.hpp"
#include "vtc/kernel/order.hpp"
#include "vtc/kernel/softmax.hpp"
#include "vtc/option.hpp"
#include "vtc/planner.hpp"
#include "vtc/plan/merge/groups.hpp"
#include "vtc/similarity/row_cache.hpp"
#include "vtc/similarity/row_sums.hpp"

namespace vtc {
inline namespace v0_1 {
namespace merge {

namespace detail {

template <class Arch>
struct centre_search {
  group_list groups;
  double *density, *priority;
  float *norm, *value, *nearest;
  index_t *list, *order, *centre_of, *sort_index;  // list: the places that take part
  std::uint32_t* sort_key;
  std::uint8_t* set_aside;

  centre_search(const inputs& in, const task& t, workspace& memory) noexcept : groups{} {
    const index_t n = t.count;
    groups.take(t, in.sizes != nullptr, memory);
    density = memory.take<double>(n);
    priority = memory.take<double>(n);
    norm = memory.take<float>(n);
    value = memory.take<float>(n);
    nearest = memory.take<float>(n);
    list = memory.take<index_t>(n);
    order = memory.take<index_t>(n);
    centre_of = memory.take<index_t>(n);
    sort_index = memory.take<index_t>(n);
    sort_key = memory.take<std::uint32_t>(2 * n);
    set_aside = memory.take<std::uint8_t>(n);
  }
  static void measure(const inputs& in, const task& t, workspace& memory) noexcept {
    (void)centre_search(in, t, memory);
    similarity::row_cache<Arch>::measure(t.count, in.metric.width, memory);
  }

  // set_aside says who takes part.
  status run(const inputs& in, const task& t, float cutoff, float reach, workspace& memory, plan_storage& plan) noexcept {
    index_t taking_part = 0;
    for (index_t i = 0; i < t.count; ++i)
      if (set_aside[i] == 0) list[taking_part++] = i;
    rank(in, t, taking_part, memory);
    similarity::row_cache<Arch> cosine(in.metric, t.candidate, t.squared_norm, t.count, memory);
    if (memory.failed()) return status::out_of_memory;
    for (index_t i = 0; i < t.count; ++i) {
      centre_of[i] = none;
      nearest[i] = 3;  // distances are at most 2
      priority[i] = never;
    }
    for (index_t k = 0; k < taking_part; ++k) priority[list[order[k]]] = -static_cast<double>(k);
    index_t centres = 0;
    for (index_t k = 0; k < taking_part && (t.slots == none || centres < t.slots); ++k) {
      const index_t c = list[order[k]];
      if (nearest[c] <= cutoff) continue;
      const float* row = cosine.row(c, priority);
      if (row == nullptr) return status::out_of_memory;
      ++centres;
      approach(t.count, c, row, cutoff);
    }
    write(in, t, cutoff, reach, plan);
    return status::ok;
  }

 private:
  static constexpr double never = -std::numeric_limits<double>::infinity();

  // order [taking_part]: into list, by falling density.
  void rank(const inputs& in, const task& t, index_t taking_part, workspace& memory) noexcept {
    for (index_t k = 0; k < taking_part; ++k) {
      sort_index[k] = t.candidate[list[k]];
      norm[k] = t.squared_norm[list[k]];
    }
    similarity::row_sums<Arch>(kernel::listed_rows{in.metric, sort_index}, taking_part, norm, density, memory, [](float* x, index_t, index_t columns, index_t) noexcept {
      for (index_t j = 0; j < columns; ++j) x[j] = -(1 - x[j]) * (1 - x[j]);
      kernel::exponentials<Arch>(x, columns, 0.0f, 0.25f);
      double sum = 0;
      for (index_t j = 0; j < columns; ++j) sum += static_cast<double>(x[j]);
      return sum;
    });
    if (memory.failed()) return;
    for (index_t k = 0; k < taking_part; ++k) {
      value[k] = static_cast<float>(density[k]);
      order[k] = k;
    }
    kernel::sort_descending<Arch>(value, order, taking_part, sort_index, sort_key);
  }

  // Every row learns of the new centre c. A centre is nearest to itself.
  void approach(index_t n, index_t c, const float* row, float cutoff) noexcept {
    for (index_t i = 0; i < n; ++i) {
      const float distance = 1 - row[i];
      if (!(distance < nearest[i] || (!(distance > nearest[i]) && c < centre_of[i] && centre_of[i] != i))) continue;
      nearest[i] = distance;
      centre_of[i] = c;
      if (distance <= cutoff) priority[i] = never;
    }
    nearest[c] = -1;
    centre_of[c] = c;
    priority[c] = never;
  }

  void write(const inputs& in, const task& t, float cutoff, float reach, plan_storage& plan) noexcept {
    groups.count = 0;
    for (index_t i = 0; i < t.count; ++i) {
      if (centre_of[i] != i || set_aside[i] != 0) continue;
      sort_index[i] = groups.count;
      groups.anchor[groups.count++] = t.candidate[i];
    }
    for (index_t i = 0; i < t.count; ++i) {
      const bool near = set_aside[i] == 0 || nearest[i] <= reach * cutoff;
      groups.group_of[i] = near ? sort_index[centre_of[i]] : none;
    }
    groups.write(t, in.sizes, plan);
  }
};

}  // namespace detail

struct density_centres {
  static constexpr input needs = input::metric;
  static constexpr input compares = input::metric;
  float cutoff = 0.21f;

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("cutoff", self.cutoff, 0.0f, 2.0f, "distance, 1 - cosine, within which a row is close to a centre");
  }
  VTC_INLINE bounds slots(const layout&, const task& t) const noexcept { return bounds{1, t.slots != none && t.slots < t.count ? t.slots : t.count}; }

  template <class Arch>
  void measure(const inputs& in, const task& t, workspace& memory, Arch) const noexcept {
    detail::centre_search<Arch>::measure(in, t, memory);
  }

  template <class Arch>
  status build(const inputs& in, const task& t, workspace& memory, plan_storage& plan, Arch) const noexcept {
    detail::centre_search<Arch> work(in, t, memory);
    if (memory.failed()) return status::out_of_memory;
    for (index_t i = 0; i < t.count; ++i) work.set_aside[i] = 0;
    return work.run(in, t, cutoff, 0, memory, plan);
  }
};

struct pruned_density_centres {
  static constexpr input needs = input::metric | input::scores;
  static constexpr input compares = input::metric;
  float ratio = 0.55f, cutoff = 0.21f, recover = 1.5f;

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("ratio", self.ratio, 0.0f, 1.0f, "share of the rows, by score, that may become centres");
    visit("cutoff", self.cutoff, 0.0f, 2.0f, "distance, 1 - cosine, within which a row is close to a centre");
    visit("recover", self.recover, 0.0f, 1e6f, "times the cutoff: how far a row that was set aside may lie from its centre");
  }
  VTC_INLINE bounds slots(const layout&, const task& t) const noexcept {
    const index_t most = taking_part(t);
    return bounds{1, t.slots != none && t.slots < most ? t.slots : most};
  }

  template <class Arch>
  void measure(const inputs& in, const task& t, workspace& memory, Arch) const noexcept {
    detail::centre_search<Arch>::measure(in, t, memory);
  }

  template <class Arch>
  status build(const inputs& in, const task& t, workspace& memory, plan_storage& plan, Arch) const noexcept {
    detail::centre_search<Arch> work(in, t, memory);
    if (memory.failed()) return status::out_of_memory;
    kernel::select_top<Arch>(in.scores, t.candidate, t.count, taking_part(t), work.set_aside);
    for (index_t i = 0; i < t.count; ++i) work.set_aside[i] = work.set_aside[i] == 0;
    return work.run(in, t, cutoff, recover, memory, plan);
  }

 private:
  VTC_INLINE index_t taking_part(const task& t) const noexcept {
    const index_t n = rows_of(ratio, t.count);
    return n > 0 ? n : 1;
  }
};

}  // namespace merge
}  // namespace v0_1
}  // namespace vtc
