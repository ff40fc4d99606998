// Boxes in the pixels of a picture, as marks on the rows whose cells they touch: a safety region, a text line or a detection is kept whole.
//
// Inputs: a layout; placements, one or more per region: which part of the picture (in its own pixels) lies where on the grid (in cells, fractions
// allowed), after any resize, padding, crop or cut into tiles; boxes in pixels of the picture, right and bottom excluded.
// Gives: protect[r] = 1 for every cell that a box covers in part (by more than a millionth of a cell); other marks stay. stretched, padded and tile write
// the usual placements. Cells of padding are touched by no box.
// Order and ties: none. Cost: O(placements * boxes + marked cells). Workspace: none.
// Errors: null_rows; grid_mismatch for a bad layout; bad_index for a region or frame that is not there; bad_shape for an empty or non-finite part, or a box
// whose sides are reversed or not finite. Nothing is marked then.
#pragma once

#include "vtc/view/element.hpp"
#include "vtc/view/layout.hpp"

namespace vtc {
inline namespace v0_1 {

struct rectangle {
  float left, top, right, bottom;
};

struct placement {
  index_t region, frame;  // frame none: every frame
  rectangle picture;      // pixels
  rectangle grid;         // cells
};

// The whole picture over the whole grid, whatever its shape (Qwen, SigLIP).
VTC_INLINE placement stretched(const layout& where, index_t g, float width, float height) noexcept {
  const region p = where.part(g);
  return placement{g, none, {0, 0, width, height}, {0, 0, static_cast<float>(p.width), static_cast<float>(p.height)}};
}

// The whole picture with its shape kept; what is left of the grid is padding, on both sides or behind.
VTC_INLINE placement padded(const layout& where, index_t g, float width, float height, bool centred = true) noexcept {
  const region p = where.part(g);
  const float across = static_cast<float>(p.width), down = static_cast<float>(p.height);
  const bool wide = width * down > height * across;
  const float w = wide ? across : width * down / height, h = wide ? height * across / width : down;
  const float x = centred ? (across - w) / 2 : 0, y = centred ? (down - h) / 2 : 0;
  return placement{g, none, {0, 0, width, height}, {x, y, x + w, y + h}};
}

// One of rows x columns tiles that the picture was stretched over; its grid is region g.
VTC_INLINE placement tile(const layout& where, index_t g, float width, float height, index_t row, index_t column, index_t rows,
                          index_t columns) noexcept {
  const region p = where.part(g);
  const float w = width / static_cast<float>(columns), h = height / static_cast<float>(rows);
  const float x = w * static_cast<float>(column), y = h * static_cast<float>(row);
  return placement{g, none, {x, y, x + w, y + h}, {0, 0, static_cast<float>(p.width), static_cast<float>(p.height)}};
}

namespace detail {

VTC_INLINE bool is_proper(const rectangle& r) noexcept {
  return is_finite(r.left) && is_finite(r.top) && is_finite(r.right) && is_finite(r.bottom) && r.left < r.right && r.top < r.bottom;
}

// The cells [first, last) of one side that [from, to) of the picture touches.
struct cell_span {
  index_t first, last;
};
VTC_INLINE cell_span cells_of(float from, float to, float picture_from, float picture_to, float grid_from, float grid_to,
                              index_t cells) noexcept {
  const double begin = static_cast<double>(from > picture_from ? from : picture_from),
               end = static_cast<double>(to < picture_to ? to : picture_to);
  if (!(begin < end)) return {0, 0};
  const double scale = (static_cast<double>(grid_to) - static_cast<double>(grid_from)) /
                       (static_cast<double>(picture_to) - static_cast<double>(picture_from));
  constexpr double touch = 1e-6;
  const double low = static_cast<double>(grid_from) + (begin - static_cast<double>(picture_from)) * scale + touch;
  const double high = static_cast<double>(grid_from) + (end - static_cast<double>(picture_from)) * scale - touch;
  if (high <= 0 || low >= cells || high <= low) return {0, 0};
  const index_t first = low > 0 ? static_cast<index_t>(low) : 0;
  const index_t last = high >= cells ? cells : static_cast<index_t>(high) + 1;
  return {first, last};
}

}  // namespace detail

VTC_INLINE status protect_boxes(const layout& where, const placement* placements, index_t placement_count, const rectangle* boxes,
                                index_t box_count, std::uint8_t* protect) noexcept {
  if (const status s = check(where); s != status::ok) return s;
  if (protect == nullptr || (placements == nullptr && placement_count > 0) || (boxes == nullptr && box_count > 0)) return status::null_rows;
  for (index_t i = 0; i < placement_count; ++i) {
    const placement& p = placements[i];
    if (p.region < 0 || p.region >= where.parts() || p.frame < none || p.frame >= where.part(p.region).frames) return status::bad_index;
    if (!detail::is_proper(p.picture) || !detail::is_proper(p.grid)) return status::bad_shape;
  }
  for (index_t k = 0; k < box_count; ++k)
    if (!detail::is_proper(boxes[k])) return status::bad_shape;
  for (index_t i = 0; i < placement_count; ++i)
    for (index_t k = 0; k < box_count; ++k) {
      const placement& p = placements[i];
      const rectangle& b = boxes[k];
      const region cells = where.part(p.region);
      const detail::cell_span x =
          detail::cells_of(b.left, b.right, p.picture.left, p.picture.right, p.grid.left, p.grid.right, cells.width);
      const detail::cell_span y =
          detail::cells_of(b.top, b.bottom, p.picture.top, p.picture.bottom, p.grid.top, p.grid.bottom, cells.height);
      const index_t first = p.frame == none ? 0 : p.frame, last = p.frame == none ? cells.frames : p.frame + 1;
      for (index_t t = first; t < last; ++t)
        for (index_t r = y.first; r < y.last; ++r)
          for (index_t c = x.first; c < x.last; ++c) protect[cells.at(t, r, c)] = 1;
    }
  return status::ok;
}

}  // namespace v0_1
}  // namespace vtc
