// The squared length of every row, summed in the order of the similarity kernel, so that a row's cosine with itself is exactly 1.
//
// Inputs: a row source of `count` rows. Gives: out [count]; not finite where a row is not, or where its square overflows f32.
// Order and ties: none. Cost: count * width multiply-adds. Workspace: squared_norms_scratch floats. Errors: none.
#pragma once

#include "vtc/kernel/dot_panel.hpp"
#include "vtc/kernel/row_source.hpp"
#include "vtc/workspace.hpp"

namespace vtc {
inline namespace v0_1 {
namespace kernel {

// 16 stretches of rows for each lane.
template <class Arch>
index_t squared_norms_scratch(index_t width, int lanes) noexcept {
  return panel_rows * block_width<Arch>(width) * lanes;
}

namespace detail {

// Adds the squares of n columns of 16 rows, one lane a row: the sum of this block by itself, then added to what is there.
template <class Arch>
VTC_INLINE void add_squares(const float* const* row, index_t n, bool first, float* out) noexcept {
  using vector = f32_vector<Arch>;
  constexpr index_t parts = panel_rows / vector::size;
  vector sum[static_cast<std::size_t>(parts)];
  for (index_t part = 0; part < parts; ++part) sum[part] = vector::zero();
  index_t k = 0;
  for (; k + 4 <= n; k += 4)
    for (index_t part = 0; part < parts; ++part) {
      const four_columns<Arch> x = turn<Arch>(row + part * vector::size, k);
      sum[part] = multiply_add<Arch>(x.first, x.first, sum[part]);
      sum[part] = multiply_add<Arch>(x.second, x.second, sum[part]);
      sum[part] = multiply_add<Arch>(x.third, x.third, sum[part]);
      sum[part] = multiply_add<Arch>(x.fourth, x.fourth, sum[part]);
    }
  for (; k < n; ++k)
    for (index_t part = 0; part < parts; ++part) {
      float column[static_cast<std::size_t>(vector::size)];
      for (index_t i = 0; i < vector::size; ++i) column[i] = row[part * vector::size + i][k];
      const vector x = vector::load(column);
      sum[part] = multiply_add<Arch>(x, x, sum[part]);
    }
  for (index_t part = 0; part < parts; ++part)
    (first ? sum[part] : vector::load(out + part * vector::size) + sum[part]).store(out + part * vector::size);
}

template <class Arch>
void add_squares_wide(const float* const* row, index_t n, float* out) noexcept {
  for (index_t j = 0; j < panel_rows; ++j) {
    double sum = 0;
    for (index_t k = 0; k < n; ++k) sum += static_cast<double>(row[j][k]) * static_cast<double>(row[j][k]);
    out[j] = static_cast<float>(sum);
  }
}

template <class Arch, class Source>
struct norms_job {
  const Source& source;
  index_t count;
  float *out, *scratch;
  int lanes;

  void run(int lane) noexcept {
    const index_t width = source.width(), step = block_width<Arch>(width);
    float* fetched = scratch + static_cast<std::ptrdiff_t>(lane) * panel_rows * step;
    for (index_t first = lane * panel_rows; first < count; first += lanes * panel_rows) {
      const index_t n = count - first < panel_rows ? count - first : panel_rows;
      float norm[static_cast<std::size_t>(panel_rows)];
      for (index_t from = 0; from < width; from += step) {
        const index_t columns = width - from < step ? width - from : step;
        const float* row[static_cast<std::size_t>(panel_rows)];
        for (index_t j = 0; j < n; ++j) row[j] = source.template stretch<Arch>(first + j, from, columns, fetched + static_cast<std::ptrdiff_t>(j) * step);
        for (index_t j = n; j < panel_rows; ++j) row[j] = row[0];
        if constexpr (native<Arch>::sums_wide) add_squares_wide<Arch>(row, columns, norm);
        else add_squares<Arch>(row, columns, from == 0, norm);
      }
      for (index_t j = 0; j < n; ++j) out[first + j] = norm[j];
    }
  }
};
}  // namespace detail

template <class Arch, class Source>
void squared_norms(const Source& source, index_t count, float* out, float* scratch, const executor& threads) noexcept {
  using job_type = detail::norms_job<Arch, Source>;
  job_type job{source, count, out, scratch, threads.lane_count()};
  if (job.lanes > 1) threads.run(threads.context, job.lanes, [](void* self, int lane) { static_cast<job_type*>(self)->run(lane); }, &job);
  else job.run(0);
}

}  // namespace kernel
}  // namespace v0_1
}  // namespace vtc
