// For every row, the sum over all rows of what its cosines with them are worth: densities, energies, first gains.
//
// Inputs: a row source of n rows with squared norms, and value(stretch, first, count, i), the worth of some of row i's cosines, f32, which it may overwrite.
// Gives: out [n] in f64, stretches added in ascending order, the row itself (cosine 1; 0 for a zero row) among them: the same for any number of threads.
// Order and ties: none. Cost: n^2 width multiply-adds, never a matrix. Workspace: the sweep's. Errors: the workspace's failed().
#pragma once

#include "vtc/similarity/cosine.hpp"
#include "vtc/similarity/sweep.hpp"

namespace vtc {
inline namespace v0_1 {
namespace similarity {

template <class Arch>
void measure_row_sums(index_t width, workspace& memory) noexcept {
  measure_sweep<Arch>(width, memory);
}

template <class Arch, class Source, class Value>
void row_sums(const Source& all, index_t n, const float* squared_norm, double* out, workspace& memory, Value&& value) noexcept {
  for (index_t i = 0; i < n; ++i) out[i] = 0;
  sweep<Arch>(all, n, all, n, memory, [&](index_t first, index_t row_count, index_t first_right, index_t columns, const float* dots, int) noexcept {
    for (index_t i = first; i < first + row_count; ++i, dots += block_columns) {
      double exact[static_cast<std::size_t>(block_columns)];
      float cosine[static_cast<std::size_t>(block_columns)];
      cosines_of<Arch>(dots, squared_norm[i], squared_norm + first_right, columns, exact);
      for (index_t j = 0; j < columns; ++j) cosine[j] = static_cast<float>(exact[j]);
      out[i] += value(cosine, first_right, columns, i);
    }
  });
}

}  // namespace similarity
}  // namespace v0_1
}  // namespace vtc
