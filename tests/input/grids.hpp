// A grid inside a longer sequence: rows in front, newlines, frames, blocks. The rows of one frame as a grid of its own, in raster order.
#pragma once

#include <vector>

#include "oracle/matrix.hpp"
#include "vtc/view/layout.hpp"

namespace input {

inline oracle::matrix frame_rows(const oracle::matrix& x, const vtc::region& p, int frame) {
  oracle::matrix m;
  m.width = x.width;
  for (int y = 0; y < p.height; ++y)
    for (int column = 0; column < p.width; ++column) {
      const std::vector<double> row = x.row(p.at(frame, y, column));
      m.values.insert(m.values.end(), row.begin(), row.end());
    }
  return m;
}

}  // namespace input
