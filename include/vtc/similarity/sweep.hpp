// All products of left rows with right rows, block by block: the one loop behind every similarity, whole matrix or not.
//
// Inputs: two row sources (kernel/row_source.hpp) of one width, and a visitor.
// Gives: visit(first_left, rows, first_right, columns, dots, lane) for every block of up to 96 left and 64 right rows, dots [rows][block_columns]; a left
// row meets the right rows in ascending order. Nothing grows with the number of rows. Threads share the left rows, a block at a time.
// Order and ties: the visitor's. Cost: left * right * width multiply-adds. Workspace: (64 width + lanes * 96 * (64 + 256)) floats at the most.
// Errors: the workspace's failed().
#pragma once

#include "vtc/kernel/dot_panel.hpp"
#include "vtc/kernel/row_source.hpp"
#include "vtc/workspace.hpp"

namespace vtc {
inline namespace v0_1 {
namespace similarity {

inline constexpr index_t block_rows = 96, block_columns = 64;

namespace detail {

template <class Arch>
struct sweep_scratch {
  float *panel, *fetched, *dots;

  sweep_scratch(index_t width, workspace& memory) noexcept
      : panel(memory.take<float>(block_columns, width)),
        fetched(memory.take<float>(memory.threads.lane_count() * block_rows, kernel::block_width<Arch>(width))),
        dots(memory.take<float>(memory.threads.lane_count() * block_rows, block_columns)) {}
};

template <class Arch, class Left, class Right, class Visit>
struct sweep_job {
  static constexpr index_t tile = kernel::tile_rows<Arch>;
  static_assert(block_rows % tile == 0 && block_columns % kernel::panel_rows == 0, "blocks are made of whole tiles");
  const Left& left;
  index_t left_count;
  const Right& right;
  index_t right_count, width, step;
  int lanes;
  sweep_scratch<Arch> scratch;
  Visit& visit;
  bool half;
  index_t first_right, packed;  // of the panels at hand

  void pack() noexcept {
    packed = right_count - first_right < block_columns ? right_count - first_right : block_columns;
    for (index_t first = 0; first < packed; first += kernel::panel_rows)
      for (index_t from = 0; from < width; from += step) {
        const index_t n = packed - first < kernel::panel_rows ? packed - first : kernel::panel_rows, columns = width - from < step ? width - from : step;
        const float* row[static_cast<std::size_t>(kernel::panel_rows)] = {};
        for (index_t j = 0; j < n; ++j)
          row[j] = right.template stretch<Arch>(first_right + first + j, from, columns, scratch.fetched + static_cast<std::ptrdiff_t>(j) * step);
        kernel::pack_panel<Arch>(row, n, columns, panel(first, from));
      }
  }

  VTC_INLINE float* panel(index_t first, index_t from) const noexcept {
    return scratch.panel + static_cast<std::ptrdiff_t>(first) * width + static_cast<std::ptrdiff_t>(from) * kernel::panel_rows;
  }

  // A stretch of a panel stays in the first cache while all rows of the block meet it.
  void multiply(index_t block, index_t row_count, float* fetched, float* dots) noexcept {
    for (index_t from = 0; from < width; from += step) {
      const index_t columns = width - from < step ? width - from : step;
      const float* row[static_cast<std::size_t>(block_rows)];
      for (index_t i = 0; i < row_count; ++i) row[i] = left.template stretch<Arch>(block + i, from, columns, fetched + static_cast<std::ptrdiff_t>(i) * step);
      for (index_t i = row_count; i % tile != 0; ++i) row[i] = row[0];
      for (index_t first = 0; first < packed; first += kernel::panel_rows)
        for (index_t i = 0; i < row_count; i += tile)
          kernel::add_tile<Arch>(row + i, first == 0 && i + tile < row_count ? row + i + tile : nullptr, columns, panel(first, from), from == 0,
                                 dots + static_cast<std::ptrdiff_t>(i) * block_columns + first, block_columns);
    }
  }

  void run(int lane) noexcept {
    float* fetched = scratch.fetched + static_cast<std::ptrdiff_t>(lane) * block_rows * step;
    float* dots = scratch.dots + static_cast<std::ptrdiff_t>(lane) * block_rows * block_columns;
    const index_t end = half ? first_right + packed : left_count;
    for (index_t block = lane * block_rows; block < end; block += lanes * block_rows) {
      const index_t row_count = end - block < block_rows ? end - block : block_rows;
      multiply(block, row_count, fetched, dots);
      visit(block, row_count, first_right, packed, static_cast<const float*>(dots), lane);
    }
  }
};

}  // namespace detail

template <class Arch>
void measure_sweep(index_t width, workspace& memory) noexcept {
  const std::size_t here = memory.mark();
  (void)detail::sweep_scratch<Arch>(width, memory);
  memory.rewind(here);
}

namespace detail {
template <class Arch, class Left, class Right, class Visit>
void run_sweep(const Left& left, index_t left_count, const Right& right, index_t right_count, workspace& memory, Visit& visit, bool half) noexcept {
  using job_type = sweep_job<Arch, Left, Right, Visit>;
  const std::size_t here = memory.mark();
  const index_t width = left.width();
  job_type job{left, left_count, right, right_count, width, kernel::block_width<Arch>(width), memory.threads.lane_count(), sweep_scratch<Arch>(width, memory), visit, half, 0, 0};
  if (memory.failed()) return;
  for (job.first_right = 0; job.first_right < right_count; job.first_right += job.packed) {
    job.pack();
    if (job.lanes > 1) memory.threads.run(memory.threads.context, job.lanes, [](void* self, int lane) { static_cast<job_type*>(self)->run(lane); }, &job);
    else job.run(0);
  }
  memory.rewind(here);
}
}  // namespace detail

template <class Arch, class Left, class Right, class Visit>
void sweep(const Left& left, index_t left_count, const Right& right, index_t right_count, workspace& memory, Visit&& visit) noexcept {
  detail::run_sweep<Arch>(left, left_count, right, right_count, memory, visit, false);
}

// The rows with each other, about half of the products: no left row lies behind the right rows of its block, and a lane meets the same left rows every time.
template <class Arch, class Rows, class Visit>
void sweep_pairs(const Rows& all, index_t count, workspace& memory, Visit&& visit) noexcept {
  detail::run_sweep<Arch>(all, count, all, count, memory, visit, true);
}

}  // namespace similarity
}  // namespace v0_1
}  // namespace vtc
