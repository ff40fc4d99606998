// DivPrune (Alvar et al. 2025), specification: reference/algorithms 5.1 with our rule: a row is never picked twice.
#pragma once

#include "oracle/plan.hpp"

namespace oracle {

// In the order of choice.
inline plan max_min(const matrix& metric, const std::vector<int>& candidates, int k) {
  plan p;
  const std::size_t n = candidates.size();
  const auto distance = [&](std::size_t i, std::size_t j) { return 1.0 - cosine(metric.row(candidates[i]), metric.row(candidates[j])); };
  std::vector<double> nearest(n, 3.0);  // first to any other row, then to the picks
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      if (i != j) nearest[i] = std::min(nearest[i], distance(i, j));
  std::vector<bool> picked(n, false);
  for (int round = 0; round < k; ++round) {
    std::size_t best = n;
    double second = -1;
    for (std::size_t i = 0; i < n; ++i) {
      if (picked[i]) continue;
      if (best == n || nearest[i] > nearest[best]) {
        second = best == n ? -1 : nearest[best];
        best = i;
      } else {
        second = std::max(second, nearest[i]);
      }
    }
    p.decide(nearest[best], second);
    p.pick(candidates[best]);
    picked[best] = true;
    for (std::size_t i = 0; i < n; ++i) {
      if (round == 0) nearest[i] = 3;
      nearest[i] = std::min(nearest[i], distance(i, best));
    }
  }
  return p;
}

}  // namespace oracle
