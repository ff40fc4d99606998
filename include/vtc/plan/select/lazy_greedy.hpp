// One row after another by the largest gain, where a gain only falls as more rows are picked: what covering methods share.
//
// Source: the accelerated greedy algorithm, Minoux 1978.
// Inputs: n rows, a cache of their cosines, and a gain with
//   double of(index_t j, const float* cosine) const   what row j would add now; cosine: its row of the matrix
//   void take(index_t j, const float* cosine)         row j is picked
// and for each row a bound that no gain of it can exceed (-inf: never picked). A gain must not grow, in floating point, either: sums of
// max(0, x - covered) in a fixed order do not.
// Gives: visit(j) for each of `picks` rows: exactly the picks of computing every gain every time. Order and ties: larger gain, then lower row.
// Cost: a few gains a pick, and n comparisons for each. Workspace: the caller's bound [n] and computed_at [n]. Errors: out_of_memory.
#pragma once

#include <limits>

#include "vtc/similarity/row_cache.hpp"

namespace vtc {
inline namespace v0_1 {
namespace select {
namespace detail {

inline constexpr double never_picked = -std::numeric_limits<double>::infinity();
// A first bound is summed in another order than the gain: it is raised by more than the rounding of any sum can be.
inline constexpr double slack = 1 + 1e-9;

template <class Arch>
index_t largest_bound(const double* bound, index_t n) noexcept {
  index_t best = 0;
  for (index_t i = 1; i < n; ++i)
    if (bound[i] > bound[best]) best = i;
  return best;
}

// The sum of n values in eight parts, in a fixed order: value(i).
template <class Arch, class Value>
VTC_INLINE double sum_in_parts(index_t n, Value&& value) noexcept {
  constexpr index_t parts = 8;
  double sum[static_cast<std::size_t>(parts)] = {};
  index_t i = 0;
  for (; i + parts <= n; i += parts)
    for (index_t k = 0; k < parts; ++k) sum[k] += value(i + k);
  for (index_t k = 0; i < n; ++i, ++k) sum[k] += value(i);
  double all = 0;
  for (const double s : sum) all += s;
  return all;
}

template <class Arch, class Gain, class Visit>
status lazy_greedy(similarity::row_cache<Arch>& cosine, index_t n, index_t picks, double* bound, index_t* computed_at, Gain& gain, Visit&& visit) noexcept {
  for (index_t i = 0; i < n; ++i) computed_at[i] = none;
  for (index_t k = 0; k < picks; ++k) {
    index_t best = largest_bound<Arch>(bound, n);
    while (computed_at[best] != k) {
      const float* row = cosine.row(best, bound);
      if (row == nullptr) return status::out_of_memory;
      bound[best] = gain.of(best, row);
      computed_at[best] = k;
      best = largest_bound<Arch>(bound, n);
    }
    visit(best);
    if (k + 1 < picks) {
      const float* row = cosine.row(best, bound);
      if (row == nullptr) return status::out_of_memory;
      gain.take(best, row);
    }
    bound[best] = never_picked;
  }
  return status::ok;
}

}  // namespace detail
}  // namespace select
}  // namespace v0_1
}  // namespace vtc
