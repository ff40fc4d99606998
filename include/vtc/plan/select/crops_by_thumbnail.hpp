// A thumbnail and its crops: a crop keeps more where the thumbnail scores more, and each keeps its best rows by its own and the thumbnail's scores.
//
// Source: GlobalCom2, Liu et al. 2025.
// Inputs: scores [N], the class attention before the softmax; the layout: the thumbnail, and then its crops in raster order (one region: a thumbnail alone).
// Options: ratio, the share of the rows kept where no budget is given, rounded down; temperature; crop_grid, crops down x across (unset: one line).
// With G_c the sum of the thumbnail's scores in tile c, z = softmax(G / temperature) and s_c = 1 + z_c - mean z, the thumbnail keeps in the ratio 1 and
// crop c in the ratio s_c. In a crop a row scores its own score and the thumbnail's at its place (bilinear), each divided by its length over all crops.
// Gives: K slots of one row each: shares of K by largest remainder (published: trunc(N ratio) and trunc(N_c min(1, ratio s_c)), so that the sum drifts).
// Order and ties: source order; as published and in method order the thumbnail best first, then crops in source order. Higher score, then lower row.
// Cost: O(N). Workspace: 21 n bytes and 32 a region. Errors: needs_scores, needs_budget, option_out_of_range for a crop_grid that
// does not fit the crops, out_of_memory.
#pragma once

#include <cmath>

#include "vtc/budget/rate.hpp"
#include "vtc/budget/shares.hpp"
#include "vtc/kernel/exponential.hpp"
#include "vtc/kernel/order.hpp"
#include "vtc/option.hpp"
#include "vtc/planner.hpp"

