// Rows in double precision, and what every oracle says of them. Oracles are written from the specification and share no code with the library.
#pragma once

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace oracle {

struct matrix {
  std::vector<double> values;
  int width = 1;

  matrix() = default;
  matrix(const std::vector<float>& x, int columns) : values(x.begin(), x.end()), width(columns) {}
  int count() const { return static_cast<int>(values.size()) / width; }
  double at(int r, int c) const { return values[static_cast<std::size_t>(r) * static_cast<std::size_t>(width) + static_cast<std::size_t>(c)]; }
  std::vector<double> row(int r) const {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(r) * width;
    return std::vector<double>(first, first + width);
  }
};

inline double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// A zero row has cosine 0 with everything.
inline double cosine(const std::vector<double>& a, const std::vector<double>& b) {
  const double aa = dot(a, a), bb = dot(b, b);
  return aa > 0 && bb > 0 ? dot(a, b) / std::sqrt(aa * bb) : 0.0;
}

// The mean of the listed rows, each counted as often as its size says (no sizes: once).
inline std::vector<double> mean_row(const matrix& x, const std::vector<int>& listed, const std::vector<double>& sizes = {}) {
  std::vector<double> sum(static_cast<std::size_t>(x.width), 0.0);
  double weight = 0;
  for (const int r : listed) {
    const double size = sizes.empty() ? 1.0 : sizes[static_cast<std::size_t>(r)];
    for (int c = 0; c < x.width; ++c) sum[static_cast<std::size_t>(c)] += size * x.at(r, c);
    weight += size;
  }
  for (double& v : sum) v /= weight;
  return sum;
}

// Numbers 0 .. n-1.
inline std::vector<int> all(int n) {
  std::vector<int> list;
  for (int i = 0; i < n; ++i) list.push_back(i);
  return list;
}

}  // namespace oracle
