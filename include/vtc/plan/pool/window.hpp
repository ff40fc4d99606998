// What the pooling planners share: one output cell made of a window of grid cells, and the split of a count over the grids.
//
// Inputs: a region, a frame, a window of its cells. Cells that are padding or protected are left out, so a mean divides by what is there.
// Gives: one slot, anchored at the first cell that takes part; nothing where no cell does.
// Order and ties: entries in raster order. Cost: O(cells). Workspace: none. Errors: none.
#pragma once

#include "vtc/option.hpp"
#include "vtc/planner.hpp"

namespace vtc {
inline namespace v0_1 {
namespace pool {

enum class mode : std::uint8_t { mean, max, bilinear };
inline constexpr choice<mode> modes[] = {{"mean", mode::mean}, {"max", mode::max}, {"bilinear", mode::bilinear}};

VTC_INLINE reduction reduction_of(mode m) noexcept {
  return m == mode::mean ? reduction::mean : m == mode::max ? reduction::maximum : reduction::linear;
}

VTC_INLINE bool takes_part(const task& t, index_t row) noexcept { return t.roles[row] == role::candidate; }

// Whether one of the last `back` slots stands at this row already: windows that overlap may meet there when cells are masked.
VTC_INLINE bool is_taken(const plan_storage& plan, index_t row, index_t back) noexcept {
  for (index_t k = plan.slot_count() - 1; k >= 0 && back > 0; --k, --back)
    if (plan.anchor(k) == row) return true;
  return false;
}

// `back`: how many slots before this one its window may share cells with; 0 where nothing is masked.
VTC_INLINE void add_window(const task& t, const region& p, index_t frame, index_t y0, index_t y1, index_t x0, index_t x1, index_t back,
                           plan_storage& plan) noexcept {
  index_t anchor = none;
  for (index_t y = y0; y < y1 && anchor == none; ++y)
    for (index_t x = x0; x < x1 && anchor == none; ++x)
      if (const index_t row = p.at(frame, y, x); takes_part(t, row) && !is_taken(plan, row, back)) anchor = row;
  if (anchor == none) return;
  plan.slot(anchor);
  for (index_t y = y0; y < y1; ++y)
    for (index_t x = x0; x < x1; ++x)
      if (const index_t row = p.at(frame, y, x); takes_part(t, row)) plan.add(row);
}

struct tap {  // one axis of a bilinear sample: pixel centres at half, no corner alignment, edges repeat
  index_t low, high;
  double share;  // of high
};

VTC_INLINE tap tap_at(index_t i, index_t outputs, index_t inputs) noexcept {
  double place = (static_cast<double>(i) + 0.5) * static_cast<double>(inputs) / static_cast<double>(outputs) - 0.5;
  if (place < 0) place = 0;
  const auto low = static_cast<index_t>(place);
  return tap{low, low + 1 < inputs ? low + 1 : low, place - static_cast<double>(low)};
}

VTC_INLINE void add_bilinear(const task& t, const region& p, index_t frame, tap y, tap x, index_t back, plan_storage& plan) noexcept {
  const index_t row[] = {p.at(frame, y.low, x.low), p.at(frame, y.low, x.high), p.at(frame, y.high, x.low), p.at(frame, y.high, x.high)};
  double share[] = {(1 - y.share) * (1 - x.share), (1 - y.share) * x.share, y.share * (1 - x.share), y.share * x.share};
  double sum = 0;
  index_t anchor = none;
  double largest = 0;
  for (int a = 0; a < 4; ++a) {
    for (int b = 0; b < a; ++b)
      if (row[b] == row[a]) {  // at an edge both taps are one cell
        share[b] += share[a];
        share[a] = 0;
        break;
      }
  }
  for (int a = 0; a < 4; ++a) {
    if (!takes_part(t, row[a])) share[a] = 0;
    sum += share[a];
    if (share[a] > largest && !is_taken(plan, row[a], back)) {
      largest = share[a];
      anchor = row[a];
    }
  }
  if (anchor == none) return;
  plan.slot(anchor);
  for (int a = 0; a < 4; ++a)
    if (share[a] > 0) plan.add(row[a], static_cast<float>(share[a] / sum));
}

VTC_INLINE index_t slots_to_look_back(const layout& where, index_t output_width) noexcept {
  return where.valid != nullptr || where.protect != nullptr ? output_width + 1 : 0;
}

// The regions of a task: one, or all of them.
VTC_INLINE index_t first_part(const task& t) noexcept { return t.region != none ? t.region : 0; }
VTC_INLINE index_t last_part(const layout& where, const task& t) noexcept { return t.region != none ? t.region + 1 : where.parts(); }

VTC_INLINE std::int64_t cells_of(const layout& where, const task& t) noexcept {
  std::int64_t n = 0;
  for (index_t g = first_part(t); g < last_part(where, t); ++g) n += where.part(g).size();
  return n;
}

// The most cells that one frame of region p may become when `slots` are asked of `cells` in all; at least one.
VTC_INLINE index_t frame_share(index_t slots, std::int64_t cells, const region& p) noexcept {
  const std::int64_t share = static_cast<std::int64_t>(slots) * p.frame_size() / cells;
  return share > 0 ? static_cast<index_t>(share) : 1;
}

// A grid's place in the sequence is told only when it is the whole result.
VTC_INLINE void set_shape(const layout& where, const task& t, grid_size out, plan_storage& plan) noexcept {
  const index_t frames = where.part(first_part(t)).frames;
  if (last_part(where, t) - first_part(t) == 1 && plan.slot_count() == frames * out.height * out.width) plan.shape(cells{frames, out.height, out.width});
}

}  // namespace pool
}  // namespace v0_1
}  // namespace vtc
