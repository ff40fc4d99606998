// CDPruner (Zhang et al. 2025) by the greedy rule of Chen et al. 2018, specification: reference/algorithms 5.2, on the whole kernel matrix.
// Our rules: relevance is rescaled over the candidates; below 1e-6 of the largest diagonal no direction is left and the most relevant rows fill up.
#pragma once

#include "oracle/plan.hpp"

namespace oracle {

inline std::vector<double> rescaled(const std::vector<float>& score, const std::vector<int>& candidates, bool negate) {
  std::vector<double> r;
  for (const int c : candidates) r.push_back((negate ? -1.0 : 1.0) * static_cast<double>(score[static_cast<std::size_t>(c)]));
  double low = r[0], high = r[0];
  for (const double v : r) {
    low = std::min(low, v);
    high = std::max(high, v);
  }
  for (double& v : r) v = high > low ? (v - low + 1e-6) / (high - low) : 1.0;
  return r;
}

struct determinantal_result {
  plan chosen;      // in the order of choice
  int by_gain = 0;  // picks before the directions ran out
};

inline determinantal_result determinantal(const matrix& metric, const std::vector<double>& relevance, const std::vector<int>& candidates, int k) {
  determinantal_result result;
  const std::size_t n = candidates.size();
  const auto kernel = [&](std::size_t i, std::size_t j) {
    const std::vector<double> a = metric.row(candidates[i]), b = metric.row(candidates[j]);
    return relevance[i] * relevance[j] * (i == j && dot(a, a) > 0 ? 1.0 : cosine(a, b));
  };
  std::vector<double> gain(n);
  std::vector<std::vector<double>> direction;
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) largest = std::max(largest, gain[i] = kernel(i, i));
  std::vector<bool> picked(n, false);
  const auto best_of = [&](const std::vector<double>& value, double& second) {
    std::size_t best = n;
    second = -1;
    for (std::size_t i = 0; i < n; ++i) {
      if (picked[i]) continue;
      if (best == n || value[i] > value[best]) {
        second = best == n ? -1 : value[best];
        best = i;
      } else {
        second = std::max(second, value[i]);
      }
    }
    return best;
  };
  double second = 0;
  while (static_cast<int>(result.chosen.slots.size()) < k) {
    const std::size_t j = best_of(gain, second);
    result.chosen.decide(std::abs(gain[j] - 1e-6 * largest), 0);
    if (!(gain[j] > 1e-6 * largest)) break;
    result.chosen.decide(gain[j], second);
    std::vector<double> e(n);
    for (std::size_t i = 0; i < n; ++i) {
      e[i] = kernel(j, i);
      for (const std::vector<double>& c : direction) e[i] -= c[j] * c[i];
      e[i] /= std::sqrt(gain[j]);
    }
    for (std::size_t i = 0; i < n; ++i) gain[i] -= e[i] * e[i];
    direction.push_back(e);
    picked[j] = true;
    result.chosen.pick(candidates[j]);
    ++result.by_gain;
  }
  while (static_cast<int>(result.chosen.slots.size()) < k) {
    const std::size_t j = best_of(relevance, second);
    picked[j] = true;
    result.chosen.pick(candidates[j]);
  }
  return result;
}

}  // namespace oracle
