// How many rows the scores are in effect spread over: e to the entropy of the scores as shares, times a factor.
//
// Source: perplexity, Jelinek et al. 1977; e^H as an effective number, Hill 1973.
// Inputs: one score per row and the candidate rows [n]; scores below zero or not finite count as zero. A factor above 0.
// Gives: the nearest count, at least 1, at most n. All scores equal: factor * n; one score alone: 1. Nothing above zero: 1.
// Order and ties: a half goes up, with a billionth of slack, so that the last bits of a logarithm decide nothing. Sums run in f64 in row order.
// Cost: one logarithm a row. Workspace: none. Errors: none.
#pragma once

#include "vtc/budget/budget.hpp"
#include "vtc/kernel/elementary.hpp"
#include "vtc/view/element.hpp"

namespace vtc {
inline namespace v0_1 {
namespace detail {

VTC_INLINE double mass_of(float v) noexcept { return is_finite(v) && v > 0 ? static_cast<double>(v) : 0.0; }

}  // namespace detail

template <class Arch>
index_t count_by_perplexity(const float* scores, const index_t* candidate, index_t n, float factor) noexcept {
  double total = 0, weighted = 0;  // of s and of s ln s
  for (index_t i = 0; i < n; ++i) {
    const double s = detail::mass_of(scores[candidate[i]]);
    if (s > 0) {
      total += s;
      weighted += s * kernel::natural_logarithm(s);
    }
  }
  if (!(total > 0)) return 1;
  const double entropy = kernel::natural_logarithm(total) - weighted / total, most = kernel::natural_logarithm(n);
  const double spread = entropy <= 0 ? 1 : entropy >= most ? n : kernel::natural_exponential(entropy);
  const double count = static_cast<double>(factor) * spread + 0.5 + 1e-9 * spread;
  return count >= n ? n : count < 2 ? 1 : static_cast<index_t>(count);
}

}  // namespace v0_1
}  // namespace vtc
