// A budget shared by a whole picture and its crops: the crops get of it by how many of the picture's best rows lie in them, then each keeps its own best.
//
// Source: HiRED, Arif et al. 2025.
// Inputs: scores [N] of the final layer; the layout: one region, or the whole picture and then its crops in raster order; the tensor `initial` [H, N0], the
// class attention of the first layer for the whole picture (heads are summed; absent: the final scores of the whole picture).
// Options: rate, the share of all rows kept where no budget is given, rounded down; alpha, the whole picture's share of K; tile_grid, crops down x across.
// Gives: K slots of one row each. Whole picture: floor(alpha K) rows; the rows of its best (1 - alpha) N0 scores of the first layer vote for the crop
// they lie in: with tile_grid the crop at their place, without it, and as published, the run of the raster order that bears its number; crops get the rest
// of K by votes, by largest remainder (published: truncated, so that rows are lost). One region: the K best.
// Order and ties: source order, in method order too. Higher score, then lower row. Cost: O(N). Workspace: n bytes, 5 N0 and 24 a region.
// Errors: needs_scores, needs_tensor, needs_budget, option_out_of_range when tile_grid does not fit the crops, out_of_memory.
#pragma once

#include "vtc/budget/rate.hpp"
#include "vtc/budget/shares.hpp"
#include "vtc/kernel/order.hpp"
#include "vtc/option.hpp"
#include "vtc/planner.hpp"

