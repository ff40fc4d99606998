// The K - 1 rows with the highest scores stay, and one more row holds what is left of all the others.
//
// Source: EViT, Liang et al. 2022 (the rest weighed by its scores); TRIM, Song et al. 2024 (the mean of the rest).
// Inputs: scores [N]. Options: the share of the rows to keep (EViT: rate, rounded up; TRIM: ratio, rounded down; 0 or unset: TRIM's outliers by the
// interquartile rule) where no budget is given; normalise divides EViT's weights by their sum. The extra row comes on top of the share; in a budget K it counts.
// Gives: K - 1 slots of one row and one appended slot: sum of score * row over the rest as published, or its mean. K = 1: the rest alone.
// Order and ties: source order (EViT as published and in method order: best first), the extra row last; its anchor is the entry of largest weight,
// the lowest of equal ones. Higher score, then lower row. Scores that are not finite weigh 0.
// Cost: O(n). Workspace: n bytes, 20 K more in method order. Errors: needs_scores, needs_budget, out_of_memory.
#pragma once

#include "vtc/budget/by_scores.hpp"
#include "vtc/budget/rate.hpp"
#include "vtc/kernel/order.hpp"
#include "vtc/option.hpp"
#include "vtc/planner.hpp"

namespace vtc {
inline namespace v0_1 {
namespace merge {

namespace detail {

template <class Arch>
struct top_and_rest {
  std::uint8_t* taken;
  index_t *best, *sort_index;
  std::uint32_t* sort_key;

  top_and_rest(index_t n, index_t picks, bool best_first, workspace& memory) noexcept
      : taken(memory.take<std::uint8_t>(n)),
        best(memory.take<index_t>(best_first ? picks : 0)),
        sort_index(memory.take<index_t>(best_first ? picks : 0)),
        sort_key(memory.take<std::uint32_t>(best_first ? 2 * picks : 0)) {}

  void pick(const float* scores, const task& t, index_t picks, bool best_first, plan_storage& plan) noexcept {
    kernel::select_top<Arch>(scores, t.candidate, t.count, picks, taken);
    index_t found = 0;
    for (index_t i = 0; i < t.count; ++i) {
      if (taken[i] == 0) continue;
      if (best_first) best[found++] = t.candidate[i];
      else plan.pick(t.candidate[i]);
    }
    if (best_first) kernel::sort_descending<Arch>(scores, best, found, sort_index, sort_key);
    for (index_t i = 0; i < found; ++i) plan.pick(best[i]);
  }
};

VTC_INLINE float finite_or_0(float v) noexcept { return is_finite(v) ? v : 0.0f; }

// One appended slot of the candidates that are not taken; weight(place) is what each counts.
template <class Arch, class Weight>
void append_rest(const task& t, const std::uint8_t* taken, plan_storage& plan, Weight&& weight) noexcept {
  index_t anchor = none;
  float most = -1;
  for (index_t i = 0; i < t.count; ++i) {
    if (taken[i] != 0) continue;
    const float w = weight(i), magnitude = w < 0 ? -w : w;
    if (!(magnitude > most)) continue;
    most = magnitude;
    anchor = i;
  }
  if (anchor == none) return;
  plan.append(t.candidate[anchor]);
  for (index_t i = 0; i < t.count; ++i)
    if (taken[i] == 0) plan.add(t.candidate[i], weight(i));
  plan.reduce_by(reduction::linear);
}

}  // namespace detail

struct top_k_and_weighted_rest {
  static constexpr input needs = input::scores;
  float rate = 0;
  bool normalise = false;

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("rate", self.rate, 0.0f, 1.0f, "share of the rows to keep, rounded up, where no budget is given (0: none)");
    visit("normalise", self.normalise, "divide the weights of the rest by their sum");
  }
  VTC_INLINE index_t own_count(const task& t) const noexcept { return rate > 0 ? rows_of(rate, t.count, rate_rounding::up) + 1 : none; }

  template <class Arch>
  void measure(const inputs&, const task& t, workspace& memory, Arch) const noexcept {
    (void)detail::top_and_rest<Arch>(t.count, t.slots - 1, t.order == slot_order::method, memory);
  }

  template <class Arch>
  status build(const inputs& in, const task& t, workspace& memory, plan_storage& plan, Arch) const noexcept {
    const bool best_first = t.order == slot_order::method;
    detail::top_and_rest<Arch> work(t.count, t.slots - 1, best_first, memory);
    if (memory.failed()) return status::out_of_memory;
    work.pick(in.scores, t, t.slots - 1, best_first, plan);
    plan.add_note(note::partition);
    double sum = 0;
    for (index_t i = 0; i < t.count; ++i)
      if (work.taken[i] == 0) sum += static_cast<double>(detail::finite_or_0(in.scores[t.candidate[i]]));
    const bool divide = normalise && !(t.official) && sum > 0;
    detail::append_rest<Arch>(t, work.taken, plan, [&](index_t i) noexcept {
      const float a = detail::finite_or_0(in.scores[t.candidate[i]]);
      return divide ? static_cast<float>(static_cast<double>(a) / sum) : a;
    });
    return status::ok;
  }
};

struct top_k_and_mean_of_rest {
  static constexpr input needs = input::scores;
  float ratio = 0;

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("ratio", self.ratio, 0.0f, 1.0f, "share of the rows to keep, rounded down, where no budget is given (0: the outliers)");
  }
  VTC_INLINE index_t own_count(const task& t) const noexcept { return ratio > 0 ? rows_of(ratio, t.count) + 1 : none; }
  VTC_INLINE bounds slots(const layout&, const task& t) const noexcept {
    if (t.slots == none) return bounds{t.official ? 1 : 2, t.count};
    return t.slots < t.count ? bounds{t.slots, t.slots} : bounds{t.count, t.count};
  }

  template <class Arch>
  void measure(const inputs&, const task& t, workspace& memory, Arch) const noexcept {
    (void)detail::top_and_rest<Arch>(t.count, 0, false, memory);
  }

  template <class Arch>
  status build(const inputs& in, const task& t, workspace& memory, plan_storage& plan, Arch) const noexcept {
    detail::top_and_rest<Arch> work(t.count, 0, false, memory);
    if (memory.failed()) return status::out_of_memory;
    const index_t picks = t.slots != none ? t.slots - 1 : vtc::detail::count_outliers<Arch>(in.scores, t.candidate, t.count, t.official);
    work.pick(in.scores, t, picks, false, plan);
    plan.add_note(note::partition);
    const float share = 1.0f / static_cast<float>(t.count - picks);
    detail::append_rest<Arch>(t, work.taken, plan, [&](index_t) noexcept { return share; });
    return status::ok;
  }
};

}  // namespace merge
}  // namespace v0_1
}  // namespace vtc
