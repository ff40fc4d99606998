// The rows with the highest scores stay; a few of the others, at even distances, take in the rest.
//
// Source: VisionZip, Yang et al. 2024.
// Inputs: scores [N], metric [N,D] (keys averaged over heads). Options: dominant (counts protected rows, as the paper's presets do), contextual
// (unset: 16 % of K, the paper's 10 of 64), normalise. Either both sum to K, or one follows from K, or K is their sum.
// Gives: K slots, a partition. Dominant: one row. Contextual: its target with weight 1 plus the mean of the rows that are nearest to
// it, so about twice the length of a row, as published; normalise halves it.
// Order and ties: source order; in method order dominant rows ascending, then contextual ones. Higher score, then lower row; nearest target by cosine,
// then the earlier target. Targets are rows 0, step, 2 step .. of the R remaining ones, step = max(1, floor(R / contextual)).
// Cost: R * contextual * D. Workspace: O(n) and 64 D floats.
// Errors: needs_scores, needs_metric, needs_budget; option_out_of_range when dominant and contextual contradict K.
#pragma once

#include "vtc/kernel/order.hpp"
#include "vtc/kernel/row_source.hpp"
#include "vtc/option.hpp"
#include "vtc/planner.hpp"
#include "vtc/similarity/best_match.hpp"

namespace vtc {
inline namespace v0_1 {
namespace merge {

struct dominant_and_contextual {
  static constexpr input needs = input::scores | input::metric;
  static constexpr input compares = input::metric;
  static constexpr index_t unset = -1;
  index_t dominant = unset, contextual = unset;
  bool normalise = false;

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("dominant", self.dominant, unset, INT32_MAX, "rows kept by score, protected ones counted (-1: K - contextual)");
    visit("contextual", self.contextual, unset, INT32_MAX, "rows that take in the rest (-1: K - dominant, or 16 % of K)");
    visit("normalise", self.normalise, "divide a target and its members by two");
  }

  VTC_INLINE index_t own_count(const task& t) const noexcept {
    if (dominant == unset || contextual == unset) return none;
    const index_t own = dominant + contextual - t.kept;
    return own < 0 ? none - 1 : own;  // below the kept rows: no count, but not `none` either
  }

  struct split {
    index_t dominant, contextual;  // of the candidates; dominant < 0: contradiction
  };
  VTC_INLINE split split_of(const task& t) const noexcept {
    const index_t total = t.slots + t.kept;
    index_t c = contextual != unset ? contextual : dominant != unset ? total - dominant : total * 16 / 100;
    if (contextual == unset && dominant == unset && c > t.slots) c = t.slots;
    const index_t d = t.slots - c;
    if (c < 0 || (dominant != unset && d != dominant - t.kept)) return split{-1, 0};
    return split{d, c};
  }

  VTC_INLINE status check(const layout&, const task& t) const noexcept {
    return t.slots == none ? status::needs_budget : split_of(t).dominant < 0 ? status::option_out_of_range : status::ok;
  }

  template <class Arch>
  void measure(const inputs& in, const task& t, workspace& memory, Arch) const noexcept {
    const split s = split_of(t);
    if (s.dominant < 0) return;
    (void)scratch<Arch>(t, s.contextual, memory);
    if (s.contextual > 0) similarity::measure_best_match<Arch>(t.count - s.dominant - s.contextual, s.contextual, in.metric.width, memory);
  }

  template <class Arch>
  status build(const inputs& in, const task& t, workspace& memory, plan_storage& plan, Arch) const noexcept {
    const split s = split_of(t);
    scratch<Arch> work(t, s.contextual, memory);
    if (memory.failed()) return status::out_of_memory;
    kernel::select_top<Arch>(in.scores, t.candidate, t.count, s.dominant, work.taken);
    for (index_t i = 0; i < t.count; ++i)
      if (work.taken[i] != 0) plan.pick(t.candidate[i]);
    plan.add_note(note::partition);
    if (s.contextual == 0) return status::ok;
    const index_t members = deal<Arch>(t, s, work);
    similarity::best_match<Arch>(kernel::listed_rows{in.metric, work.list + s.contextual}, members, work.norm + s.contextual,
                                 kernel::listed_rows{in.metric, work.list}, s.contextual, work.norm, memory, work.best, work.cosine);
    if (memory.failed()) return status::out_of_memory;
    write<Arch>(s, members, work, plan);
    return status::ok;
  }

 private:
  template <class Arch>
  struct scratch {
    std::uint8_t* taken;
    index_t *list, *best, *begin, *grouped;
    float *norm, *cosine;

    scratch(const task& t, index_t contextual, workspace& memory) noexcept {
      taken = memory.take<std::uint8_t>(t.count);
      list = memory.take<index_t>(t.count);
      best = memory.take<index_t>(t.count);
      begin = memory.take<index_t>(contextual + 2);
      grouped = memory.take<index_t>(t.count);
      norm = memory.take<float>(t.count);
      cosine = memory.take<float>(t.count);
    }
  };

  // Lists the remaining rows: targets first, then the members; returns how many members there are.
  template <class Arch>
  static index_t deal(const task& t, split s, scratch<Arch>& work) noexcept {
    const index_t rest = t.count - s.dominant, step = rest / s.contextual > 1 ? rest / s.contextual : 1;
    index_t targets = 0, members = 0;
    for (index_t i = 0, place = 0; i < t.count; ++i) {
      if (work.taken[i] != 0) continue;
      const bool target = place % step == 0 && place / step < s.contextual;
      const index_t at = target ? targets++ : s.contextual + members++;
      work.list[at] = t.candidate[i];
      work.norm[at] = t.squared_norm[i];
      ++place;
    }
    return members;
  }

  template <class Arch>
  void write(split s, index_t members, const scratch<Arch>& work, plan_storage& plan) const noexcept {
    for (index_t j = 0; j < s.contextual + 2; ++j) work.begin[j] = 0;
    for (index_t i = 0; i < members; ++i) ++work.begin[work.best[i] + 2];
    for (index_t j = 0; j < s.contextual; ++j) work.begin[j + 2] += work.begin[j + 1];
    for (index_t i = 0; i < members; ++i) work.grouped[work.begin[work.best[i] + 1]++] = work.list[s.contextual + i];
    for (index_t j = 0; j < s.contextual; ++j) {
      const index_t n = work.begin[j + 1] - work.begin[j];
      const float half = normalise && n > 0 ? 0.5f : 1.0f;
      plan.slot(work.list[j]);
      plan.add(work.list[j], half);
      for (index_t e = work.begin[j]; e < work.begin[j + 1]; ++e) plan.add(work.grouped[e], half / static_cast<float>(n));
    }
    plan.reduce_by(reduction::linear);
  }
};

}  // namespace merge
}  // namespace v0_1
}  // namespace vtc