namespace vtc {
inline namespace v0_1 {
namespace select {

struct crops_by_thumbnail {
  static constexpr input needs = input::scores;
  float ratio = 0, temperature = 10;
  grid_size crop_grid{};

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("ratio", self.ratio, 0.0f, 1.0f, "share of the rows to keep, rounded down, where no budget is given (0: none)");
    visit("temperature", self.temperature, 1e-3f, 1e6f, "of the softmax over crops");
    visit("crop_grid", self.crop_grid, "crops down x across");
  }
  VTC_INLINE index_t own_count(const task& t) const noexcept { return ratio > 0 ? rows_of(ratio, t.count) : none; }
  VTC_INLINE status check(const layout& where, const task& t) const noexcept {
    const grid_size g = crops_of(where);
    if (shared(where, t) && static_cast<std::int64_t>(g.height) * g.width != where.parts() - 1) return status::option_out_of_range;
    return t.slots == none ? status::needs_budget : status::ok;
  }
  VTC_INLINE bounds slots(const layout& where, const task& t) const noexcept {
    const index_t k = t.slots < t.count ? t.slots : t.count;
    return t.official && shared(where, t) ? bounds{0, t.count} : bounds{k, k};
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
    for (index_t i = 0; i < t.count; ++i) work.score[i] = in.scores[t.candidate[i]];
    if (!shared(in.where, t)) {
      pick<Arch>(t, 0, t.count, t.slots, true, work, plan);
      return status::ok;
    }
    const index_t parts = in.where.parts();
    for (index_t g = 0, i = 0; g < parts; ++g) {
      const index_t first = i, end = in.where.part(g).end();
      while (i < t.count && t.candidate[i] < end) ++i;
      work.share[g] = part_share{1, i - first, 0, none};
    }
    weigh_crops<Arch>(in, parts - 1, work);
    if (t.official) {
      const double kept = ratio > 0 ? as_decimal(ratio) : static_cast<double>(t.slots) / t.count;
      for (index_t g = 0; g < parts; ++g) {
        const double scale = kept * work.share[g].weight;
        work.share[g].count = static_cast<index_t>(work.share[g].cap * (scale < 1 ? scale : 1));
      }
    } else {
      for (index_t g = 0; g < parts; ++g) work.share[g].weight *= work.share[g].cap;
      divide_by_shares<Arch>(work.share, parts, t.slots);
    }
    blend_scores<Arch>(in, t, work);
    for (index_t g = 0, first = 0; g < parts; ++g) {
      pick<Arch>(t, first, work.share[g].cap, work.share[g].count, g == 0, work, plan);
      first += work.share[g].cap;
    }
    return status::ok;
  }

 private:
  template <class Arch>
  struct scratch {
    std::uint8_t* taken;  // [n]
    float* score;         // [n] by candidate
    index_t *place, *sort_index;
    std::uint32_t* sort_key;
    part_share* share;

    scratch(const layout& where, const task& t, workspace& memory) noexcept
        : taken(memory.take<std::uint8_t>(t.count)),
          score(memory.take<float>(t.count)),
          place(memory.take<index_t>(t.count)),
          sort_index(memory.take<index_t>(t.count)),
          sort_key(memory.take<std::uint32_t>(2 * t.count)),
          share(memory.take<part_share>(shared(where, t) ? where.parts() : 0)) {}
  };

  VTC_INLINE static bool shared(const layout& where, const task& t) noexcept { return t.region == none && where.parts() > 1; }
  VTC_INLINE grid_size crops_of(const layout& where) const noexcept { return crop_grid.height > 0 ? crop_grid : grid_size{1, where.parts() - 1}; }
  VTC_INLINE static double finite(float v) noexcept { return is_finite(v) ? static_cast<double>(v) : 0.0; }

  // weight of crop c = 1 + z_c - mean z.
  template <class Arch>
  void weigh_crops(const inputs& in, index_t crops, const scratch<Arch>& work) const noexcept {
    const region p = in.where.part(0);
    const grid_size g = crops_of(in.where);
    const index_t tall = p.height / g.height, wide = p.width / g.width;
    part_share* crop = work.share + 1;
    double most = 0, sum = 0;
    for (index_t c = 0; c < crops; ++c) {
      double total = 0;
      for (index_t y = 0; y < tall; ++y)
        for (index_t x = 0; x < wide; ++x) total += finite(in.scores[p.at(0, c / g.width * tall + y, c % g.width * wide + x)]);
      crop[c].weight = total;
      most = c == 0 || total > most ? total : most;
    }
    for (index_t c = 0; c < crops; ++c) {
      const float z = static_cast<float>((crop[c].weight - most) / as_decimal(temperature));
      float lane[static_cast<std::size_t>(kernel::f32_vector<Arch>::size)];
      kernel::exponential<Arch>(kernel::f32_vector<Arch>::broadcast(z)).store(lane);
      crop[c].weight = static_cast<double>(lane[0]);
      sum += crop[c].weight;
    }
    for (index_t c = 0; c < crops; ++c) crop[c].weight = 1 + (crop[c].weight - sum / crops) / (sum + 1e-8);
  }

  // What the thumbnail says at a cell of crop c: bilinear, corners not aligned, edges repeated.
  template <class Arch>
  double thumbnail_at(const inputs& in, const region& crop, index_t c, index_t y, index_t x) const noexcept {
    const region p = in.where.part(0);
    const grid_size g = crops_of(in.where);
    const auto place = [](double at, index_t side, index_t& low, index_t& high) noexcept {
      const double inside = at < 0 ? 0 : at > side - 1 ? side - 1 : at;
      low = static_cast<index_t>(inside);
      high = low + 1 < side ? low + 1 : low;
      return inside - low;
    };
    index_t top = 0, bottom = 0, left = 0, right = 0;
    const double down = place((c / g.width * crop.height + y + 0.5) * p.height / (static_cast<double>(g.height) * crop.height) - 0.5, p.height, top, bottom);
    const double across = place((c % g.width * crop.width + x + 0.5) * p.width / (static_cast<double>(g.width) * crop.width) - 0.5, p.width, left, right);
    const double above = finite(in.scores[p.at(0, top, left)]) * (1 - across) + finite(in.scores[p.at(0, top, right)]) * across;
    const double below = finite(in.scores[p.at(0, bottom, left)]) * (1 - across) + finite(in.scores[p.at(0, bottom, right)]) * across;
    return above * (1 - down) + below * down;
  }

  // Scores of the crops' candidates: own / |own| + thumbnail / |thumbnail|, lengths over all cells of all crops.
  template <class Arch>
  void blend_scores(const inputs& in, const task& t, const scratch<Arch>& work) const noexcept {
    double own = 0, thumbnail = 0;
    for (int pass = 0; pass < 2; ++pass)
      for (index_t c = 0; c + 1 < in.where.parts(); ++c) {
        const region crop = in.where.part(c + 1);
        for (index_t f = 0; f < crop.frames; ++f)
          for (index_t y = 0; y < crop.height; ++y)
            for (index_t x = 0; x < crop.width; ++x) {
              const index_t place = t.place_of(crop.at(f, y, x));
              if (place == none) continue;
              const double a = finite(in.scores[t.candidate[place]]), b = thumbnail_at<Arch>(in, crop, c, y, x);
              if (pass == 0) {
                own += a * a;
                thumbnail += b * b;
              } else if (is_finite(work.score[place])) {
                work.score[place] = static_cast<float>((own > 0 ? a / std::sqrt(own) : 0) + (thumbnail > 0 ? b / std::sqrt(thumbnail) : 0));
              }
            }
      }
  }

  template <class Arch>
  static void pick(const task& t, index_t first, index_t n, index_t k, bool thumbnail, const scratch<Arch>& work, plan_storage& plan) noexcept {
    for (index_t i = 0; i < n; ++i) work.place[i] = first + i;
    kernel::select_top<Arch>(work.score, work.place, n, k, work.taken);
    index_t found = 0;
    for (index_t i = 0; i < n; ++i)
      if (work.taken[i] != 0) work.place[found++] = first + i;
    if (thumbnail && t.order == slot_order::method) kernel::sort_descending<Arch>(work.score, work.place, found, work.sort_index, work.sort_key);
    for (index_t i = 0; i < found; ++i) plan.pick(t.candidate[work.place[i]]);
  }
};

}  // namespace select
}  // namespace v0_1
}  // namespace vtc
