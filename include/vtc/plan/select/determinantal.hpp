// A subset that is relevant and diverse: greedy maximum of the determinant of a kernel r_i * cosine_ij * r_j.
//
// Source: CDPruner, Zhang et al. 2025; the greedy inference for determinantal point processes of Chen et al. 2018.
// Inputs: metric [N,D]; scores [N] as relevance, rescaled to (0, 1] over the candidates of the call (all 1 where they are absent or equal).
// Options: relevance = similar (higher scores matter more) or dissimilar; unset: similar, and dissimilar as published.
// kernel = released, r_i * cosine_ij * r_j; theta, the same with exp(theta / (2 (1 - theta)) * r) for r; blend, (1 - weight) cosine_ij + weight r_i cosine_ij r_j (OpenVINO GenAI).
// Gives: K slots of one row each. Where no direction is left (K above the rank of the kernel) the remaining slots go to the most relevant rows, with
// note rank_loss; as published the plan stays short there.
// Order and ties: source order (as published, too), or order of choice in method order; larger gain, then lower row.
// Cost: K^2 n, and n D a pick at the most (16 rows a pass). Sums run in f64 over products of f32: the same picks on every machine.
// Workspace: 4 K n + 150 n bytes and 64 D floats, never n x n. Errors: needs_metric, needs_budget, out_of_memory.
#pragma once

#include <cmath>

#include "vtc/kernel/elementary.hpp"
#include "vtc/option.hpp"
#include "vtc/planner.hpp"
#include "vtc/score/relevance.hpp"
#include "vtc/similarity/row_cache.hpp"

