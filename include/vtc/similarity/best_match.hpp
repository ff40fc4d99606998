// For every left row the most similar right row by cosine.
//
// Inputs: two row sources of one width and their squared norms by position. best_other: one source, a row does not meet itself.
// Gives: best [left] position of the right row, and cosine [left] = d / sqrt(n_i n_j) in f64, in [-1, 1], rounded to f32; 0 with a zero row.
// Order and ties: rows are ranked by d * (1 / |right|) in f32; equal ranks go to the lower position. Never a matrix: 192 bytes a left row.
// Cost: left * right * width multiply-adds. Workspace: 192 left + 4 right bytes and the sweep's. Errors: the workspace's failed().
#pragma once

#include <limits>

#include "vtc/similarity/cosine.hpp"
#include "vtc/similarity/sweep.hpp"

namespace vtc {
inline namespace v0_1 {
namespace similarity {

namespace detail {

struct running_best {  // of one left row, lane by lane
  float rank[static_cast<std::size_t>(kernel::panel_rows)], dot[static_cast<std::size_t>(kernel::panel_rows)], first[static_cast<std::size_t>(kernel::panel_rows)];
};

template <class Arch>
struct best_scratch {
  running_best* best;
  float* inverse;

  best_scratch(index_t lefts, index_t rights, workspace& memory) noexcept
      : best(memory.take<running_best>(lefts)), inverse(memory.take<float>((rights + kernel::panel_rows - 1) / kernel::panel_rows * kernel::panel_rows)) {}
};

template <class Arch>
VTC_INLINE void keep_best(running_best& best, const float* dots, const float* inverse, float first) noexcept {
  using vector = kernel::f32_vector<Arch>;
  for (index_t j = 0; j < kernel::panel_rows; j += vector::size) {
    const vector dot = vector::load(dots + j), rank = dot * vector::load(inverse + j), old = vector::load(best.rank + j);
    const auto better = kernel::greater<Arch>(rank, old);
    kernel::choose<Arch>(better, rank, old).store(best.rank + j);
    kernel::choose<Arch>(better, dot, vector::load(best.dot + j)).store(best.dot + j);
    kernel::choose<Arch>(better, vector::broadcast(first), vector::load(best.first + j)).store(best.first + j);
  }
}

template <class Arch, bool Other, class Left, class Right>
void find_best(const Left& left, index_t lefts, const float* left_norm, const Right& right, index_t rights, const float* right_norm, workspace& memory,
               index_t* best, float* cosine) noexcept {
  const std::size_t here = memory.mark();
  best_scratch<Arch> work(lefts, rights, memory);
  if (memory.failed()) return;
  const index_t padded = (rights + kernel::panel_rows - 1) / kernel::panel_rows * kernel::panel_rows;
  constexpr float never = -std::numeric_limits<float>::infinity();
  for (index_t j = 0; j < padded; ++j)
    work.inverse[j] = j < rights && right_norm[j] > 0 ? static_cast<float>(1.0 / std::sqrt(static_cast<double>(right_norm[j]))) : 0.0f;
  for (index_t i = 0; i < lefts; ++i)
    for (index_t j = 0; j < kernel::panel_rows; ++j) {
      work.best[i].rank[j] = never;
      work.best[i].first[j] = -1;
    }
  sweep<Arch>(left, lefts, right, rights, memory, [&](index_t i, index_t n, index_t j, index_t columns, const float* dots) noexcept {
    const bool meets = Other && i < j + columns && j < i + n;
    for (index_t k = 0; k < n; ++k) {
      if (columns == kernel::panel_rows && !meets) {
        keep_best<Arch>(work.best[i + k], dots + k * kernel::panel_rows, work.inverse + j, static_cast<float>(j));
        continue;
      }
      for (index_t c = 0; c < columns; ++c) {  // the last panel, or one that holds the row itself
        const float dot = dots[k * kernel::panel_rows + c], rank = dot * work.inverse[j + c];
        running_best& b = work.best[i + k];
        if ((Other && i + k == j + c) || !(rank > b.rank[c])) continue;
        b.rank[c] = rank;
        b.dot[c] = dot;
        b.first[c] = static_cast<float>(j);
      }
    }
  });
  for (index_t i = 0; !memory.failed() && i < lefts; ++i) {
    const running_best& b = work.best[i];
    index_t at = none;
    float rank = never, dot = 0;
    for (index_t c = 0; c < kernel::panel_rows; ++c) {
      if (b.first[c] < 0) continue;
      const index_t position = static_cast<index_t>(b.first[c]) + c;
      if (at != none && !(b.rank[c] > rank) && !(b.rank[c] == rank && position < at)) continue;
      at = position;
      rank = b.rank[c];
      dot = b.dot[c];
    }
    best[i] = at != none ? at : 0;
    cosine[i] = at != none ? static_cast<float>(cosine_of(dot, left_norm[i], right_norm[at])) : 0.0f;
  }
  if (!memory.failed()) memory.rewind(here);
}

}  // namespace detail

template <class Arch>
void measure_best_match(index_t lefts, index_t rights, index_t width, workspace& memory) noexcept {
  const std::size_t here = memory.mark();
  (void)detail::best_scratch<Arch>(lefts, rights, memory);
  measure_sweep<Arch>(width, memory);
  memory.rewind(here);
}

template <class Arch, class Left, class Right>
void best_match(const Left& left, index_t lefts, const float* left_norm, const Right& right, index_t rights, const float* right_norm, workspace& memory,
                index_t* best, float* cosine) noexcept {
  detail::find_best<Arch, false>(left, lefts, left_norm, right, rights, right_norm, memory, best, cosine);
}

template <class Arch, class Rows>
void best_other(const Rows& rows, index_t count, const float* norm, workspace& memory, index_t* best, float* cosine) noexcept {
  detail::find_best<Arch, true>(rows, count, norm, rows, count, norm, memory, best, cosine);
}

}  // namespace similarity
}  // namespace v0_1
}  // namespace vtc
