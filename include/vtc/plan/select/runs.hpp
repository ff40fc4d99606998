// The rows in consecutive runs, each with a share of K by how much attention and variety it holds, and in each run the rows with the most attention.
//
// Source: HoloV, Zou et al. 2025 (its runs cut the raster order, they are no tiles).
// Inputs: scores [N] (attention), tokens [N,C]. Options: parts, alpha (weight of variety). n rows make `parts` runs of floor(n / parts), the first ones
// one row longer. In a run of m rows, mean_i = sum_j S_ij / (m - 1) and var_i = sum_j (S_ij - mean_i)^2 / (m - 1) over the cosines S with a zero
// diagonal; with a_i = 1000 attention_i, a row scores a_i + alpha var_i mean|a| / (mean|var| + 1e-6), and a run the mean of its rows.
// Gives: K slots of one row each: shares of K by largest remainder, no run more than it has. As published: floors, what is left over one each to the
// best runs, and where a run overflows rows of zeros fill the count (note padded).
// Order and ties: source order; in method order run by run, most attention first, or raster where a run stays whole. Higher score, then lower row.
// Cost: n^2 C / parts. Workspace: O(n) and 16 rows of the longest run, never n x n. Errors: needs_scores, needs_tokens, needs_budget, out_of_memory.
#pragma once

#include "vtc/budget/rate.hpp"
#include "vtc/budget/shares.hpp"
#include "vtc/kernel/order.hpp"
#include "vtc/option.hpp"
#include "vtc/planner.hpp"
#include "vtc/similarity/similarity_rows.hpp"

