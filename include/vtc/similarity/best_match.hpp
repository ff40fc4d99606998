// For every row the most similar row by cosine: of the right rows (best_match), or of all other rows (best_other).
//
// Inputs: two row sources of one width and their squared norms by position. best_other: one source, a row does not meet itself.
// Gives: best [left] position of the right row, and cosine [left] = d / sqrt(n_i n_j) in f64, in [-1, 1], rounded to f32; 0 with a zero row.
// Order and ties: rows are ranked by d * (1 / |right|) in f32; equal ranks go to the lower position. Never a matrix.
// Cost: left * right * width multiply-adds; best_other count * count / 2, since both rows of a pair learn of it.
// Workspace: 4 left + 4 right bytes and the sweep's; best_other 8 + 12 lanes bytes a row. Errors: the workspace's failed().
#pragma once

#include <limits>

#include "vtc/similarity/cosine.hpp"
#include "vtc/similarity/sweep.hpp"

namespace vtc {
inline namespace v0_1 {
namespace similarity {

namespace detail {

inline constexpr float no_rank = -std::numeric_limits<float>::infinity();

// The best so far of each row.
struct best_list {
  float *rank, *dot;
  index_t* at;

  VTC_INLINE void clear(index_t n) const noexcept {
    for (index_t i = 0; i < n; ++i) {
      rank[i] = no_rank;
      at[i] = none;
    }
  }
  VTC_INLINE void offer(index_t i, float its_rank, float its_dot, index_t position) const noexcept {
    if (!(its_rank > rank[i] || (its_rank == rank[i] && position < at[i]))) return;
    rank[i] = its_rank;
    dot[i] = its_dot;
    at[i] = position;
  }
};

template <class Arch>
void inverse_lengths(const float* squared_norm, index_t n, float* inverse) noexcept {
  for (index_t j = 0; j < n; ++j) inverse[j] = squared_norm[j] > 0 ? static_cast<float>(1.0 / std::sqrt(static_cast<double>(squared_norm[j]))) : 0.0f;
}

// The largest rank in a row of products, and the first place that has it.
template <class Arch>
VTC_INLINE float largest_rank(const float* dot, const float* inverse, index_t n) noexcept {
  using vector = kernel::f32_vector<Arch>;
  vector most = vector::broadcast(no_rank);
  index_t j = 0;
  for (; j + vector::size <= n; j += vector::size) most = kernel::larger_or<Arch>(vector::load(dot + j) * vector::load(inverse + j), most);
  float lane[static_cast<std::size_t>(vector::size)];
  most.store(lane);
  float largest = lane[0];
  for (index_t k = 1; k < vector::size; ++k) largest = lane[k] > largest ? lane[k] : largest;
  for (; j < n; ++j) {
    const float rank = dot[j] * inverse[j];
    largest = rank > largest ? rank : largest;
  }
  return largest;
}
template <class Arch>
VTC_INLINE index_t place_of(float wanted, const float* dot, const float* inverse, index_t n) noexcept {
  using vector = kernel::f32_vector<Arch>;
  index_t j = 0;
  for (; j + vector::size <= n; j += vector::size)
    if (kernel::any<Arch>(kernel::equal<Arch>(vector::load(dot + j) * vector::load(inverse + j), vector::broadcast(wanted)))) break;
  while (j + 1 < n && dot[j] * inverse[j] != wanted) ++j;
  return j;
}

// Row i looks at n products with the right rows from `first` on.
template <class Arch>
VTC_INLINE void look_along(const best_list& list, index_t i, index_t first, const float* dot, const float* inverse, index_t n) noexcept {
  const float most = largest_rank<Arch>(dot, inverse, n);
  if (!(most > list.rank[i])) return;  // an equal one stands behind
  const index_t j = place_of<Arch>(most, dot, inverse, n);
  list.rank[i] = most;
  list.dot[i] = dot[j];
  list.at[i] = first + j;
}

// The right rows look at the left rows of a block: lane by lane down the columns.
template <class Arch>
void look_down(const best_list& list, index_t first, index_t columns, index_t first_left, index_t row_count, const float* dots, const float* inverse) noexcept {
  using vector = kernel::f32_vector<Arch>;
  for (index_t j = 0; j < columns; j += vector::size) {  // dots has whole vectors
    vector most = vector::broadcast(no_rank), dot = vector::zero(), row = vector::zero();
    for (index_t i = 0; i < row_count; ++i) {
      const vector d = vector::load(dots + static_cast<std::ptrdiff_t>(i) * block_columns + j), rank = d * vector::broadcast(inverse[i]);
      const auto better = kernel::greater<Arch>(rank, most);
      most = kernel::choose<Arch>(better, rank, most);
      dot = kernel::choose<Arch>(better, d, dot);
      row = kernel::choose<Arch>(better, vector::broadcast(static_cast<float>(i)), row);
    }
    float ranks[static_cast<std::size_t>(vector::size)], its_dot[static_cast<std::size_t>(vector::size)], its_row[static_cast<std::size_t>(vector::size)];
    most.store(ranks);
    dot.store(its_dot);
    row.store(its_row);
    for (index_t k = 0; k < vector::size && j + k < columns; ++k)
      if (ranks[k] > no_rank) list.offer(first + j + k, ranks[k], its_dot[k], first_left + static_cast<index_t>(its_row[k]));
  }
}

template <class Arch>
void write_cosines(const best_list& list, index_t n, const float* left_norm, const float* right_norm, float* cosine) noexcept {
  for (index_t i = 0; i < n; ++i) {
    cosine[i] = list.at[i] != none ? static_cast<float>(cosine_of(list.dot[i], left_norm[i], right_norm[list.at[i]])) : 0.0f;
    if (list.at[i] == none) list.at[i] = 0;
  }
}

}  // namespace detail

template <class Arch>
void measure_best_match(index_t lefts, index_t rights, index_t width, workspace& memory) noexcept {
  const std::size_t here = memory.mark();
  (void)memory.take<float>(lefts);
  (void)memory.take<float>(rights);
  measure_sweep<Arch>(width, memory);
  memory.rewind(here);
}

template <class Arch, class Left, class Right>
void best_match(const Left& left, index_t lefts, const float* left_norm, const Right& right, index_t rights, const float* right_norm, workspace& memory,
                index_t* best, float* cosine) noexcept {
  const std::size_t here = memory.mark();
  const detail::best_list list{cosine, memory.take<float>(lefts), best};  // ranks lie where the cosines will be
  float* inverse = memory.take<float>(rights);
  if (memory.failed()) return;
  detail::inverse_lengths<Arch>(right_norm, rights, inverse);
  list.clear(lefts);
  sweep<Arch>(left, lefts, right, rights, memory, [&](index_t first_left, index_t row_count, index_t first_right, index_t columns, const float* dots, int) noexcept {
    for (index_t i = 0; i < row_count; ++i)
      detail::look_along<Arch>(list, first_left + i, first_right, dots + static_cast<std::ptrdiff_t>(i) * block_columns, inverse + first_right, columns);
  });
  if (memory.failed()) return;
  detail::write_cosines<Arch>(list, lefts, left_norm, right_norm, cosine);
  memory.rewind(here);
}

template <class Arch>
void measure_best_other(index_t count, index_t width, workspace& memory) noexcept {
  const std::size_t here = memory.mark();
  (void)memory.take<float>(count);
  (void)memory.take<float>(count);
  for (int part = 0; part < 3; ++part) (void)memory.take<float>(count, memory.threads.lane_count());
  measure_sweep<Arch>(width, memory);
  memory.rewind(here);
}

template <class Arch, class Rows>
void best_other(const Rows& all, index_t count, const float* norm, workspace& memory, index_t* best, float* cosine) noexcept {
  const std::size_t here = memory.mark();
  const int lanes = memory.threads.lane_count();
  const detail::best_list list{cosine, memory.take<float>(count), best};
  float* inverse = memory.take<float>(count);
  const detail::best_list from_above{memory.take<float>(count, lanes), memory.take<float>(count, lanes), memory.take<index_t>(count, lanes)};  // for each lane
  if (memory.failed()) return;
  detail::inverse_lengths<Arch>(norm, count, inverse);
  list.clear(count);
  from_above.clear(count * lanes);
  sweep_pairs<Arch>(all, count, memory, [&](index_t first_left, index_t row_count, index_t first_right, index_t columns, const float* dots, int lane) noexcept {
    const index_t above = first_right - first_left < row_count ? first_right - first_left : row_count;  // the others look along the row only: it is all there
    for (index_t i = 0; i < row_count; ++i) {
      const float* dot = dots + static_cast<std::ptrdiff_t>(i) * block_columns;
      const index_t self = i >= above ? first_left + i - first_right : columns;
      detail::look_along<Arch>(list, first_left + i, first_right, dot, inverse + first_right, self);
      if (self < columns)
        detail::look_along<Arch>(list, first_left + i, first_right + self + 1, dot + self + 1, inverse + first_right + self + 1, columns - self - 1);
    }
    if (above > 0) detail::look_down<Arch>(from_above, lane * count + first_right, columns, first_left, above, dots, inverse + first_left);
  });
  if (memory.failed()) return;
  for (index_t k = 0; k < count * lanes; ++k)
    if (from_above.at[k] != none) list.offer(k % count, from_above.rank[k], from_above.dot[k], from_above.at[k]);
  detail::write_cosines<Arch>(list, count, norm, norm, cosine);
  memory.rewind(here);
}

}  // namespace similarity
}  // namespace v0_1
}  // namespace vtc
