// A few pivots, and for each of them the rows that duplicate it least.
//
// Source: DART, Wen et al. 2025. At the seam pivots come from the picture; text pivots on request.
// Inputs: tokens [N,C], whose cosines tell duplicates; metric [N,D], the keys, whose lengths (sum of magnitudes) choose the pivots; for text pivots text [M,C] in the
// space of the tokens, and optionally the tensor text_keys [M,...], whose lengths choose them (absent: text's own).
// Options: image_pivots, text_pivots; reduction_ratio, the share of the rows to drop where no budget is given.
// Gives: K slots of one row each: the image pivots, then in turn for each pivot, image before text and ascending, an equal number of the rows not yet taken that are least
// similar to it; in a budget the first pivots take one more where K does not divide. K below the pivots: the longest K keys.
// Order and ties: source order (as published, too); in method order pivots ascending, then what each took, ascending. Longer key, then lower row; lower cosine, then lower row.
// Cost: P n C for P pivots. Workspace: 4 P n + about 40 n bytes, 64 C floats. Errors: needs_tokens, needs_metric, needs_text, needs_tensor, shapes_differ, needs_budget,
// out_of_memory.
#pragma once

#include "vtc/budget/rate.hpp"
#include "vtc/kernel/order.hpp"
#include "vtc/kernel/squared_norms.hpp"
#include "vtc/option.hpp"
#include "vtc/planner.hpp"
#include "vtc/similarity/cosine.hpp"
#include "vtc/similarity/sweep.hpp"

