// The rows that cover the picture best: each pick adds the most similarity to rows that no pick resembles yet, weighed by its own score.
//
// Source: facility location, Nemhauser, Wolsey and Fisher 1978 (greedy, within 1 - 1/e of the optimum); weighed by saliency: SCOPE, Deng et al. 2025.
// Inputs: metric [N,D], usually the tokens; scores [N] as weights (all 1 where they are absent; below zero or not finite: 0).
// Options: alpha, the exponent of the weight; combine = multiply or add, the weight and the gain.
// Gives: K slots of one row each. gain_j = weight_j * sum_i max(0, cosine_ij - covered_i), covered_i = the best cosine of i with a pick, 0 before.
// Order and ties: source order (as published, too), or order of choice in method order; larger gain, then lower row. A zero row has cosine 0 with all others.
// Cost: n^2 D once, then a few rows of the matrix a pick (16 rows a pass). Sums run in f64. Workspace: about 170 n bytes and 64 D floats,
// never n x n. Errors: needs_metric, needs_budget, out_of_memory.
#pragma once

#include "vtc/kernel/elementary.hpp"
#include "vtc/option.hpp"
#include "vtc/planner.hpp"
#include "vtc/plan/select/lazy_greedy.hpp"
#include "vtc/similarity/row_sums.hpp"

namespace vtc {
inline namespace v0_1 {
namespace select {

enum class combination : std::uint8_t { multiply, add };
inline constexpr choice<combination> combinations[] = {{"multiply", combination::multiply}, {"add", combination::add}};

struct facility_location {
  static constexpr input needs = input::metric;
  static constexpr input compares = input::metric;
  float alpha = 1;
  combination combine = combination::multiply;

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("alpha", self.alpha, 0.0f, 16.0f, "exponent of the weight");
    visit("combine", self.combine, combinations, "what the weight does to the gain");
  }

  template <class Arch>
  void measure(const inputs& in, const task& t, workspace& memory, Arch) const noexcept {
    (void)scratch<Arch>(t, memory);
    similarity::row_cache<Arch>::measure(t.count, in.metric.width, memory);
  }

  template <class Arch>
  status build(const inputs& in, const task& t, workspace& memory, plan_storage& plan, Arch) const noexcept {
    scratch<Arch> work(t, memory);
    similarity::row_cache<Arch> cosine(in.metric, t.candidate, t.squared_norm, t.count, memory);
    if (memory.failed()) return status::out_of_memory;
    weigh<Arch>(in, t, work.weight);
    similarity::row_sums<Arch>(kernel::listed_rows{in.metric, t.candidate}, t.count, t.squared_norm, work.bound, memory,
                               [](const float* stretch, index_t, index_t columns, index_t) noexcept { return positive_sum(stretch, columns); });
    if (memory.failed()) return status::out_of_memory;
    for (index_t i = 0; i < t.count; ++i) {
      work.covered[i] = 0;
      work.bound[i] = join(work.bound[i], work.weight[i]) * detail::slack;
    }
    plan.add_note(note::partition);
    gain<Arch> by{*this, t.count, work.weight, work.covered};
    for (index_t i = 0; t.official && i < t.count; ++i) work.taken[i] = 0;
    const status s = detail::lazy_greedy<Arch>(cosine, t.count, t.slots, work.bound, work.computed_at, by, [&](index_t j) noexcept {
      if (t.official) work.taken[j] = 1;
      else plan.pick(t.candidate[j]);
    });
    for (index_t i = 0; t.official && i < t.count; ++i)
      if (work.taken[i] != 0) plan.pick(t.candidate[i]);
    return s;
  }

 private:
  template <class Arch>
  struct scratch {
    double *bound, *weight;
    index_t* computed_at;
    float* covered;
    std::uint8_t* taken;

    scratch(const task& t, workspace& memory) noexcept
        : bound(memory.take<double>(t.count)),
          weight(memory.take<double>(t.count)),
          computed_at(memory.take<index_t>(t.count)),
          covered(memory.take<float>(t.count)),
          taken(memory.take<std::uint8_t>(t.official ? t.count : 0)) {}
  };

  template <class Arch>
  struct gain {
    const facility_location& rule;
    index_t n;
    const double* weight;
    float* covered;

    double of(index_t j, const float* cosine) const noexcept {
      const double sum = detail::sum_in_parts<Arch>(n, [&](index_t i) noexcept {
        const double more = static_cast<double>(cosine[i]) - static_cast<double>(covered[i]);  // exact, so that rows of equal gain stay equal
        return more > 0 ? more : 0.0;
      });
      return rule.join(sum, weight[j]);
    }
    void take(index_t, const float* cosine) noexcept {
      for (index_t i = 0; i < n; ++i) covered[i] = cosine[i] > covered[i] ? cosine[i] : covered[i];
    }
  };

  VTC_INLINE static double positive_sum(const float* x, index_t n) noexcept {
    double sum = 0;
    for (index_t i = 0; i < n; ++i) sum += static_cast<double>(x[i] > 0 ? x[i] : 0.0f);
    return sum;
  }
  VTC_INLINE double join(double sum, double weight) const noexcept { return combine == combination::add ? sum + weight : sum * weight; }

  // The published code sums the attention over heads; a factor only matters where it is added.
  template <class Arch>
  void weigh(const inputs& in, const task& t, double* weight) const noexcept {
    const double factor = t.official && in.attention.data != nullptr ? static_cast<double>(in.attention.heads) : 1.0;
    for (index_t i = 0; i < t.count; ++i) {
      const float s = in.scores != nullptr ? in.scores[t.candidate[i]] : 1.0f;
      weight[i] = is_finite(s) && s > 0 ? kernel::power(factor * static_cast<double>(s), static_cast<double>(alpha)) : 0.0;
    }
  }
};

}  // namespace select
}  // namespace v0_1
}  // namespace vtc