namespace vtc {
inline namespace v0_1 {
namespace select {

struct regions_by_attention {
  static constexpr input needs = input::scores;
  float rate = 0, alpha = 0.5f;
  grid_size tile_grid{};
  rows initial{};

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("rate", self.rate, 0.0f, 1.0f, "share of all rows to keep, rounded down, where no budget is given (0: none)");
    visit("alpha", self.alpha, 0.0f, 1.0f, "share of K for the whole picture");
    visit("tile_grid", self.tile_grid, "crops down x across, for votes by place");
  }
  template <class Self, class Visit>
  VTC_INLINE static void tensors(Self& self, Visit&& visit) noexcept {
    visit("initial", self.initial, "class attention of the first layer for the whole picture [H, N0]");
  }
  VTC_INLINE status check_tensors(const inputs& in) const noexcept {
    if (initial.empty()) return status::ok;
    if (vtc::check(initial) != status::ok || initial.type == element::i32) return status::needs_tensor;
    return initial.width == in.where.part(0).size() ? status::ok : status::needs_tensor;
  }
  VTC_INLINE status check(const layout& where, const task& t) const noexcept {
    const std::int64_t crops = static_cast<std::int64_t>(tile_grid.height) * tile_grid.width;
    if (shared(where, t) && crops > 0 && crops != where.parts() - 1) return status::option_out_of_range;
    return t.slots == none ? status::needs_budget : status::ok;
  }
  VTC_INLINE index_t own_count(const task& t) const noexcept { return rate > 0 ? rows_of(rate, t.count) : none; }
  VTC_INLINE bounds slots(const layout& where, const task& t) const noexcept {
    const index_t k = t.slots < t.count ? t.slots : t.count;
    return bounds{t.official && shared(where, t) ? 0 : k, k};
  }

  template <class Arch>
  void measure(const inputs& in, const task& t, workspace& memory, Arch) const noexcept {
    (void)scratch<Arch>(in.where, t, memory);
  }

  template <class Arch>
  status build(const inputs& in, const task& t, workspace& memory, plan_storage& plan, Arch) const noexcept {
    scratch<Arch> work(in.where, t, memory);
    if (memory.failed()) return status::out_of_memory;
    plan.add_note(note::partition);
    if (!shared(in.where, t)) {
      pick<Arch>(in, t, 0, t.count, t.slots, work, plan);
      return status::ok;
    }
    const index_t crops = in.where.parts() - 1;
    for (index_t g = 0, i = 0; g <= crops; ++g) {
      const index_t first = i, end = in.where.part(g).end();
      while (i < t.count && t.candidate[i] < end) ++i;
      work.share[g] = part_share{0, i - first, 0, i - first};
    }
    const index_t whole = cut(static_cast<index_t>(t.slots * as_decimal(alpha)), work.share[0].cap);
    count_votes<Arch>(in, t, crops, work);
    work.share[0].count = whole;
    if (t.official) divide_as_published<Arch>(work.share + 1, crops, t.slots - whole);
    else divide_by_shares<Arch>(work.share + 1, crops, t.slots - whole);
    index_t given = 0;
    for (index_t g = 0; g <= crops; ++g) given += work.share[g].count;
    if (!t.official) work.share[0].count = cut(whole + t.slots - given, work.share[0].cap);  // what all crops together could not take
    for (index_t g = 0, first = 0; g <= crops; ++g) {
      pick<Arch>(in, t, first, work.share[g].cap, work.share[g].count, work, plan);
      first += work.share[g].cap;
    }
    return status::ok;
  }

 private:
  template <class Arch>
  struct scratch {
    std::uint8_t* taken;  // [n]
    part_share* share;    // one a region
    float* first_layer;   // [N0]
    index_t* place;       // [N0]
    std::uint8_t* voter;  // [N0]

    scratch(const layout& where, const task& t, workspace& memory) noexcept : taken(memory.take<std::uint8_t>(t.count)) {
      const bool all = shared(where, t);
      const index_t cells = all ? where.part(0).size() : 0;
      share = memory.take<part_share>(all ? where.parts() : 0);
      first_layer = memory.take<float>(cells);
      place = memory.take<index_t>(cells);
      voter = memory.take<std::uint8_t>(cells);
    }
  };

  VTC_INLINE static bool shared(const layout& where, const task& t) noexcept { return t.region == none && where.parts() > 1; }
  VTC_INLINE static index_t cut(index_t n, index_t cap) noexcept { return n < cap ? n : cap; }

  template <class Arch>
  static void pick(const inputs& in, const task& t, index_t first, index_t n, index_t k, const scratch<Arch>& work, plan_storage& plan) noexcept {
    kernel::select_top<Arch>(in.scores, t.candidate + first, n, k, work.taken);
    for (index_t i = 0; i < n; ++i)
      if (work.taken[i] != 0) plan.pick(t.candidate[first + i]);
  }

  // Each of the best cells of the whole picture by the first layer adds 1 to the weight of a crop.
  template <class Arch>
  void count_votes(const inputs& in, const task& t, index_t crops, const scratch<Arch>& work) const noexcept {
    const region p = in.where.part(0);
    index_t cells = 0;
    for (index_t f = 0; f < p.frames; ++f)
      for (index_t y = 0; y < p.height; ++y)
        for (index_t x = 0; x < p.width; ++x, ++cells) {
          work.place[cells] = cells;
          work.first_layer[cells] = initial.empty() ? in.scores[p.at(f, y, x)] : sum_of_heads<Arch>(cells);
        }
    const index_t voters = static_cast<index_t>(cells * (1 - as_decimal(alpha)));
    kernel::select_top<Arch>(work.first_layer, work.place, cells, voters, work.voter);
    for (index_t i = 0; i < cells; ++i)
      if (work.voter[i] != 0) work.share[1 + crop_of(p, i, crops, t.official)].weight += 1;
  }
  template <class Arch>
  float sum_of_heads(index_t column) const noexcept {
    double sum = 0;
    for (index_t h = 0; h < initial.count; ++h) {
      const float v = load(initial, h, column);
      sum += is_finite(v) ? static_cast<double>(v) : 0.0;
    }
    return static_cast<float>(sum);
  }
  // Cell i in raster order: by place, or the run with boundaries floor(c cells / crops).
  VTC_INLINE index_t crop_of(const region& p, index_t i, index_t crops, bool official) const noexcept {
    if (!official && tile_grid.height > 0) {
      const index_t y = i / p.width % p.height, x = i % p.width;
      return y * tile_grid.height / p.height * tile_grid.width + x * tile_grid.width / p.width;
    }
    const std::int64_t cells = p.size();
    return static_cast<index_t>(((static_cast<std::int64_t>(i) + 1) * crops - 1) / cells);
  }

  template <class Arch>
  static void divide_as_published(part_share* share, index_t crops, index_t total) noexcept {
    float votes = 0;
    for (index_t c = 0; c < crops; ++c) votes += static_cast<float>(share[c].weight);
    for (index_t c = 0; c < crops; ++c)
      share[c].count = votes > 0 ? cut(static_cast<index_t>(static_cast<float>(share[c].weight) / votes * static_cast<float>(total)), share[c].cap) : 0;
  }
};

}  // namespace select
}  // namespace v0_1
}  // namespace vtc
