// The k best of the candidates: higher score, then lower row; NaN last; -0 equals 0.
#pragma once

#include <algorithm>
#include <cmath>

#include "oracle/plan.hpp"

namespace oracle {

inline std::vector<int> ranked(const std::vector<float>& score, std::vector<int> candidates) {
  std::stable_sort(candidates.begin(), candidates.end(), [&](int a, int b) {
    const float x = score[static_cast<std::size_t>(a)], y = score[static_cast<std::size_t>(b)];
    if (std::isnan(x) || std::isnan(y)) return !std::isnan(x) && std::isnan(y);
    return x > y;
  });
  return candidates;
}

// Best first.
inline plan top_k(const std::vector<float>& score, const std::vector<int>& candidates, int k) {
  plan p;
  const std::vector<int> order = ranked(score, candidates);
  for (int i = 0; i < k; ++i) p.pick(order[static_cast<std::size_t>(i)]);
  return p;
}

}  // namespace oracle
