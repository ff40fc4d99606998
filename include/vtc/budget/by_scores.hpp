// Counts that follow from the scores: a share of their mass, how many stand out, or how many rows they are spread over.
//
// Source: cumulative mass (top-p) as in nucleus sampling, Holtzman et al. 2020; the interquartile rule of LLaVA-PruMerge, Shang et al. 2024.
// Inputs: one score per row and the candidate rows [n]. mass: scores below zero or not finite count as zero.
// Gives: a count of candidates, at least 1. mass p: the fewest best rows that hold p of the sum. outliers: scores strictly above
// Q3 + 1.5 (Q3 - Q1), percentiles interpolated linearly; scores that are not a number count lowest. perplexity: see perplexity.hpp.
// Order and ties: equal scores are counted one by one. Sums run in f64 in row order: the same count on every machine.
// Cost: at most 33 passes over n scores. Workspace: none. Errors: none.
#pragma once

#include "vtc/budget/perplexity.hpp"
#include "vtc/view/element.hpp"

namespace vtc {
inline namespace v0_1 {
namespace detail {

// Grows with the value; -0 and +0 are one; every NaN is lowest.
VTC_INLINE std::uint32_t ordered_bits(float v) noexcept {
  if (is_nan(v)) return 0;
  const std::uint32_t u = bits_of(v);
  if ((u & 0x7fffffffu) == 0) return 0x80000000u;
  return (u & 0x80000000u) != 0 ? ~u : u | 0x80000000u;
}
VTC_INLINE float from_ordered_bits(std::uint32_t k) noexcept { return float_from_bits((k & 0x80000000u) != 0 ? k & 0x7fffffffu : ~k); }

// The k-th smallest score (k from 0), found bit by bit: no copy of the scores is needed.
template <class Arch>
std::uint32_t kth_smallest(const float* scores, const index_t* candidate, index_t n, index_t k) noexcept {
  std::uint32_t found = 0;
  for (int bit = 31; bit >= 0; --bit) {
    const std::uint32_t probe = found | (1u << bit);
    index_t below = 0;
    for (index_t i = 0; i < n; ++i) below += ordered_bits(scores[candidate[i]]) < probe;
    if (below <= k) found = probe;
  }
  return found;
}

template <class Arch>
double percentile(const float* scores, const index_t* candidate, index_t n, double share) noexcept {
  const double place = share * static_cast<double>(n - 1);
  const auto low = static_cast<index_t>(place);
  const double a = from_ordered_bits(kth_smallest<Arch>(scores, candidate, n, low));
  const double b = low + 1 < n ? from_ordered_bits(kth_smallest<Arch>(scores, candidate, n, low + 1)) : a;
  return a + (b - a) * (place - static_cast<double>(low));
}

template <class Arch>
index_t scores_above_fence(const float* scores, const index_t* candidate, index_t n) noexcept {
  const double q1 = percentile<Arch>(scores, candidate, n, 0.25), q3 = percentile<Arch>(scores, candidate, n, 0.75);
  const double fence = q3 + 1.5 * (q3 - q1);
  index_t count = 0;
  for (index_t i = 0; i < n; ++i) count += !is_nan(scores[candidate[i]]) && static_cast<double>(scores[candidate[i]]) > fence;
  return count;
}

// At least one; the published codes take the share of outliers times n, truncated, which may be one less, or none.
template <class Arch>
index_t count_outliers(const float* scores, const index_t* candidate, index_t n, bool official = false) noexcept {
  const index_t count = scores_above_fence<Arch>(scores, candidate, n);
  if (official) return static_cast<index_t>(n * (static_cast<double>(count) / n));
  return count > 0 ? count : 1;
}

template <class Arch>
index_t count_by_mass(const float* scores, const index_t* candidate, index_t n, float share) noexcept {
  double total = 0;
  for (index_t i = 0; i < n; ++i) total += mass_of(scores[candidate[i]]);
  const double wanted = total * static_cast<double>(share);
  if (!(wanted > 0)) return 1;
  // The largest bound such that the scores at or above it still hold enough; mass only falls as the bound grows.
  std::uint32_t bound = 0;
  for (int bit = 30; bit >= 0; --bit) {
    const std::uint32_t probe = bound | (1u << bit);
    double held = 0;
    for (index_t i = 0; i < n; ++i)
      if (bits_of(static_cast<float>(mass_of(scores[candidate[i]]))) >= probe) held += mass_of(scores[candidate[i]]);
    if (held >= wanted) bound = probe;
  }
  const double least = static_cast<double>(float_from_bits(bound));
  double above = 0;
  index_t count = 0, equal = 0;
  for (index_t i = 0; i < n; ++i) {
    const double m = mass_of(scores[candidate[i]]);
    if (m > least) {
      above += m;
      ++count;
    } else if (m == least) {
      ++equal;
    }
  }
  for (; equal > 0 && above < wanted; --equal, ++count) above += least;
  return count > 0 ? count : 1;
}

}  // namespace detail

template <class Arch>
index_t count_by_scores(const budget& want, const float* scores, const index_t* candidate, index_t n) noexcept {
  if (n <= 0) return 0;
  switch (want.by) {
    case budget::rule::mass: return detail::count_by_mass<Arch>(scores, candidate, n, want.share);
    case budget::rule::perplexity: return count_by_perplexity<Arch>(scores, candidate, n, want.share);
    default: return detail::count_outliers<Arch>(scores, candidate, n);
  }
}

}  // namespace v0_1
}  // namespace vtc
