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
  const float* get(index_t p, float* scratch) const noexcept {
    return all.template get<Arch>(pick[p], scratch);
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
  sweep<Arch>(all, n, detail::picked_rows<Source>{all, pick}, picks, memory, [&](index_t i, index_t count, index_t j, index_t columns, const float* dots) noexcept {
    for (index_t c = 0; c < columns; ++c) {
      const index_t p = pick[j + c];
      for (index_t k = 0; k < count; ++k)
        out[j + c][i + k] = p == i + k ? (squared_norm[p] > 0 ? 1.0f : 0.0f)
                                       : static_cast<float>(cosine_of(dots[k * kernel::panel_rows + c], squared_norm[i + k], squared_norm[p]));
    }
  });
}

}  // namespace similarity
}  // namespace v0_1
}  // namespace vtc
