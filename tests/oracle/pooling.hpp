// Pooling and space to depth of one grid [height x width] of cells with `width` channels each, as direct loops over values.
// Specification: reference/algorithms 7. Rows of the grid follow one another; cell (y, x) is row y * grid_width + x.
#pragma once

#include <algorithm>
#include <cmath>

#include "oracle/matrix.hpp"

namespace oracle {

struct grid {
  int height, width;
};

enum class pooling { mean, max };

struct pooled {
  grid size;
  std::vector<double> values;
};

namespace detail {

inline void pool_window(const matrix& x, grid g, int y0, int y1, int x0, int x1, pooling how, std::vector<double>& out) {
  for (int c = 0; c < x.width; ++c) {
    double sum = 0, largest = -INFINITY;
    for (int y = y0; y < y1; ++y)
      for (int column = x0; column < x1; ++column) {
        const double v = x.at(y * g.width + column, c);
        sum += v;
        largest = std::max(largest, v);
      }
    out.push_back(how == pooling::mean ? sum / ((y1 - y0) * (x1 - x0)) : largest);
  }
}

}  // namespace detail

// Windows of kh x kw cells; what fills no window is dropped, or pooled over what is there.
inline pooled block_pool(const matrix& x, grid g, grid kernel, pooling how, bool partial = false) {
  pooled out{{partial ? (g.height + kernel.height - 1) / kernel.height : g.height / kernel.height,
              partial ? (g.width + kernel.width - 1) / kernel.width : g.width / kernel.width},
             {}};
  for (int i = 0; i < out.size.height; ++i)
    for (int j = 0; j < out.size.width; ++j)
      detail::pool_window(x, g, i * kernel.height, std::min(g.height, (i + 1) * kernel.height), j * kernel.width, std::min(g.width, (j + 1) * kernel.width), how,
                          out.values);
  return out;
}

// Cell i of n covers rows floor(i side / n) .. ceil((i + 1) side / n) - 1.
inline pooled adaptive_pool(const matrix& x, grid g, grid output, pooling how) {
  const auto first = [](int i, int side, int n) { return static_cast<int>(std::floor(static_cast<double>(i) * side / n)); };
  const auto last = [](int i, int side, int n) { return static_cast<int>(std::ceil(static_cast<double>(i + 1) * side / n)); };
  pooled out{output, {}};
  for (int i = 0; i < output.height; ++i)
    for (int j = 0; j < output.width; ++j)
      detail::pool_window(x, g, first(i, g.height, output.height), last(i, g.height, output.height), first(j, g.width, output.width),
                          last(j, g.width, output.width), how, out.values);
  return out;
}

// Bilinear samples: pixel centres at half, no corner alignment, no antialias.
inline pooled bilinear(const matrix& x, grid g, grid output) {
  pooled out{output, {}};
  const auto place = [](int i, int side, int n) { return std::max(0.0, (i + 0.5) * side / n - 0.5); };
  for (int i = 0; i < output.height; ++i)
    for (int j = 0; j < output.width; ++j) {
      const double y = place(i, g.height, output.height), column = place(j, g.width, output.width);
      const int y0 = static_cast<int>(y), x0 = static_cast<int>(column), y1 = std::min(y0 + 1, g.height - 1), x1 = std::min(x0 + 1, g.width - 1);
      const double dy = y - y0, dx = column - x0;
      for (int c = 0; c < x.width; ++c)
        out.values.push_back((1 - dy) * ((1 - dx) * x.at(y0 * g.width + x0, c) + dx * x.at(y0 * g.width + x1, c)) +
                             dy * ((1 - dx) * x.at(y1 * g.width + x0, c) + dx * x.at(y1 * g.width + x1, c)));
    }
  return out;
}

// Output (i, j), channel (di s + dj) C + c is cell (s i + di, s j + dj), channel c; cells beyond an odd side are zeros.
inline pooled pixel_shuffle(const matrix& x, grid g, int s) {
  pooled out{{(g.height + s - 1) / s, (g.width + s - 1) / s}, {}};
  for (int i = 0; i < out.size.height; ++i)
    for (int j = 0; j < out.size.width; ++j)
      for (int di = 0; di < s; ++di)
        for (int dj = 0; dj < s; ++dj)
          for (int c = 0; c < x.width; ++c) {
            const int y = s * i + di, column = s * j + dj;
            out.values.push_back(y < g.height && column < g.width ? x.at(y * g.width + column, c) : 0.0);
          }
  return out;
}

}  // namespace oracle
