// One row after another that is important and unlike the rows before it.
//
// Source: maximal marginal relevance, Carbonell and Goldstein 1998; for visual tokens IDPruner, 2026.
// Inputs: scores [N] (higher is more important), metric [N,D]. Option: lambda, from 0 (diversity alone) to 1 (importance alone).
// Gives: K slots of one row each: the largest lambda * score_j - (1 - lambda) * max cosine of j with a pick; before the first pick that cosine is 0.
// Order and ties: source order, or order of choice in method order; larger value, then lower row. Scores that are not finite rank last.
// Cost: n D a pick at the most (16 rows a pass). Workspace: about 150 n bytes and 64 D floats, never n x n.
// Errors: needs_scores, needs_metric, needs_budget, out_of_memory.
#pragma once

#include "vtc/option.hpp"
#include "vtc/planner.hpp"
#include "vtc/similarity/row_cache.hpp"

namespace vtc {
inline namespace v0_1 {
namespace select {

struct marginal_relevance {
  static constexpr input needs = input::scores | input::metric;
  static constexpr input compares = input::metric;
  float lambda = 0.5f;

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("lambda", self.lambda, 0.0f, 1.0f, "weight of the importance; the rest is the weight of being different");
  }

  template <class Arch>
  void measure(const inputs& in, const task& t, workspace& memory, Arch) const noexcept {
    (void)memory.take<double>(t.count);
    (void)memory.take<float>(t.count);
    similarity::row_cache<Arch>::measure(t.count, in.metric.width, memory);
  }

  template <class Arch>
  status build(const inputs& in, const task& t, workspace& memory, plan_storage& plan, Arch) const noexcept {
    double* value = memory.take<double>(t.count);
    float* likeness = memory.take<float>(t.count);  // to the picks
    similarity::row_cache<Arch> cosine(in.metric, t.candidate, t.squared_norm, t.count, memory);
    if (memory.failed()) return status::out_of_memory;
    constexpr double picked = -std::numeric_limits<double>::infinity();
    const auto important = static_cast<double>(lambda), different = 1 - important;
    for (index_t i = 0; i < t.count; ++i) value[i] = important * finite_score(in.scores[t.candidate[i]]);
    plan.add_note(note::partition);
    for (index_t k = 0; k < t.slots; ++k) {
      index_t best = 0;
      for (index_t i = 1; i < t.count; ++i)
        if (value[i] > value[best]) best = i;
      plan.pick(t.candidate[best]);
      if (k + 1 == t.slots) break;
      const float* row = cosine.row(best, value);
      if (row == nullptr) return status::out_of_memory;
      value[best] = picked;
      for (index_t i = 0; i < t.count; ++i) {
        if (!(value[i] > picked)) continue;
        likeness[i] = k == 0 || row[i] > likeness[i] ? row[i] : likeness[i];
        value[i] = important * finite_score(in.scores[t.candidate[i]]) - different * static_cast<double>(likeness[i]);
      }
    }
    return status::ok;
  }

 private:
  VTC_INLINE static double finite_score(float s) noexcept { return is_finite(s) ? static_cast<double>(s) : -1e38; }
};

}  // namespace select
}  // namespace v0_1
}  // namespace vtc
