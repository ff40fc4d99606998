// Every block of k x k cells becomes one.
//
// Source: 2x2 pooling of LLaVA-OneVision and LLaVA-Video, Li et al. 2024; average pooling of Gemma 3, 2025.
// Inputs: a layout with grids; no token is read. Options: stride k (or kernel = rows x columns), mode mean, max or bilinear, edge drop
// or partial. Gives: per frame floor(H/k) x floor(W/k) cells for mean and max (an odd last row or column is dropped; with edge=partial it
// is pooled over what is there, ceil sizes), ceil(H/k) x ceil(W/k) for bilinear (half-pixel centres, no corner alignment, no antialias).
// Given K: the smallest square k that stays within it ("at most").
// Order and ties: raster, frame by frame; entries in raster order; anchor = first cell (bilinear: the nearest, lower row on ties).
// Cost: O(N). Workspace: none. Errors: option_out_of_range for a kernel larger than a grid; budget_unsupported where no square kernel
// leaves a cell of every frame within K.
#pragma once

#include "vtc/plan/pool/window.hpp"

namespace vtc {
inline namespace v0_1 {
namespace pool {

enum class edge : std::uint8_t { drop, partial };
inline constexpr choice<edge> edges[] = {{"drop", edge::drop}, {"partial", edge::partial}};

struct block {
  static constexpr input needs = input::geometry;
  index_t stride = 2;
  grid_size kernel{};
  mode how = mode::mean;
  edge odd = edge::drop;

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("stride", self.stride, 1, 4096, "side of a block");
    visit("kernel", self.kernel, "rows x columns of a block, instead of a square");
    visit("mode", self.how, modes, "what a block becomes");
    visit("edge", self.odd, edges, "what becomes of rows and columns that fill no block (mean and max)");
  }

  VTC_INLINE grid_size output(const region& p, grid_size k) const noexcept {
    const bool up = how == mode::bilinear || odd == edge::partial;
    return grid_size{up ? (p.height + k.height - 1) / k.height : p.height / k.height, up ? (p.width + k.width - 1) / k.width : p.width / k.width};
  }

  // Cells in all; 0 where a grid is too small for the kernel and would vanish.
  VTC_INLINE std::int64_t total(const layout& where, const task& t, grid_size k) const noexcept {
    std::int64_t n = 0;
    for (index_t g = first_part(t); g < last_part(where, t); ++g) {
      const region p = where.part(g);
      const grid_size out = output(p, k);
      if (out.height <= 0 || out.width <= 0) return 0;
      n += static_cast<std::int64_t>(p.frames) * out.height * out.width;
    }
    return n;
  }

  // The kernel that a call uses: the option, or with a count the smallest square that fits it. 0 x 0: none does.
  VTC_INLINE grid_size kernel_for(const layout& where, const task& t) const noexcept {
    if (t.slots == none) return kernel.height > 0 && kernel.width > 0 ? kernel : grid_size{stride, stride};
    index_t longest = 1;
    for (index_t g = first_part(t); g < last_part(where, t); ++g) {
      const region p = where.part(g);
      longest = p.height > longest ? p.height : longest;
      longest = p.width > longest ? p.width : longest;
    }
    for (index_t k = 1; k <= longest; ++k) {
      const std::int64_t n = total(where, t, grid_size{k, k});
      if (n > 0 && n <= t.slots) return grid_size{k, k};
    }
    return grid_size{0, 0};
  }

  VTC_INLINE status check(const layout& where, const task& t) const noexcept {
    const grid_size k = kernel_for(where, t);
    if (k.height <= 0 || k.width <= 0) return status::budget_unsupported;
    return total(where, t, k) == 0 ? status::option_out_of_range : status::ok;
  }

  VTC_INLINE bounds slots(const layout& where, const task& t) const noexcept {
    const auto n = static_cast<index_t>(total(where, t, kernel_for(where, t)));
    const bool masked = where.valid != nullptr || where.protect != nullptr;  // a block of masked cells becomes nothing
    return bounds{masked ? 1 : n, n};
  }

  template <class Arch>
  status build(const inputs& in, const task& t, workspace&, plan_storage& plan, Arch) const noexcept {
    const grid_size k = kernel_for(in.where, t);
    grid_size out{};
    for (index_t g = first_part(t); g < last_part(in.where, t); ++g) {
      const region p = in.where.part(g);
      out = output(p, k);
      const index_t back = slots_to_look_back(in.where, out.width);
      for (index_t f = 0; f < p.frames; ++f)
        for (index_t y = 0; y < out.height; ++y)
          for (index_t x = 0; x < out.width; ++x) {
            if (how == mode::bilinear) {
              add_bilinear(t, p, f, tap_at(y, out.height, p.height), tap_at(x, out.width, p.width), back, plan);
              continue;
            }
            const index_t y1 = (y + 1) * k.height, x1 = (x + 1) * k.width;
            add_window(t, p, f, y * k.height, y1 < p.height ? y1 : p.height, x * k.width, x1 < p.width ? x1 : p.width, 0, plan);
          }
    }
    plan.reduce_by(reduction_of(how));
    if (how != mode::bilinear) plan.add_note(note::partition);
    set_shape(in.where, t, out, plan);
    return status::ok;
  }
};

}  // namespace pool
}  // namespace v0_1
}  // namespace vtc