namespace vtc {
inline namespace v0_1 {
namespace select {

struct runs {
  static constexpr input needs = input::scores | input::tokens;
  static constexpr input compares = input::tokens;
  index_t parts = 16;
  float alpha = 0.09f;

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("parts", self.parts, 1, 4096, "runs");
    visit("alpha", self.alpha, 0.0f, 1000.0f, "weight of the variety of a run beside its attention");
  }

  template <class Arch>
  void measure(const inputs& in, const task& t, workspace& memory, Arch) const noexcept {
    (void)scratch<Arch>(t, used(t), memory);
    similarity::measure_similarity_rows<Arch>(in.tokens.width, memory);
  }

  template <class Arch>
  status build(const inputs& in, const task& t, workspace& memory, plan_storage& plan, Arch) const noexcept {
    const index_t count = used(t);
    scratch<Arch> work(t, count, memory);
    if (memory.failed()) return status::out_of_memory;
    for (index_t p = 0, first = 0; p < count; ++p) {
      const index_t m = length(t, count, p);
      if (const status s = score_run<Arch>(in, t, first, m, memory, work); s != status::ok) return s;
      work.share[p] = part_share{work.weight, m, 0, none};
      first += m;
    }
    if (t.official) divide_as_published<Arch>(work.share, count, t.slots);
    else divide_by_shares<Arch>(work.share, count, t.slots);
    index_t written = 0;
    for (index_t p = 0, first = 0; p < count; ++p) {
      write_run<Arch>(in, t, first, work.share[p], work, plan);
      written += work.share[p].count;
      first += work.share[p].cap;
    }
    plan.add_note(note::partition);
    for (; t.official && written < t.slots; ++written) {
      plan.slot(t.candidate[0]);
      plan.reduce_by(reduction::linear);
      plan.add_note(note::padded);
    }
    return status::ok;
  }

 private:
  static constexpr index_t at_once = kernel::panel_rows;

  VTC_INLINE index_t used(const task& t) const noexcept { return parts < t.count ? parts : t.count; }
  VTC_INLINE static index_t length(const task& t, index_t count, index_t p) noexcept { return t.count / count + (p < t.count % count ? 1 : 0); }

  template <class Arch>
  struct scratch {
    part_share* share;
    std::uint8_t* taken;
    index_t *best, *sort_index, *all;
    std::uint32_t* sort_key;
    double* variance;
    float* cosine;  // [16][longest run]
    double weight = 0;

    scratch(const task& t, index_t count, workspace& memory) noexcept {
      const index_t longest = length(t, count, 0);
      share = memory.take<part_share>(count);
      taken = memory.take<std::uint8_t>(longest);
      best = memory.take<index_t>(longest);
      sort_index = memory.take<index_t>(longest);
      sort_key = memory.take<std::uint32_t>(2 * longest);
      variance = memory.take<double>(longest);
      cosine = memory.take<float>(at_once, longest);
      all = memory.take<index_t>(at_once);
    }
  };

  // The mean score of a run's rows, in work.weight.
  template <class Arch>
  status score_run(const inputs& in, const task& t, index_t first, index_t m, workspace& memory, scratch<Arch>& work) const noexcept {
    double attention = 0, magnitude = 0, variance = 0;
    for (index_t i = 0; i < m; ++i) {
      const float s = in.scores[t.candidate[first + i]];
      const double a = is_finite(s) ? static_cast<double>(s) : 0.0;
      attention += a;
      magnitude += a < 0 ? -a : a;
    }
    work.weight = attention * (t.official ? 1 : 1000);  // of a single row; as published without the factor of the others
    if (m == 1) return status::ok;
    const kernel::listed_rows run{in.tokens, t.candidate + first};
    for (index_t i = 0; i < m; i += at_once) {
      const index_t n = m - i < at_once ? m - i : at_once;
      float* row[static_cast<std::size_t>(at_once)];
      for (index_t k = 0; k < n; ++k) {
        work.all[k] = i + k;
        row[k] = work.cosine + static_cast<std::ptrdiff_t>(k) * m;
      }
      similarity::similarity_rows<Arch>(run, m, t.squared_norm + first, work.all, n, row, memory);
      if (memory.failed()) return status::out_of_memory;
      for (index_t k = 0; k < n; ++k) variance += variance_of<Arch>(row[k], i + k, m);
    }
    const double mean_magnitude = 1000 * magnitude / m, mean_variance = variance / m;
    work.weight = 1000 * attention / m + as_decimal(alpha) * mean_magnitude / (mean_variance + 1e-6) * mean_variance;
    return status::ok;
  }

  template <class Arch>
  static double variance_of(const float* cosine, index_t self, index_t m) noexcept {
    double sum = 0, squares = 0;
    for (index_t j = 0; j < m; ++j) sum += j == self ? 0.0 : static_cast<double>(cosine[j]);
    const double mean = sum / (m - 1);
    for (index_t j = 0; j < m; ++j) {
      // Cut to f32, so that the square is exact and fused or not is the same.
      const double d = static_cast<double>(static_cast<float>((j == self ? 0.0 : static_cast<double>(cosine[j])) - mean));
      squares += d * d;
    }
    return squares / (m - 1);
  }

  template <class Arch>
  static void divide_as_published(part_share* share, index_t count, index_t total) noexcept {
    double sum = 0;
    for (index_t p = 0; p < count; ++p) sum += share[p].weight;
    index_t left = total;
    for (index_t p = 0; p < count; ++p) {
      const double part = share[p].weight / (sum + 1e-6) * total;
      share[p].count = part > 0 ? static_cast<index_t>(part) : 0;
      left -= share[p].count;
    }
    for (; left > 0; --left) {  // floor marks who has had one
      index_t best = none;
      for (index_t p = 0; p < count; ++p)
        if (share[p].floor == 0 && (best == none || share[p].weight > share[best].weight)) best = p;
      if (best == none) break;
      ++share[best].count;
      share[best].floor = 1;
    }
    for (index_t p = 0; p < count; ++p)
      if (share[p].count > share[p].cap) share[p].count = share[p].cap;
  }

  template <class Arch>
  static void write_run(const inputs& in, const task& t, index_t first, const part_share& share, const scratch<Arch>& work, plan_storage& plan) noexcept {
    const index_t* run = t.candidate + first;
    kernel::select_top<Arch>(in.scores, run, share.cap, share.count, work.taken);
    index_t found = 0;
    const bool best_first = t.order == slot_order::method && share.count < share.cap;
    for (index_t i = 0; i < share.cap; ++i) {
      if (work.taken[i] == 0) continue;
      if (best_first) work.best[found++] = run[i];
      else plan.pick(run[i]);
    }
    if (best_first) kernel::sort_descending<Arch>(in.scores, work.best, found, work.sort_index, work.sort_key);
    for (index_t i = 0; i < found; ++i) plan.pick(work.best[i]);
  }
};

}  // namespace select
}  // namespace v0_1
}  // namespace vtc
