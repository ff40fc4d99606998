// A few rows of the cosine matrix, in one pass over all rows.
//
// Inputs: a row source of n rows with squared norms, and up to 16 picked positions. Gives: out[p][n], cosines in [-1, 1] rounded to f32; a row's
// own entry is exactly 1 (0 for a zero row). Order and ties: none. Cost: 16 n width multiply-adds, however few are picked.
// Workspace: the sweep's. Errors: the workspace's failed().
#pragma once

#include "vtc/similarity/cosine.hpp"
#include "vtc/similarity/sweep.hpp"

namespace vtc {
inline namespace v0_1 {
namespace similarity {

namespace detail {
template <class Source>
struct picked_rows {
  const Source& all;
  const index_t* pick;

  template <class Arch>
  const float* stretch(index_t p, index_t first, index_t n, float* scratch) const noexcept {
    return all.template stretch<Arch>(pick[p], first, n, scratch);
  }
  VTC_INLINE index_t width() const noexcept { return all.width(); }
};
}  // namespace detail

template <class Arch>
void measure_similarity_rows(index_t width, workspace& memory) noexcept {
  measure_sweep<Arch>(width, memory);
}

template <class Arch, class Source>
void similarity_rows(const Source& all, index_t n, const float* squared_norm, const index_t* pick, index_t picks, float* const* out, workspace& memory) noexcept {
  float its_norm[static_cast<std::size_t>(kernel::panel_rows)];
  for (index_t c = 0; c < picks; ++c) its_norm[c] = squared_norm[pick[c]];
  sweep<Arch>(all, n, detail::picked_rows<Source>{all, pick}, picks, memory, [&](index_t first, index_t row_count, index_t, index_t, const float* dots, int) noexcept {
    for (index_t i = first; i < first + row_count; ++i, dots += block_columns) {
      double value[static_cast<std::size_t>(kernel::panel_rows)];
      cosines_of<Arch>(dots, squared_norm[i], its_norm, picks, value);
      for (index_t c = 0; c < picks; ++c) out[c][i] = static_cast<float>(value[c]);
    }
  });
  for (index_t c = 0; !memory.failed() && c < picks; ++c) out[c][pick[c]] = its_norm[c] > 0 ? 1.0f : 0.0f;
}

}  // namespace similarity
}  // namespace v0_1
}  // namespace vtc
