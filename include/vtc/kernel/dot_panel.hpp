// The kernel behind every similarity: rows times a packed panel of 16 rows, summed in one fixed order.
//
// Inputs: rows of f32 [width], float-aligned; a panel is 16 rows stored k-major, [width][16], 64-byte aligned.
// Gives: pack_panel makes a panel (missing rows are zeros); dot_tile the products of tile_rows<Arch> rows with the 16 of a panel, add_tile those of one
// block of columns (kernel/squared_norms.hpp sums in the same order).
// Order: lanes lie over the 16 columns, k ascends in blocks of 256, block sums are added in order. Neither vector width nor tile shape
// changes a bit; only whether multiply-add is fused does, and not for exact products (16-bit floats, 8-bit integers).
// Cost: 32 width multiply-adds a row of the tile. Workspace: none. Errors: none.
#pragma once

#include <utility>

#include "vtc/kernel/transpose.hpp"

namespace vtc {
inline namespace v0_1 {
namespace kernel {

inline constexpr index_t panel_rows = 16;
inline constexpr index_t sum_block = 256;

// As many rows as leave registers for the panel's vectors and a broadcast.
template <class Arch>
inline constexpr index_t tile_rows = f32_vector<Arch>::size == 16 ? 12 : f32_vector<Arch>::size == 8 ? 6 : f32_vector<Arch>::size == 4 ? 2 : 1;

namespace detail {

template <class Arch, class Rows, class Columns>
struct tile;

// One register per row and vector of columns; the index sequences unroll what no compiler may leave as a loop.
template <class Arch, index_t... Row, index_t... Column>
struct tile<Arch, std::integer_sequence<index_t, Row...>, std::integer_sequence<index_t, Column...>> {
  using vector = f32_vector<Arch>;
  static constexpr index_t columns = static_cast<index_t>(sizeof...(Column));
  struct line {
    vector of[sizeof...(Column)];
  };

  VTC_INLINE static void add(line& sum, vector a, const vector* b) noexcept {
    ((sum.of[Column] = multiply_add<Arch>(a, b[Column], sum.of[Column])), ...);
  }
  VTC_INLINE static void store(const line& sum, float* out, bool first) noexcept {
    ((first ? sum.of[Column] : vector::load(out + Column * vector::size) + sum.of[Column]).store(out + Column * vector::size), ...);
  }

  VTC_INLINE static void step(line* sum, const float* const* a, index_t k, const float* panel) noexcept {
    const float* p = panel + static_cast<std::ptrdiff_t>(k) * panel_rows;
    const vector b[] = {vector::load(p + Column * vector::size)...};
    (add(sum[Row], vector::broadcast(a[Row][k]), b), ...);
  }

  static void run(const float* const* row, const float* const* ahead, index_t n, const float* panel, bool first, float* out, index_t stride) noexcept {
    const float* a[] = {row[Row]...};
    line sum[sizeof...(Row)];
    ((sum[Row] = line{{(static_cast<void>(Column), vector::zero())...}}), ...);
    index_t k = 0;
    for (; k + 4 <= n; k += 4) {
      if (ahead != nullptr && k % 16 == 0) (__builtin_prefetch(ahead[Row] + k), ...);
      step(sum, a, k, panel);
      step(sum, a, k + 1, panel);
      step(sum, a, k + 2, panel);
      step(sum, a, k + 3, panel);
    }
    for (; k < n; ++k) step(sum, a, k, panel);
    (store(sum[Row], out + static_cast<std::ptrdiff_t>(Row) * stride, first), ...);
  }
};

// Products of two f32 are exact in f64, so fused or not is the same.
template <class Arch>
void add_wide(const float* row, const float* panel, index_t width, float* out) noexcept {
  double sum[static_cast<std::size_t>(panel_rows)] = {};
  for (index_t k = 0; k < width; ++k)
    for (index_t j = 0; j < panel_rows; ++j)
      sum[j] += static_cast<double>(row[k]) * static_cast<double>(panel[static_cast<std::ptrdiff_t>(k) * panel_rows + j]);
  for (index_t j = 0; j < panel_rows; ++j) out[j] = static_cast<float>(sum[j]);
}

}  // namespace detail

// How many columns of a row are summed before the sum is put away: the fixed blocks, or all of them where sums are kept in f64.
template <class Arch>
VTC_INLINE index_t block_width(index_t width) noexcept {
  return !native<Arch>::sums_wide && width > sum_block ? sum_block : width;
}

// One block of columns: row [tile_rows][n] times panel [n][16] into out [tile_rows][16], rows of `out` a stride apart. first: written, else added.
// ahead: rows to fetch into the cache meanwhile, or null.
template <class Arch>
VTC_INLINE void add_tile(const float* const* row, const float* const* ahead, index_t n, const float* panel, bool first, float* out, index_t stride) noexcept {
  if constexpr (native<Arch>::sums_wide) {
    for (index_t i = 0; i < tile_rows<Arch>; ++i) detail::add_wide<Arch>(row[i], panel, n, out + static_cast<std::ptrdiff_t>(i) * stride);
  } else {
    detail::tile<Arch, std::make_integer_sequence<index_t, tile_rows<Arch>>, std::make_integer_sequence<index_t, panel_rows / f32_vector<Arch>::size>>::run(
        row, ahead, n, panel, first, out, stride);
  }
}

// All columns: out [tile_rows][16]
template <class Arch>
void dot_tile(const float* const* row, index_t width, const float* panel, float* out) noexcept {
  const float* at[static_cast<std::size_t>(tile_rows<Arch>)];
  const index_t block = block_width<Arch>(width);
  for (index_t from = 0; from < width; from += block) {
    for (index_t i = 0; i < tile_rows<Arch>; ++i) at[i] = row[i] + from;
    add_tile<Arch>(at, nullptr, width - from < block ? width - from : block, panel + static_cast<std::ptrdiff_t>(from) * panel_rows, from == 0, out, panel_rows);
  }
}

// row [n], 0 < n <= 16. Chunks of 64 columns stay in the first cache, where rows at equal distances would push each other out.
template <class Arch>
void pack_panel(const float* const* row, index_t n, index_t width, float* panel) noexcept {
  constexpr index_t lanes = f32_vector<Arch>::size;
  for (index_t from = 0; from < width; from += 64) {
    const index_t to = width - from < 64 ? width : from + 64;
    for (index_t j = 0; j < panel_rows; j += lanes) {
      const float* of[static_cast<std::size_t>(lanes)];
      for (index_t i = 0; i < lanes; ++i) of[i] = row[j + i < n ? j + i : 0];
      index_t k = from;
      for (; k + 4 <= to; k += 4) {
        const four_columns<Arch> columns = turn<Arch>(of, k);
        float* p = panel + static_cast<std::ptrdiff_t>(k) * panel_rows + j;
        columns.first.store(p);
        columns.second.store(p + panel_rows);
        columns.third.store(p + 2 * panel_rows);
        columns.fourth.store(p + 3 * panel_rows);
      }
      for (; k < to; ++k)
        for (index_t i = 0; i < lanes; ++i) panel[static_cast<std::ptrdiff_t>(k) * panel_rows + j + i] = of[i][k];
    }
    for (index_t k = from; n < panel_rows && k < to; ++k)
      for (index_t i = n; i < panel_rows; ++i) panel[static_cast<std::ptrdiff_t>(k) * panel_rows + i] = 0.0f;
  }
}

}  // namespace kernel
}  // namespace v0_1
}  // namespace vtc
