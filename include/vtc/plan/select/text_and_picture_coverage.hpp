// The rows that cover both the question and the picture: what the text attends to among the rows, and what the rows attend to among themselves.
//
// Source: MMTok, Dong et al. 2025 (maximum coverage, greedy, within 1 - 1/e of the optimum).
// Inputs: metric [N,D], the encoder's rows; aligned [N,E] and text [M,E] in one space.
// Options: alpha, the weight of the picture; text_temperature, visual_temperature of the two softmaxes.
// Gives: K slots of one row each. With P = softmax over the rows of cosine(text, aligned) / text_temperature, divided by M, and
// Q = softmax over the rows of cosine(metric, metric) / visual_temperature, times alpha / N: gain_j = sum over the rows of P and Q of max(0, entry_j - the best
// entry of that row among the picks). Only candidates count; as published padding rows are in both softmaxes and want to be covered, but are never picked.
// A text row that is not finite counts for nothing; neither does an aligned row that is not finite.
// Order and ties: source order (as published, too), or order of choice in method order; larger gain, then lower row.
// Cost: 2 n^2 D once, and n exponentials for each gain that is computed, a few a pick. Workspace: 4 M n + about 200 n bytes, 64 D or 64 E floats, never n x n.
// Errors: needs_metric, needs_aligned, needs_text, shapes_differ, needs_budget, out_of_memory.
#pragma once

#include "vtc/kernel/softmax.hpp"
#include "vtc/kernel/squared_norms.hpp"
#include "vtc/option.hpp"
#include "vtc/planner.hpp"
#include "vtc/plan/select/lazy_greedy.hpp"
#include "vtc/similarity/row_sums.hpp"

