// Every grid becomes a grid of the given size.
//
// Source: adaptive average pooling as in DeCo, Yao et al. 2024, and Honeybee, Cha et al. 2024.
// Inputs: a layout with grids; no token is read. Options: output = h x w, mode mean, max or bilinear.
// Gives: per frame h x w cells; cell i covers rows floor(i H / h) .. ceil((i + 1) H / h) - 1, so cells overlap where the sides do not
// divide. Given K instead: the largest grid of the same aspect within it, every side at least 1 ("at most").
// Order and ties: raster, frame by frame; entries in raster order; anchor = first cell (bilinear: the nearest, lower row on ties).
// Cost: O(N). Workspace: none. Errors: needs_budget without output and K; option_out_of_range for an output larger than a grid;
// budget_unsupported below one cell per frame.
#pragma once

#include "vtc/plan/pool/window.hpp"

namespace vtc {
inline namespace v0_1 {
namespace pool {

struct adaptive {
  static constexpr input needs = input::geometry;
  grid_size output{};
  mode how = mode::mean;

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("output", self.output, "rows x columns of the result");
    visit("mode", self.how, modes, "what a window becomes");
  }

  // The largest grid with the aspect of p that has at most `most` cells; a side of the one fixes the other.
  VTC_INLINE static grid_size largest(const region& p, index_t most) noexcept {
    grid_size best{1, 1};
    for (std::int64_t side = 1; side <= p.height + p.width; ++side) {
      std::int64_t h = side <= p.height ? side : (side - p.height) * p.height / p.width;
      std::int64_t w = side <= p.height ? side * p.width / p.height : side - p.height;
      h = h > 0 ? h : 1;
      w = w > 0 ? w : 1;
      if (h * w <= most && h * w > static_cast<std::int64_t>(best.height) * best.width) best = grid_size{static_cast<index_t>(h), static_cast<index_t>(w)};
    }
    return best;
  }

  VTC_INLINE bool is_set() const noexcept { return output.height > 0 && output.width > 0; }
  VTC_INLINE grid_size output_of(const region& p, const task& t, std::int64_t cells) const noexcept {
    return t.slots == none ? output : largest(p, frame_share(t.slots, cells, p));
  }

  VTC_INLINE std::int64_t total(const layout& where, const task& t) const noexcept {
    const std::int64_t cells = cells_of(where, t);
    std::int64_t n = 0;
    for (index_t g = first_part(t); g < last_part(where, t); ++g) {
      const region p = where.part(g);
      const grid_size out = output_of(p, t, cells);
      n += static_cast<std::int64_t>(p.frames) * out.height * out.width;
    }
    return n;
  }

  VTC_INLINE status check(const layout& where, const task& t) const noexcept {
    if (t.slots != none) return total(where, t) > t.slots ? status::budget_unsupported : status::ok;
    if (!is_set()) return status::needs_budget;
    for (index_t g = first_part(t); g < last_part(where, t); ++g)
      if (output.height > where.part(g).height || output.width > where.part(g).width) return status::option_out_of_range;
    return status::ok;
  }

  VTC_INLINE bounds slots(const layout& where, const task& t) const noexcept {
    const auto n = static_cast<index_t>(total(where, t));
    const bool masked = where.valid != nullptr || where.protect != nullptr;
    return bounds{masked ? 1 : n, n};
  }

  template <class Arch>
  status build(const inputs& in, const task& t, workspace&, plan_storage& plan, Arch) const noexcept {
    const std::int64_t cells = cells_of(in.where, t);
    grid_size out{};
    for (index_t g = first_part(t); g < last_part(in.where, t); ++g) {
      const region p = in.where.part(g);
      out = output_of(p, t, cells);
      const index_t back = slots_to_look_back(in.where, out.width);
      for (index_t f = 0; f < p.frames; ++f)
        for (index_t y = 0; y < out.height; ++y)
          for (index_t x = 0; x < out.width; ++x) {
            if (how == mode::bilinear) add_bilinear(t, p, f, tap_at(y, out.height, p.height), tap_at(x, out.width, p.width), back, plan);
            else add_window(t, p, f, first(y, p.height, out.height), last(y, p.height, out.height), first(x, p.width, out.width), last(x, p.width, out.width), back, plan);
          }
    }
    plan.reduce_by(reduction_of(how));
    set_shape(in.where, t, out, plan);
    return status::ok;
  }

 private:
  VTC_INLINE static index_t first(std::int64_t i, std::int64_t side, std::int64_t outputs) noexcept { return static_cast<index_t>(i * side / outputs); }
  VTC_INLINE static index_t last(std::int64_t i, std::int64_t side, std::int64_t outputs) noexcept {
    return static_cast<index_t>(((i + 1) * side + outputs - 1) / outputs);
  }
};

}  // namespace pool
}  // namespace v0_1
}  // namespace vtc
