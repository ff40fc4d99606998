// A linear layer of a network, through the kernel of the similarities: out = x * weight^T + bias.
//
// Inputs: n rows of f32, packed; weight [outputs, inputs] of any element; bias, a single row of `outputs` values, or no data.
// Gives: out [n][outputs]. Order and ties: every product is the same for any number of threads and any n. Cost: n inputs outputs multiply-adds.
// Workspace: `outputs` floats and the sweep's. Errors: the workspace's failed().
#pragma once

#include "vtc/similarity/sweep.hpp"

namespace vtc {
inline namespace v0_1 {
namespace similarity {

template <class Arch>
void measure_linear_layer(const rows& weight, workspace& memory) noexcept {
  const std::size_t here = memory.mark();
  (void)memory.take<float>(weight.count);
  measure_sweep<Arch>(weight.width, memory);
  memory.rewind(here);
}

template <class Arch>
void linear_layer(const float* x, index_t n, const rows& weight, const rows& bias, float* out, workspace& memory) noexcept {
  const std::size_t here = memory.mark();
  const index_t outputs = weight.count;
  float* offset = memory.take<float>(outputs);
  if (memory.failed()) return;
  for (index_t j = 0; j < outputs; ++j) offset[j] = bias.empty() ? 0.0f : load(bias, 0, j);
  const kernel::listed_rows left{view(x, n, weight.width), nullptr}, right{weight, nullptr};
  sweep<Arch>(left, n, right, outputs, memory, [&](index_t first, index_t row_count, index_t first_right, index_t columns, const float* dots, int) noexcept {
    for (index_t i = first; i < first + row_count; ++i, dots += block_columns)
      for (index_t j = 0; j < columns; ++j)
        out[static_cast<std::ptrdiff_t>(i) * outputs + first_right + j] =  // the product of two f32 is exact: fused or not is the same
            static_cast<float>(static_cast<double>(dots[j]) * static_cast<double>(weight.scale(first_right + j)) + static_cast<double>(offset[first_right + j]));
  });
  if (!memory.failed()) memory.rewind(here);
}

}  // namespace similarity
}  // namespace v0_1
}  // namespace vtc