namespace vtc {
inline namespace v0_1 {
namespace select {

struct text_and_picture_coverage {
  static constexpr input needs = input::metric | input::aligned | input::text;
  static constexpr input compares = input::metric;
  float alpha = 0.5f, text_temperature = 0.01f, visual_temperature = 0.2f;

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("alpha", self.alpha, 0.0f, 1e6f, "weight of the picture beside the text");
    visit("text_temperature", self.text_temperature, 1e-4f, 1e4f, "divides the cosines of text and rows");
    visit("visual_temperature", self.visual_temperature, 1e-2f, 1e4f, "divides the cosines among the rows");
  }

  template <class Arch>
  void measure(const inputs& in, const task& t, workspace& memory, Arch) const noexcept {
    const index_t n = rows_to_cover(in, t);
    (void)scratch<Arch>(in, n, memory);
    const std::size_t here = memory.mark();
    (void)memory.take<float>(norms_scratch<Arch>(in, memory));
    memory.rewind(here);
    similarity::measure_sweep<Arch>(in.aligned.width, memory);
    similarity::row_cache<Arch>::measure(n, in.metric.width, memory);
  }

  template <class Arch>
  status build(const inputs& in, const task& t, workspace& memory, plan_storage& plan, Arch) const noexcept {
    const index_t n = rows_to_cover(in, t);
    scratch<Arch> work(in, n, memory);
    if (memory.failed()) return status::out_of_memory;
    list_rows<Arch>(in, t, work);
    if (const status s = attend<Arch>(in, n, memory, work); s != status::ok) return s;
    similarity::row_cache<Arch> cosine(in.metric, work.list, work.norm, n, memory);
    if (memory.failed()) return status::out_of_memory;
    gain<Arch> by{n, in.text.count, 1.0f / visual_temperature, work};
    const kernel::listed_rows picture{in.metric, work.list};
    const auto sum = [&](float* stretch, index_t first, index_t columns, index_t) noexcept {
      by.make_entries(stretch, first, columns);
      double all = 0;
      for (index_t j = 0; j < columns; ++j) all += static_cast<double>(stretch[j]);
      return all;
    };
    for (index_t i = 0; i < n; ++i) work.scale[i] = 1;
    similarity::row_sums<Arch>(picture, n, work.norm, work.bound, memory, sum);
    for (index_t i = 0; i < n && !memory.failed(); ++i) work.scale[i] = static_cast<float>(static_cast<double>(alpha) / (n * work.bound[i]));
    similarity::row_sums<Arch>(picture, n, work.norm, work.bound, memory, sum);
    if (memory.failed()) return status::out_of_memory;
    for (index_t i = 0; i < n; ++i) work.covered[i] = 0;
    for (index_t m = 0; m < in.text.count; ++m) work.text_covered[m] = 0;
    for (index_t i = 0; i < n; ++i) {
      work.bound[i] = t.roles[work.list[i]] == role::candidate ? (work.bound[i] + by.of_text(i)) * detail::slack : detail::never_picked;
      work.taken[i] = 0;
    }
    plan.add_note(note::partition);
    const status s = detail::lazy_greedy<Arch>(cosine, n, t.slots, work.bound, work.computed_at, by, [&](index_t j) noexcept {
      if (t.official) work.taken[j] = 1;
      else plan.pick(work.list[j]);
    });
    for (index_t i = 0; t.official && i < n; ++i)
      if (work.taken[i] != 0) plan.pick(work.list[i]);
    return s;
  }

 private:
  template <class Arch>
  struct scratch {
    double* bound;
    index_t *computed_at, *list;
    float *norm, *aligned_norm, *text_norm, *covered, *entry, *scale, *text_covered, *text;  // text [n][M]
    std::uint8_t* taken;

    scratch(const inputs& in, index_t n, workspace& memory) noexcept
        : bound(memory.take<double>(n)),
          computed_at(memory.take<index_t>(n)),
          list(memory.take<index_t>(n)),
          norm(memory.take<float>(n)),
          aligned_norm(memory.take<float>(n)),
          text_norm(memory.take<float>(in.text.count)),
          covered(memory.take<float>(n)),
          entry(memory.take<float>(n)),
          scale(memory.take<float>(n)),
          text_covered(memory.take<float>(in.text.count)),
          text(memory.take<float>(n, in.text.count)),
          taken(memory.take<std::uint8_t>(n)) {}
  };

  // Candidates; as published padding rows, too.
  VTC_INLINE static index_t rows_to_cover(const inputs& in, const task& t) noexcept {
    index_t n = t.count;
    for (index_t r = 0; t.official && in.where.valid != nullptr && r < in.where.count; ++r) n += in.where.valid[r] == 0;
    return n;
  }
  template <class Arch>
  static index_t norms_scratch(const inputs& in, const workspace& memory) noexcept {
    const index_t width = in.metric.width > in.aligned.width ? in.metric.width : in.aligned.width;
    return kernel::squared_norms_scratch<Arch>(width, memory.threads.lane_count());
  }
  template <class Arch>
  static void list_rows(const inputs& in, const task& t, const scratch<Arch>& work) noexcept {
    index_t found = 0, k = 0;
    for (index_t r = 0; r < in.where.count; ++r) {
      const bool candidate = k < t.count && t.candidate[k] == r, padding = in.where.valid != nullptr && in.where.valid[r] == 0;
      k += candidate;
      if (candidate || (t.official && padding)) work.list[found++] = r;
    }
  }

  // What each text row gives to the rows, and the lengths of everything.
  template <class Arch>
  status attend(const inputs& in, index_t n, workspace& memory, const scratch<Arch>& work) const noexcept {
    const kernel::listed_rows left{in.aligned, work.list}, right{in.text, nullptr};
    const index_t texts = in.text.count;
    const std::size_t here = memory.mark();
    float* panel = memory.take<float>(norms_scratch<Arch>(in, memory));
    if (memory.failed()) return status::out_of_memory;
    kernel::squared_norms<Arch>(kernel::listed_rows{in.metric, work.list}, n, work.norm, panel, memory.threads);
    kernel::squared_norms<Arch>(left, n, work.aligned_norm, panel, memory.threads);
    kernel::squared_norms<Arch>(right, texts, work.text_norm, panel, memory.threads);
    memory.rewind(here);
    for (index_t i = 0; i < n; ++i) work.norm[i] = is_finite(work.norm[i]) ? work.norm[i] : 0.0f;  // padding may hold anything
    similarity::sweep<Arch>(left, n, right, texts, memory, [&](index_t first, index_t row_count, index_t first_right, index_t columns, const float* dots, int) noexcept {
      for (index_t i = first; i < first + row_count; ++i, dots += similarity::block_columns) {
        double cosine[static_cast<std::size_t>(similarity::block_columns)];
        similarity::cosines_of<Arch>(dots, work.aligned_norm[i], work.text_norm + first_right, columns, cosine);
        float* out = work.text + static_cast<std::ptrdiff_t>(i) * texts + first_right;
        for (index_t m = 0; m < columns; ++m) out[m] = is_finite(work.aligned_norm[i]) ? static_cast<float>(cosine[m]) : float_from_bits(0x7fc00000u);
      }
    });
    if (memory.failed()) return status::out_of_memory;
    for (index_t m = 0; m < texts; ++m) {
      for (index_t i = 0; i < n; ++i) work.entry[i] = work.text[static_cast<std::ptrdiff_t>(i) * texts + m];
      kernel::softmax<Arch>(work.entry, n, 1.0f / text_temperature, nullptr);
      const float share = is_finite(work.text_norm[m]) ? 1.0f / static_cast<float>(texts) : 0.0f;
      for (index_t i = 0; i < n; ++i) work.text[static_cast<std::ptrdiff_t>(i) * texts + m] = share > 0 ? work.entry[i] * share : 0.0f;
    }
    return status::ok;
  }

  // What column j of P and Q adds; its entries in Q come from its row of cosines, since cosines are the same both ways.
  template <class Arch>
  struct gain {
    index_t n, texts;
    float sharpness;
    const scratch<Arch>& work;

    void make_entries(float* cosine, index_t first, index_t count) const noexcept {
      kernel::exponentials<Arch>(cosine, count, 1.0f, sharpness);  // of at most 0
      for (index_t i = 0; i < count; ++i) cosine[i] *= work.scale[first + i];
    }
    void make_column(const float* cosine) const noexcept {
      for (index_t i = 0; i < n; ++i) work.entry[i] = cosine[i];
      make_entries(work.entry, 0, n);
    }
    double of_text(index_t j) const noexcept { return more_than(work.text + static_cast<std::ptrdiff_t>(j) * texts, work.text_covered, texts); }
    double of(index_t j, const float* cosine) const noexcept {
      make_column(cosine);
      return of_text(j) + more_than(work.entry, work.covered, n);
    }
    void take(index_t j, const float* cosine) noexcept {
      make_column(cosine);
      cover(work.entry, work.covered, n);
      cover(work.text + static_cast<std::ptrdiff_t>(j) * texts, work.text_covered, texts);
    }
    static double more_than(const float* entry, const float* covered, index_t count) noexcept {
      return detail::sum_in_parts<Arch>(count, [&](index_t i) noexcept {
        const double more = static_cast<double>(entry[i]) - static_cast<double>(covered[i]);
        return more > 0 ? more : 0.0;
      });
    }
    static void cover(const float* entry, float* covered, index_t count) noexcept {
      for (index_t i = 0; i < count; ++i) covered[i] = entry[i] > covered[i] ? entry[i] : covered[i];
    }
  };
};

}  // namespace select
}  // namespace v0_1
}  // namespace vtc
