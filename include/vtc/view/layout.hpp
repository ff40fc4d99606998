// What the rows are: grids of cells, and rows that are not cells. A row in no region is protected.
//
// Inputs: regions over `count` rows. A region is `frames` grids of height x width cells; a grid row begins `row_pitch` rows after the
// one before and a frame `frame_pitch` after the one before, so rows in the gaps (newlines, separators) belong to no region.
// block b > 1: cells lie in blocks of b x b consecutive rows (the order in which Qwen encoders take their patches).
// protect[r] != 0 keeps a row, valid[r] == 0 marks padding; both may be null. No region at all: one region 1 x count.
// Gives: row numbers of cells. layout_builder writes a layout in the order of the rows.
// Order and ties: cells count in raster order, frame by frame. Cost: O(1) a cell. Workspace: none.
// Errors: check() gives grid_mismatch for regions that overlap, leave the rows or have a bad side.
#pragma once

#include "vtc/status.hpp"

namespace vtc {
inline namespace v0_1 {

struct region {
  index_t begin, frames, height, width, row_pitch, frame_pitch;
  std::uint8_t block;

  VTC_INLINE index_t frame_size() const noexcept { return height * width; }
  VTC_INLINE index_t size() const noexcept { return frames * height * width; }
  VTC_INLINE index_t end() const noexcept { return begin + frames * frame_pitch; }  // first row behind the region and its gaps
  VTC_INLINE index_t at(index_t t, index_t y, index_t x) const noexcept {
    if (block <= 1) return begin + t * frame_pitch + y * row_pitch + x;
    const index_t b = block;
    return begin + t * frame_pitch + (y / b) * b * row_pitch + (x / b) * b * b + (y % b) * b + x % b;
  }
};

struct layout {
  index_t count;
  const region* regions;
  index_t region_count;
  const std::uint8_t* protect;
  const std::uint8_t* valid;

  // The g-th region, or all rows as one line where no region was given.
  VTC_INLINE index_t parts() const noexcept { return region_count > 0 ? region_count : 1; }
  VTC_INLINE region part(index_t g) const noexcept {
    return region_count > 0 ? regions[g] : region{0, 1, 1, count, count, count, 1};
  }
};

template <index_t Max>
struct layout_builder {
  region list[static_cast<std::size_t>(Max)]{};
  index_t used = 0, total = 0;
  const std::uint8_t* protect = nullptr;
  const std::uint8_t* valid = nullptr;

  VTC_INLINE constexpr layout_builder& extra(index_t n) noexcept {
    total += n;
    return *this;
  }
  VTC_INLINE constexpr layout_builder& grid(index_t height, index_t width, index_t row_extra = 0, std::uint8_t block = 1) noexcept {
    return frames(1, height, width, row_extra, block);
  }
  VTC_INLINE constexpr layout_builder& frames(index_t n, index_t height, index_t width, index_t row_extra = 0,
                                              std::uint8_t block = 1) noexcept {
    const index_t pitch = width + row_extra;
    if (used < Max) list[used] = region{total, n, height, width, pitch, height * pitch, block};
    ++used;  // one too many: check() refuses the layout
    total += n * height * pitch;
    return *this;
  }
  VTC_INLINE constexpr operator layout() const noexcept { return layout{total, list, used <= Max ? used : -1, protect, valid}; }
};

VTC_INLINE status check(const layout& where) noexcept {
  if (where.count <= 0) return status::bad_shape;
  if (where.region_count < 0 || (where.region_count > 0 && where.regions == nullptr)) return status::grid_mismatch;
  std::int64_t end = 0;  // regions ascend and do not overlap
  for (index_t g = 0; g < where.region_count; ++g) {
    const region& p = where.regions[g];
    if (p.frames <= 0 || p.height <= 0 || p.width <= 0 || p.begin < end || p.row_pitch < p.width) return status::grid_mismatch;
    const std::int64_t grid = static_cast<std::int64_t>(p.height - 1) * p.row_pitch + p.width;
    if (p.frame_pitch < grid) return status::grid_mismatch;
    if (p.block > 1 && (p.height % p.block != 0 || p.width % p.block != 0 || p.row_pitch != p.width)) return status::grid_mismatch;
    end = p.begin + static_cast<std::int64_t>(p.frames - 1) * p.frame_pitch + grid;
    if (end > where.count) return status::grid_mismatch;
  }
  return status::ok;
}

}  // namespace v0_1
}  // namespace vtc
