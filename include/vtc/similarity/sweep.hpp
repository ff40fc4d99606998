// All products of left rows with right rows, tile by tile: the one loop behind every similarity, whole matrix or not.
//
// Inputs: two row sources (kernel/row_source.hpp) of one width, and a visitor.
// Gives: visit(first_left, rows, first_right, columns, dots) for every tile, dots [tile_rows][16]; a left row meets the right rows in ascending order.
// 64 right rows are packed at a time, so nothing grows with their number. Threads share the left rows in blocks of 96.
// Order and ties: the visitor's. Cost: left * right * width multiply-adds. Workspace: (80 + lanes * tile) * width floats.
// Errors: the workspace's failed().
#pragma once

#include "vtc/kernel/dot_panel.hpp"
#include "vtc/kernel/row_source.hpp"
#include "vtc/workspace.hpp"

namespace vtc {
inline namespace v0_1 {
namespace similarity {

inline constexpr index_t panels_at_once = 4, left_block = 96;

namespace detail {

template <class Arch>
struct sweep_scratch {
  float *panel, *right_row, *left_row;

  sweep_scratch(index_t width, workspace& memory) noexcept
      : panel(memory.take<float>(panels_at_once * kernel::panel_rows, width)),
        right_row(memory.take<float>(kernel::panel_rows, width)),
        left_row(memory.take<float>(memory.threads.lane_count() * kernel::tile_rows<Arch>, width)) {}
};

template <class Arch, class Left, class Right, class Visit>
struct sweep_job {
  static constexpr index_t tile = kernel::tile_rows<Arch>;
  const Left& left;
  index_t left_count;
  const Right& right;
  index_t right_count, width;
  int lanes;
  sweep_scratch<Arch> scratch;
  Visit& visit;
  index_t first_right, packed;  // of the panels at hand

  void pack() noexcept {
    packed = right_count - first_right < panels_at_once * kernel::panel_rows ? right_count - first_right : panels_at_once * kernel::panel_rows;
    for (index_t first = 0; first < packed; first += kernel::panel_rows) {
      const index_t n = packed - first < kernel::panel_rows ? packed - first : kernel::panel_rows;
      const float* row[static_cast<std::size_t>(kernel::panel_rows)] = {};
      for (index_t j = 0; j < n; ++j) row[j] = right.template get<Arch>(first_right + first + j, scratch.right_row + static_cast<std::ptrdiff_t>(j) * width);
      kernel::pack_panel<Arch>(row, n, width, scratch.panel + static_cast<std::ptrdiff_t>(first) * width);
    }
  }

  void run(int lane) noexcept {
    float* fetched = scratch.left_row + static_cast<std::ptrdiff_t>(lane) * tile * width;
    for (index_t block = lane * left_block; block < left_count; block += lanes * left_block) {
      const index_t end = left_count - block < left_block ? left_count : block + left_block;
      for (index_t i = block; i < end; i += tile) {
        const index_t n = end - i < tile ? end - i : tile;
        const float* row[static_cast<std::size_t>(tile)];
        for (index_t k = 0; k < tile; ++k) row[k] = k < n ? left.template get<Arch>(i + k, fetched + static_cast<std::ptrdiff_t>(k) * width) : row[0];
        for (index_t first = 0; first < packed; first += kernel::panel_rows) {
          alignas(64) float dots[static_cast<std::size_t>(tile * kernel::panel_rows)];
          kernel::dot_tile<Arch>(row, width, scratch.panel + static_cast<std::ptrdiff_t>(first) * width, dots);
          visit(i, n, first_right + first, packed - first < kernel::panel_rows ? packed - first : kernel::panel_rows, static_cast<const float*>(dots));
        }
      }
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

template <class Arch, class Left, class Right, class Visit>
void sweep(const Left& left, index_t left_count, const Right& right, index_t right_count, workspace& memory, Visit&& visit) noexcept {
  using job_type = detail::sweep_job<Arch, Left, Right, std::remove_reference_t<Visit>>;
  const std::size_t here = memory.mark();
  const index_t width = left.width();
  job_type job{left, left_count, right, right_count, width, memory.threads.lane_count(), detail::sweep_scratch<Arch>(width, memory), visit, 0, 0};
  if (memory.failed()) return;
  for (job.first_right = 0; job.first_right < right_count; job.first_right += job.packed) {
    job.pack();
    if (job.lanes > 1) memory.threads.run(memory.threads.context, job.lanes, [](void* self, int lane) { static_cast<job_type*>(self)->run(lane); }, &job);
    else job.run(0);
  }
  memory.rewind(here);
}

}  // namespace similarity
}  // namespace v0_1
}  // namespace vtc
