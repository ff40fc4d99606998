// What applying a plan means, written down in f64.
#pragma once

#include <cmath>
#include <vector>

#include "vtc/plan/plan.hpp"

namespace oracle {

// x [sources][width] -> [slots][width], or [slots][entries * width] for concatenate.
inline std::vector<double> apply(const vtc::plan_view& p, const std::vector<double>& x, int width, vtc::reduction how) {
  const auto value = [&](vtc::index_t row, int c) {
    return x[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) + static_cast<std::size_t>(c)];
  };
  std::vector<double> out;
  for (vtc::index_t s = 0; s < p.slot_count; ++s) {
    const vtc::index_t first = p.slot_begin[s], last = p.slot_begin[s + 1];
    std::vector<double> row(static_cast<std::size_t>(width), 0.0);
    double longest = 0, length = 0;
    for (vtc::index_t e = first; e < last; ++e) {
      if (how == vtc::reduction::concatenate) {
        for (int c = 0; c < width; ++c) out.push_back(p.source[e] == vtc::none ? 0.0 : value(p.source[e], c));
        continue;
      }
      double squares = 0;
      for (int c = 0; c < width; ++c) {
        const double v = value(how == vtc::reduction::anchor ? p.anchor[s] : p.source[e], c);
        double& y = row[static_cast<std::size_t>(c)];
        squares += v * v;
        if (how == vtc::reduction::mean) y += v / (last - first);
        else if (how == vtc::reduction::anchor) y = v;
        else if (how == vtc::reduction::maximum) y = e == first || std::isnan(y) || v > y ? v : y;
        else y += (p.weight != nullptr ? static_cast<double>(p.weight[e]) : 1.0) * v;
      }
      longest = std::max(longest, squares);
    }
    if (how == vtc::reduction::concatenate) continue;
    for (double v : row) length += v * v;
    if (how == vtc::reduction::keep_norm && length > 0)
      for (double& v : row) v *= std::sqrt(longest / length);
    out.insert(out.end(), row.begin(), row.end());
  }
  return out;
}

}  // namespace oracle
