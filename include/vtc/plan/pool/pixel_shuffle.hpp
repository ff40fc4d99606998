// Space to depth: s x s cells side by side become one row s*s times as wide. Nothing is lost; the projector behind it is wider.
//
// Source: InternVL, Chen et al. 2024; Idefics3, Laurencon et al. 2024, and SmolVLM; the patch merger of Qwen2-VL, Wang et al. 2024.
// Inputs: a layout with grids; no token is read. Options: factor s, order, pad.
// Gives: per frame (H/s) x (W/s) rows; columns (di s + dj) C .. of output (i, j) are the cell (s i + di, s j + dj). All published orders agree on
// this (InternVL's first version also transposed the result, a permutation of rows); idefics3 takes square grids only.
// Rows that lie in 2x2 blocks already are told by the layout (block 2), not here. pad=true fills odd sides with zeros.
// Order and ties: raster, frame by frame; anchor = top left cell.
// Cost: O(N). Workspace: none.
// Errors: grid_mismatch for sides that s does not divide (without pad) or a grid that is not square for idefics3; budget_unsupported with a
// budget; reduction_unsupported with protected rows, which are narrower than the result: cut them off first.
#pragma once

#include "vtc/plan/pool/window.hpp"

namespace vtc {
inline namespace v0_1 {
namespace pool {

enum class channel_order : std::uint8_t { internvl, idefics3, qwen };
inline constexpr choice<channel_order> channel_orders[] = {{"internvl", channel_order::internvl},
                                                           {"idefics3", channel_order::idefics3},
                                                           {"qwen", channel_order::qwen}};

struct pixel_shuffle {
  static constexpr input needs = input::geometry;
  static constexpr bool takes_budget = false;
  index_t factor = 2;
  channel_order order = channel_order::internvl;
  bool pad = false;

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("factor", self.factor, 1, 64, "cells a side");
    visit("order", self.order, channel_orders, "whose order of rows");
    visit("pad", self.pad, "fill odd sides with zeros");
  }

  VTC_INLINE status check(const layout& where, const task& t) const noexcept {
    if (t.kept_in_all > 0) return status::reduction_unsupported;
    for (index_t g = first_part(t); g < last_part(where, t); ++g) {
      const region p = where.part(g);
      if (!pad && (p.height % factor != 0 || p.width % factor != 0)) return status::grid_mismatch;
      if (order == channel_order::idefics3 && p.height != p.width) return status::grid_mismatch;
    }
    return status::ok;
  }

  VTC_INLINE bounds slots(const layout& where, const task& t) const noexcept {
    std::int64_t n = 0;
    for (index_t g = first_part(t); g < last_part(where, t); ++g) {
      const region p = where.part(g);
      n += static_cast<std::int64_t>(p.frames) * ((p.height + factor - 1) / factor) * ((p.width + factor - 1) / factor);
    }
    const bool masked = where.valid != nullptr || where.protect != nullptr;
    return bounds{masked ? 1 : static_cast<index_t>(n), static_cast<index_t>(n)};
  }

  template <class Arch>
  status build(const inputs& in, const task& t, workspace&, plan_storage& plan, Arch) const noexcept {
    grid_size out{};
    for (index_t g = first_part(t); g < last_part(in.where, t); ++g) {
      const region p = in.where.part(g);
      out = grid_size{(p.height + factor - 1) / factor, (p.width + factor - 1) / factor};
      for (index_t f = 0; f < p.frames; ++f)
        for (index_t i = 0; i < out.height * out.width; ++i) add_block(t, p, f, i / out.width, i % out.width, plan);
    }
    plan.reduce_by(reduction::concatenate);
    plan.add_note(note::partition);
    set_shape(in.where, t, out, plan);
    return status::ok;
  }

 private:
  VTC_INLINE index_t cell(const task& t, const region& p, index_t frame, index_t y, index_t x) const noexcept {
    const index_t row = y < p.height && x < p.width ? p.at(frame, y, x) : none;
    return row != none && takes_part(t, row) ? row : none;
  }

  VTC_INLINE void add_block(const task& t, const region& p, index_t frame, index_t i, index_t j, plan_storage& plan) const noexcept {
    index_t anchor = none;
    for (index_t k = 0; k < factor * factor && anchor == none; ++k) anchor = cell(t, p, frame, i * factor + k / factor, j * factor + k % factor);
    if (anchor == none) return;
    plan.slot(anchor);
    for (index_t k = 0; k < factor * factor; ++k) plan.add(cell(t, p, frame, i * factor + k / factor, j * factor + k % factor));
  }
};

}  // namespace pool
}  // namespace v0_1
}  // namespace vtc