namespace vtc {
inline namespace v0_1 {
namespace select {

enum class relevance_kernel : std::uint8_t { released, theta, blend };
inline constexpr choice<relevance_kernel> relevance_kernels[] = {{"released", relevance_kernel::released}, {"theta", relevance_kernel::theta}, {"blend", relevance_kernel::blend}};

struct determinantal {
  static constexpr input needs = input::metric;
  static constexpr input compares = input::metric;
  static constexpr double smallest_gain = 1e-6;  // of the largest diagonal: below it a direction is noise
  relevance sign = relevance::by_default;
  relevance_kernel how = relevance_kernel::released;
  float theta = 0.5f, weight = 0.5f;

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("relevance", self.sign, relevances, "which scores matter (unset: similar; as published: dissimilar)");
    visit("kernel", self.how, relevance_kernels, "how relevance and cosine become one kernel");
    visit("theta", self.theta, 0.0f, 0.999f, "share of the relevance in kernel=theta");
    visit("weight", self.weight, 0.0f, 1.0f, "share of the relevance in kernel=blend");
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
    rescale<Arch>(in.scores, t, work.weight);
    double most = 0;
    for (index_t i = 0; i < t.count; ++i) {
      work.gain[i] = t.squared_norm[i] > 0 ? factor(static_cast<double>(work.weight[i]), static_cast<double>(work.weight[i])) : 0.0;
      most = work.gain[i] > most ? work.gain[i] : most;
    }
    index_t k = 0;
    for (; k < t.slots; ++k) {
      const index_t pick = largest<Arch>(work.gain, t.count);
      if (!(work.gain[pick] > (t.official ? 0.0 : smallest_gain * most))) break;
      if (!t.official) plan.pick(t.candidate[pick]);
      const float* row = k + 1 < t.slots ? cosine.row(pick, work.gain) : nullptr;
      if (k + 1 < t.slots && row == nullptr) return status::out_of_memory;
      if (row != nullptr) deflate<Arch>(row, pick, k, t.count, work);
      work.gain[pick] = picked;
    }
    if (k < t.slots && !t.official) fill<Arch>(t, k, work, plan);
    for (index_t i = 0; t.official && i < t.count; ++i)
      if (!(work.gain[i] > picked)) plan.pick(t.candidate[i]);
    if (k < t.slots) plan.add_note(t.official ? note::incomplete : note::rank_loss);
    plan.add_note(note::partition);
    return status::ok;
  }

 private:
  template <class Arch>
  struct scratch {
    float* weight;    // [n] relevance
    double* gain;     // [n] what is left of the diagonal; -inf once picked
    float* direction; // [K - 1][n] rows of the Cholesky factor

    scratch(const task& t, workspace& memory) noexcept
        : weight(memory.take<float>(t.count)), gain(memory.take<double>(t.count)), direction(memory.take<float>(t.slots - 1, t.count)) {}
  };

  static constexpr double picked = -std::numeric_limits<double>::infinity();

  // What the cosine of two rows is multiplied by.
  VTC_INLINE double factor(double a, double b) const noexcept {
    const auto w = static_cast<double>(weight);
    return how == relevance_kernel::blend ? (1 - w) + static_cast<double>(static_cast<float>(w * (a * b))) : a * b;  // never fused
  }

  template <class Arch>
  void rescale(const float* scores, const task& t, float* rescaled) const noexcept {
    const bool negate = sign == relevance::dissimilar || (sign == relevance::by_default && t.official);
    double low = -picked, high = picked;
    for (index_t i = 0; scores != nullptr && i < t.count; ++i) {
      if (!is_finite(scores[t.candidate[i]])) continue;
      const double s = static_cast<double>(scores[t.candidate[i]]) * (negate ? -1 : 1);
      low = s < low ? s : low;
      high = s > high ? s : high;
    }
    for (index_t i = 0; i < t.count; ++i) {
      const bool known = scores != nullptr && is_finite(scores[t.candidate[i]]);
      const double s = known ? static_cast<double>(scores[t.candidate[i]]) * (negate ? -1 : 1) : low;
      const double r = high > low ? (s - low + 1e-6) / (high - low) : 1.0, t_share = static_cast<double>(theta);
      rescaled[i] = static_cast<float>(how == relevance_kernel::theta ? kernel::natural_exponential(t_share / (2 * (1 - t_share)) * r) : r);
    }
  }

  template <class Arch>
  static index_t largest(const double* gain, index_t n) noexcept {
    index_t best = 0;
    for (index_t i = 1; i < n; ++i)
      if (gain[i] > gain[best]) best = i;
    return best;
  }

  // The pick's part is taken out of every row: one more row of the factor, and what is left of the diagonal.
  template <class Arch>
  void deflate(const float* cosine, index_t pick, index_t k, index_t n, const scratch<Arch>& work) const noexcept {
    constexpr index_t block = 256;
    const double inverse = 1.0 / std::sqrt(work.gain[pick]), its_weight = static_cast<double>(work.weight[pick]);
    float* fresh = work.direction + static_cast<std::ptrdiff_t>(k) * n;
    for (index_t first = 0; first < n; first += block) {
      const index_t count = n - first < block ? n - first : block;
      double sum[static_cast<std::size_t>(block)];
      for (index_t i = 0; i < count; ++i) sum[i] = 0;
      for (index_t q = 0; q < k; ++q) {
        const float* old = work.direction + static_cast<std::ptrdiff_t>(q) * n;
        const double factor = static_cast<double>(old[pick]);
        for (index_t i = 0; i < count; ++i) sum[i] += factor * static_cast<double>(old[first + i]);  // exact products: fused or not is the same
      }
      for (index_t i = 0; i < count; ++i) {
        const double entry = factor(its_weight, static_cast<double>(work.weight[first + i]));
        fresh[first + i] = static_cast<float>((subtract<Arch>(entry, cosine[first + i], sum[i])) * inverse);
      }
      for (index_t i = 0; i < count; ++i) {
        const double e = static_cast<double>(fresh[first + i]);
        work.gain[first + i] -= e * e;  // exact product
      }
    }
  }

  // entry * cosine - sum, rounded after the product: entry has up to 48 bits, so it is cut to 24 first, which makes the product exact.
  template <class Arch>
  static double subtract(double entry, float cosine, double sum) noexcept {
    return static_cast<double>(static_cast<float>(entry)) * static_cast<double>(cosine) - sum;
  }

  // The most relevant of the rows not picked yet.
  template <class Arch>
  static void fill(const task& t, index_t k, const scratch<Arch>& work, plan_storage& plan) noexcept {
    for (; k < t.slots; ++k) {
      index_t best = none;
      for (index_t i = 0; i < t.count; ++i)
        if (work.gain[i] > picked && (best == none || work.weight[i] > work.weight[best])) best = i;
      plan.pick(t.candidate[best]);
      work.gain[best] = picked;
    }
  }
};

}  // namespace select
}  // namespace v0_1
}  // namespace vtc
