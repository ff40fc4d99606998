// The published methods as their Python writes them, over a whole matrix of cosines [n][n].
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "vtc/config.hpp"

namespace whole_matrix {

using vtc::index_t;

// DivPrune: the row farthest from its nearest other row, then always the row farthest from all picks.
inline std::vector<index_t> max_min(const float* cosine, index_t n, index_t keep) {
  std::vector<float> nearest(static_cast<std::size_t>(n), -2.0f);
  const auto row = [&](index_t i) { return cosine + static_cast<std::ptrdiff_t>(i) * n; };
  for (index_t i = 0; i < n; ++i)
    for (index_t j = 0; j < n; ++j)
      if (i != j) nearest[static_cast<std::size_t>(i)] = std::max(nearest[static_cast<std::size_t>(i)], row(i)[j]);
  index_t pick = static_cast<index_t>(std::min_element(nearest.begin(), nearest.end()) - nearest.begin());
  std::vector<index_t> picks;
  std::fill(nearest.begin(), nearest.end(), -2.0f);
  for (;;) {
    picks.push_back(pick);
    if (static_cast<index_t>(picks.size()) == keep) return picks;
    for (index_t i = 0; i < n; ++i) nearest[static_cast<std::size_t>(i)] = std::max(nearest[static_cast<std::size_t>(i)], row(pick)[i]);
    nearest[static_cast<std::size_t>(pick)] = 3;
    pick = static_cast<index_t>(std::min_element(nearest.begin(), nearest.end()) - nearest.begin());
  }
}

// CDPruner: greedy maximum of the determinant of r_i cosine_ij r_j (fast inference of Chen et al. 2018).
inline std::vector<index_t> determinantal(const float* cosine, const float* relevance, index_t n, index_t keep) {
  std::vector<float> gain(static_cast<std::size_t>(n)), factor(static_cast<std::size_t>(n) * static_cast<std::size_t>(keep));
  for (index_t i = 0; i < n; ++i) gain[static_cast<std::size_t>(i)] = relevance[i] * relevance[i];
  std::vector<index_t> picks;
  for (index_t k = 0; k < keep; ++k) {
    const auto pick = static_cast<index_t>(std::max_element(gain.begin(), gain.end()) - gain.begin());
    picks.push_back(pick);
    float* fresh = factor.data() + static_cast<std::ptrdiff_t>(k) * n;
    const float inverse = 1.0f / std::sqrt(gain[static_cast<std::size_t>(pick)]);
    for (index_t i = 0; i < n; ++i) fresh[i] = relevance[pick] * relevance[i] * cosine[static_cast<std::ptrdiff_t>(pick) * n + i];
    for (index_t q = 0; q < k; ++q) {
      const float* old = factor.data() + static_cast<std::ptrdiff_t>(q) * n;
      for (index_t i = 0; i < n; ++i) fresh[i] -= old[pick] * old[i];
    }
    for (index_t i = 0; i < n; ++i) {
      fresh[i] *= inverse;
      gain[static_cast<std::size_t>(i)] -= fresh[i] * fresh[i];
    }
    gain[static_cast<std::size_t>(pick)] = -1e30f;
  }
  return picks;
}

// ToMe: the `remove` left rows that are most like their best right row. best and cosine by left row.
inline std::vector<index_t> merged_rows(const float* cosine, index_t lefts, index_t remove) {
  std::vector<index_t> order(static_cast<std::size_t>(lefts));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](index_t a, index_t b) { return cosine[a] > cosine[b]; });
  order.resize(static_cast<std::size_t>(remove));
  return order;
}

}  // namespace whole_matrix