namespace vtc {
inline namespace v0_1 {
namespace select {

struct duplication_aware {
  static constexpr input needs = input::tokens | input::metric;
  static constexpr input compares = input::tokens;
  static constexpr index_t most_pivots = 32;
  index_t image_pivots = 4, text_pivots = 0;
  float reduction_ratio = 0;
  rows text_keys{};

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("image_pivots", self.image_pivots, 1, most_pivots, "pivots among the rows");
    visit("text_pivots", self.text_pivots, 0, most_pivots, "pivots among the text");
    visit("reduction_ratio", self.reduction_ratio, 0.0f, 1.0f, "share of the rows to drop, where no budget is given (0: none)");
  }
  template <class Self, class Visit>
  VTC_INLINE static void tensors(Self& self, Visit&& visit) noexcept {
    visit("text_keys", self.text_keys, "keys of the text, whose lengths choose the text pivots [M, any]");
  }
  VTC_INLINE status check_tensors(const inputs& in) const noexcept {
    if (text_pivots == 0) return status::ok;
    if (in.text.empty()) return status::needs_text;
    if (const status s = vtc::check(in.text); s != status::ok) return s;
    if (in.text.type == element::i32) return status::unknown_element;
    if (in.text.width != in.tokens.width) return status::shapes_differ;
    if (text_keys.empty()) return status::ok;
    return vtc::check(text_keys) == status::ok && text_keys.type != element::i32 && text_keys.count == in.text.count ? status::ok : status::needs_tensor;
  }
  // As published: image pivots + the whole part of n * (1 - ratio) / pivots for each pivot.
  VTC_INLINE index_t own_count(const task& t) const noexcept {
    if (!(reduction_ratio > 0)) return none;
    const index_t pivots = image_pivots + text_pivots, each = round_count(t.count * (1 - as_decimal(reduction_ratio)) / pivots, rate_rounding::down);
    const index_t k = image_pivots + each * pivots;
    return k < t.count ? k : t.count;
  }

  template <class Arch>
  void measure(const inputs& in, const task& t, workspace& memory, Arch) const noexcept {
    (void)scratch<Arch>(in, t, *this, memory);
    if (t.slots <= image_pivots) return;
    const std::size_t here = memory.mark();
    (void)memory.take<float>(text_pivots > 0 ? kernel::squared_norms_scratch<Arch>(in.text.width, memory.threads.lane_count()) : 0);
    memory.rewind(here);
    similarity::measure_sweep<Arch>(in.tokens.width, memory);
  }

  template <class Arch>
  status build(const inputs& in, const task& t, workspace& memory, plan_storage& plan, Arch) const noexcept {
    scratch<Arch> work(in, t, *this, memory);
    if (memory.failed()) return status::out_of_memory;
    const index_t image = image_pivots < t.slots ? image_pivots : t.slots;
    for (index_t i = 0; i < t.count; ++i) work.value[i] = magnitude(in.metric, t.candidate[i]);
    for (index_t i = 0; i < t.count; ++i) work.list[i] = i;
    kernel::select_top<Arch>(work.value, work.list, t.count, image, work.taken);
    index_t pivots = 0;
    for (index_t i = 0; i < t.count; ++i)
      if (work.taken[i] != 0) work.pivot[pivots++] = i;
    plan.add_note(note::partition);
    for (index_t p = 0; !t.official && p < image; ++p) plan.pick(t.candidate[work.pivot[p]]);
    if (t.slots > image) {
      compare_image<Arch>(in, t, image, memory, work);
      if (text_pivots > 0) pivots += compare_text<Arch>(in, t, image, memory, work);
      if (memory.failed()) return status::out_of_memory;
      for (index_t p = 0; p < pivots; ++p) {
        const index_t rest = t.slots - image;
        take<Arch>(t, work.cosine + static_cast<std::ptrdiff_t>(p) * t.count, rest / pivots + (p < rest % pivots ? 1 : 0), work, plan);
      }
    }
    for (index_t i = 0; t.official && i < t.count; ++i)
      if (work.taken[i] != 0) plan.pick(t.candidate[i]);
    return status::ok;
  }

 private:
  template <class Arch>
  struct scratch {
    float *value, *cosine, *pivot_norm;  // cosine [pivots][n]
    index_t *list, *pivot;
    std::uint8_t *taken, *chosen;
    float *text_value, *text_norm;
    index_t* text_list;
    std::uint8_t* text_taken;

    scratch(const inputs& in, const task& t, const duplication_aware& rule, workspace& memory) noexcept {
      const index_t texts = rule.text_pivots > 0 ? in.text.count : 0, pivots = rule.image_pivots + rule.text_pivots;
      value = memory.take<float>(t.count);
      cosine = memory.take<float>(pivots, t.count);
      pivot_norm = memory.take<float>(pivots);
      list = memory.take<index_t>(t.count);
      pivot = memory.take<index_t>(t.count < pivots ? pivots : t.count);
      taken = memory.take<std::uint8_t>(t.count);
      chosen = memory.take<std::uint8_t>(t.count);
      text_value = memory.take<float>(texts);
      text_norm = memory.take<float>(texts);
      text_list = memory.take<index_t>(texts);
      text_taken = memory.take<std::uint8_t>(texts);
    }
  };

  // The sum of magnitudes; NaN counts as the shortest.
  VTC_INLINE static float magnitude(const rows& x, index_t r) noexcept {
    double sum = 0;
    for (index_t c = 0; c < x.width; ++c) {
      const auto v = static_cast<double>(load(x, r, c));
      sum += v < 0 ? -v : v;
    }
    return static_cast<float>(sum);
  }

  // cosine[p] = what all candidates have in common with pivot p.
  template <class Arch, class Pivots>
  static void compare(const inputs& in, const task& t, const Pivots& pivot, index_t pivots, const float* norm, float* cosine, workspace& memory) noexcept {
    similarity::sweep<Arch>(kernel::listed_rows{in.tokens, t.candidate}, t.count, pivot, pivots, memory,
                            [&](index_t first, index_t row_count, index_t first_right, index_t columns, const float* dots, int) noexcept {
                              for (index_t i = first; i < first + row_count; ++i, dots += similarity::block_columns) {
                                double exact[static_cast<std::size_t>(similarity::block_columns)];
                                similarity::cosines_of<Arch>(dots, t.squared_norm[i], norm + first_right, columns, exact);
                                for (index_t j = 0; j < columns; ++j) cosine[static_cast<std::ptrdiff_t>(first_right + j) * t.count + i] = static_cast<float>(exact[j]);
                              }
                            });
  }

  template <class Arch>
  static void compare_image(const inputs& in, const task& t, index_t image, workspace& memory, const scratch<Arch>& work) noexcept {
    for (index_t p = 0; p < image; ++p) {
      work.pivot_norm[p] = t.squared_norm[work.pivot[p]];
      work.list[p] = t.candidate[work.pivot[p]];
    }
    compare<Arch>(in, t, kernel::listed_rows{in.tokens, work.list}, image, work.pivot_norm, work.cosine, memory);
  }

  // Returns how many text pivots there are.
  template <class Arch>
  index_t compare_text(const inputs& in, const task& t, index_t image, workspace& memory, const scratch<Arch>& work) const noexcept {
    const index_t texts = in.text.count;
    for (index_t m = 0; m < texts; ++m) {
      work.text_value[m] = magnitude(text_keys.empty() ? in.text : text_keys, m);
      work.text_list[m] = m;
    }
    kernel::select_top<Arch>(work.text_value, work.text_list, texts, text_pivots, work.text_taken);
    index_t found = 0;
    for (index_t m = 0; m < texts; ++m)
      if (work.text_taken[m] != 0) work.text_list[found++] = m;
    const std::size_t here = memory.mark();
    float* panel = memory.take<float>(kernel::squared_norms_scratch<Arch>(in.text.width, memory.threads.lane_count()));
    if (memory.failed()) return 0;
    const kernel::listed_rows pivot{in.text, work.text_list};
    kernel::squared_norms<Arch>(pivot, found, work.text_norm, panel, memory.threads);
    memory.rewind(here);
    compare<Arch>(in, t, pivot, found, work.text_norm, work.cosine + static_cast<std::ptrdiff_t>(image) * t.count, memory);
    return found;
  }

  // The `count` rows not taken yet that have the lowest cosine.
  template <class Arch>
  static void take(const task& t, const float* cosine, index_t count, const scratch<Arch>& work, plan_storage& plan) noexcept {
    index_t left = 0;
    for (index_t i = 0; i < t.count; ++i) {
      work.value[i] = -cosine[i];
      if (work.taken[i] == 0) work.list[left++] = i;
    }
    if (count <= 0) return;
    kernel::select_top<Arch>(work.value, work.list, left, count, work.chosen);
    for (index_t k = 0; k < left; ++k) {
      if (work.chosen[k] == 0) continue;
      work.taken[work.list[k]] = 1;
      if (!t.official) plan.pick(t.candidate[work.list[k]]);
    }
  }
};

}  // namespace select
}  // namespace v0_1
}  // namespace vtc
