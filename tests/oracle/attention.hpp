// Attention means in double precision: from weights, and from queries and keys with a softmax over every query row.
#pragma once

#include <cmath>

#include "oracle/matrix.hpp"

namespace oracle {

// weights [heads][queries][keys]; the mean over heads and over query rows first .. last-1 that are valid (no mask: all).
inline std::vector<double> mean_attention(const std::vector<float>& weights, int heads, int queries, int keys, int first, int last,
                                          const std::vector<std::uint8_t>& valid_query = {}) {
  std::vector<double> score(static_cast<std::size_t>(keys), 0.0);
  int counted = 0;
  for (int h = 0; h < heads; ++h)
    for (int q = first; q < last; ++q) {
      if (!valid_query.empty() && valid_query[static_cast<std::size_t>(q)] == 0) continue;
      ++counted;
      for (int k = 0; k < keys; ++k) {
        const double w = static_cast<double>(weights[static_cast<std::size_t>((h * queries + q) * keys + k)]);
        score[static_cast<std::size_t>(k)] += std::isfinite(w) ? w : 0.0;
      }
    }
  for (double& s : score) s = counted > 0 ? s / counted : 0.0;
  return score;
}

// queries [Q, heads * d], keys [N, heads * d]. Masked keys get no attention; masked query rows ask nothing.
inline std::vector<double> received_attention(const matrix& queries, const matrix& keys, int heads, double scale, const std::vector<std::uint8_t>& valid = {}) {
  const int n = keys.count(), d = keys.width / heads;
  const bool square = queries.count() == n;
  const auto is_valid = [&](int r) { return valid.empty() || valid[static_cast<std::size_t>(r)] != 0; };
  std::vector<double> score(static_cast<std::size_t>(n), 0.0);
  int counted = 0;
  for (int h = 0; h < heads; ++h)
    for (int q = 0; q < queries.count(); ++q) {
      if (square && !is_valid(q)) continue;
      std::vector<double> weight(static_cast<std::size_t>(n), 0.0);
      double largest = -INFINITY, sum = 0;
      for (int k = 0; k < n; ++k) {
        double logit = 0;
        for (int c = h * d; c < (h + 1) * d; ++c) logit += queries.at(q, c) * keys.at(k, c);
        weight[static_cast<std::size_t>(k)] = logit * scale;
        if (is_valid(k)) largest = std::max(largest, logit * scale);
      }
      bool finite = std::isfinite(largest);
      for (int k = 0; k < n; ++k) finite = finite && (!is_valid(k) || std::isfinite(weight[static_cast<std::size_t>(k)]));
      if (!finite) continue;
      ++counted;
      for (int k = 0; k < n; ++k) sum += weight[static_cast<std::size_t>(k)] = is_valid(k) ? std::exp(weight[static_cast<std::size_t>(k)] - largest) : 0.0;
      for (int k = 0; k < n; ++k) score[static_cast<std::size_t>(k)] += weight[static_cast<std::size_t>(k)] / sum;
    }
  for (double& s : score) s = counted > 0 ? s / counted : 0.0;
  return score;
}

}  // namespace oracle
