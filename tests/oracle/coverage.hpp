// Greedy coverage of the rows of a matrix by its columns, every gain computed every time. Specification: reference/algorithms 5.4 (SCOPE) and 5.5 (MMTok).
#pragma once

#include <algorithm>

#include "oracle/plan.hpp"

namespace oracle {

// entry[row][column]; the gain of a column is weight * the sum over rows of what it adds, or with `add` the sum plus the weight.
inline plan coverage(const std::vector<std::vector<double>>& entry, const std::vector<double>& weight, bool add, int k) {
  plan p;
  const std::size_t columns = weight.size();
  std::vector<double> covered(entry.size(), 0.0);
  std::vector<bool> picked(columns, false);
  for (int round = 0; round < k; ++round) {
    std::size_t best = columns;
    double most = -1, second = -1;
    for (std::size_t j = 0; j < columns; ++j) {
      if (picked[j]) continue;
      double gain = 0;
      for (std::size_t i = 0; i < entry.size(); ++i) gain += std::max(0.0, entry[i][j] - covered[i]);
      gain = add ? gain + weight[j] : gain * weight[j];
      if (best == columns || gain > most) {
        second = best == columns ? -1 : most;
        most = gain;
        best = j;
      } else {
        second = std::max(second, gain);
      }
    }
    p.decide(most, second);
    p.pick(static_cast<int>(best));
    picked[best] = true;
    for (std::size_t i = 0; i < entry.size(); ++i) covered[i] = std::max(covered[i], entry[i][best]);
  }
  return p;
}

inline std::vector<std::vector<double>> cosines(const matrix& left, const matrix& right) {
  std::vector<std::vector<double>> all;
  for (int i = 0; i < left.count(); ++i) {
    all.emplace_back();
    for (int j = 0; j < right.count(); ++j) all.back().push_back(cosine(left.row(i), right.row(j)));
  }
  return all;
}

inline void softmax_rows(std::vector<std::vector<double>>& x, double temperature, double share) {
  for (std::vector<double>& row : x) {
    double sum = 0;
    const double most = *std::max_element(row.begin(), row.end());
    for (double& v : row) sum += v = std::exp((v - most) / temperature);
    for (double& v : row) v *= share / sum;
  }
}

}  // namespace oracle
