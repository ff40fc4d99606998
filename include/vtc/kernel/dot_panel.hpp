// The kernel behind every similarity: rows times a packed panel of 16 rows, summed in one fixed order.
//
// Inputs: rows of f32 [width], float-aligned; a panel is 16 rows stored k-major, [width][16], 64-byte aligned.
// Gives: pack_panel makes a panel (missing rows are zeros); dot_tile the products of tile_rows<Arch> rows with the 16 of a panel; panel_squared_norms
// the panel's own squared norms, equal to the diagonal of dot_tile bit for bit.
// Order: lanes lie over the 16 columns, k ascends in blocks of 256, block sums are added in order. Neither vector width nor tile shape
// changes a bit; only whether multiply-add is fused does, and not for exact products (16-bit floats, 8-bit integers).
// Cost: 32 width multiply-adds a row of the tile. Workspace: none. Errors: none.
#pragma once

#include <utility>

#include "vtc/kernel/arch.hpp"

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

  static void run(const float* const* row, index_t width, const float* panel, float* out) noexcept {
    const float* a[] = {row[Row]...};
    for (index_t from = 0; from < width; from += sum_block) {
      const index_t to = width - from < sum_block ? width : from + sum_block;
      line sum[sizeof...(Row)];
      ((sum[Row] = line{{(static_cast<void>(Column), vector::zero())...}}), ...);
      index_t k = from;
      for (; k + 4 <= to; k += 4) {
        __builtin_prefetch(panel + static_cast<std::ptrdiff_t>(k + 24) * panel_rows);
        __builtin_prefetch(panel + static_cast<std::ptrdiff_t>(k + 25) * panel_rows);
        __builtin_prefetch(panel + static_cast<std::ptrdiff_t>(k + 26) * panel_rows);
        __builtin_prefetch(panel + static_cast<std::ptrdiff_t>(k + 27) * panel_rows);
        step(sum, a, k, panel);
        step(sum, a, k + 1, panel);
        step(sum, a, k + 2, panel);
        step(sum, a, k + 3, panel);
      }
      for (; k < to; ++k) step(sum, a, k, panel);
      (store(sum[Row], out + Row * panel_rows, from == 0), ...);
    }
  }
};

// Products of two f32 are exact in f64, so fused or not is the same.
template <class Arch>
void add_wide(const float* row, const float* panel, index_t stride, index_t width, float* out) noexcept {
  double sum[static_cast<std::size_t>(panel_rows)] = {};
  for (index_t k = 0; k < width; ++k)
    for (index_t j = 0; j < panel_rows; ++j)
      sum[j] += static_cast<double>(row[static_cast<std::ptrdiff_t>(k) * stride + (stride > 1 ? j : 0)]) * static_cast<double>(panel[static_cast<std::ptrdiff_t>(k) * panel_rows + j]);
  for (index_t j = 0; j < panel_rows; ++j) out[j] = static_cast<float>(sum[j]);
}
template <class Arch>
void dot_tile_wide(const float* const* row, index_t width, const float* panel, float* out) noexcept {
  for (index_t i = 0; i < tile_rows<Arch>; ++i) add_wide<Arch>(row[i], panel, 1, width, out + i * panel_rows);
}

}  // namespace detail

// out [tile_rows][16]
template <class Arch>
void dot_tile(const float* const* row, index_t width, const float* panel, float* out) noexcept {
  if constexpr (native<Arch>::sums_wide) return detail::dot_tile_wide<Arch>(row, width, panel, out);
  detail::tile<Arch, std::make_integer_sequence<index_t, tile_rows<Arch>>, std::make_integer_sequence<index_t, panel_rows / f32_vector<Arch>::size>>::run(
      row, width, panel, out);
}

typedef float float4 __attribute__((vector_size(16)));

template <class Arch>
VTC_INLINE float4 load4(const float* p) noexcept {
  float4 v;
  __builtin_memcpy(&v, p, 16);
  return v;
}

// Columns [from, to) of four rows into a panel, by 4 x 4 transposes.
template <class Arch>
VTC_INLINE void pack_four(const float* r0, const float* r1, const float* r2, const float* r3, index_t from, index_t to, float* out) noexcept {
  index_t k = from;
  for (; k + 4 <= to; k += 4) {
    const float4 a = load4<Arch>(r0 + k), b = load4<Arch>(r1 + k), c = load4<Arch>(r2 + k), d = load4<Arch>(r3 + k);
    const float4 ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5), ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    const float4 cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5), cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    const float4 t[] = {__builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5), __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7),
                        __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5), __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7)};
    for (index_t i = 0; i < 4; ++i) __builtin_memcpy(out + static_cast<std::ptrdiff_t>(k + i) * panel_rows, &t[i], 16);
  }
  for (; k < to; ++k) {
    const float column[] = {r0[k], r1[k], r2[k], r3[k]};
    __builtin_memcpy(out + static_cast<std::ptrdiff_t>(k) * panel_rows, column, 16);
  }
}

// row [n], n <= 16. Chunks of 64 columns stay in the first cache, rows at equal distances in it do not push each other out.
template <class Arch>
void pack_panel(const float* const* row, index_t n, index_t width, float* panel) noexcept {
  for (index_t from = 0; from < width; from += 64) {
    const index_t to = width - from < 64 ? width : from + 64;
    for (index_t j = 0; j < panel_rows; j += 4) {
      if (j + 4 <= n) {
        pack_four<Arch>(row[j], row[j + 1], row[j + 2], row[j + 3], from, to, panel + j);
        continue;
      }
      for (index_t k = from; k < to; ++k)
        for (index_t i = j; i < j + 4; ++i) panel[static_cast<std::ptrdiff_t>(k) * panel_rows + i] = i < n ? row[i][k] : 0.0f;
    }
  }
}

template <class Arch>
void panel_squared_norms(const float* panel, index_t width, float* out) noexcept {
  if constexpr (native<Arch>::sums_wide) return detail::add_wide<Arch>(panel, panel, panel_rows, width, out);
  using vector = f32_vector<Arch>;
  for (index_t j = 0; j < panel_rows; j += vector::size) {
    vector total = vector::zero();
    for (index_t from = 0; from < width; from += sum_block) {
      const index_t to = width - from < sum_block ? width : from + sum_block;
      vector sum = vector::zero();
      for (index_t k = from; k < to; ++k) {
        const vector x = vector::load(panel + static_cast<std::ptrdiff_t>(k) * panel_rows + j);
        sum = multiply_add<Arch>(x, x, sum);
      }
      total = from == 0 ? sum : total + sum;
    }
    total.store(out + j);
  }
}

}  // namespace kernel
}  // namespace v0_1
}  // namespace vtc
