// Rows of floats in plain memory: what the models take and give, and what vtc looks at where it lies.
#pragma once

#include <cstddef>
#include <vector>

namespace layers {

struct matrix {  // [height][width], rows adjacent
  int height = 0, width = 0;
  std::vector<float> values;

  matrix() = default;
  matrix(int h, int w) : height(h), width(w), values(static_cast<std::size_t>(h) * static_cast<std::size_t>(w)) {}
  float* row(int r) { return values.data() + static_cast<std::ptrdiff_t>(r) * width; }
  const float* row(int r) const { return values.data() + static_cast<std::ptrdiff_t>(r) * width; }
};

}  // namespace layers
