// How similar each row is to the text: the mean over all text rows, or the best of them.
//
// Source: the relevance of CDPruner, Zhang et al. 2025 (mean), and TRIM, Song et al. 2024; the raters of SparseVLM, Zhang et al. 2024.
// Inputs: aligned [N,E], the token features in the space of the text, and text [M,E], M may be 0 (then every score is 0).
// Options: match = best or mean; relevance = similar, or dissimilar for encoders whose patch and text features are turned around.
// raters: the mean of the raters only, text rows to which the rows give more than the mean, by a softmax over the text of each row's products.
// Gives: score [N] in [-1, 1]: cosines, negated for dissimilar. A row that is not finite scores NaN; text rows that are not finite do not count.
// Order and ties: the mean adds the text rows in order, in f64. Cost: N M E. Workspace: 12 N + 4 M bytes, 64 E floats and a tile; with raters 4 N M + 12 M more.
// Errors: needs_aligned, needs_text, shapes_differ, out_of_memory.
#pragma once

#include <cmath>

#include "vtc/inputs.hpp"
#include "vtc/kernel/row_source.hpp"
#include "vtc/kernel/softmax.hpp"
#include "vtc/kernel/squared_norms.hpp"
#include "vtc/option.hpp"
#include "vtc/similarity/cosine.hpp"
#include "vtc/similarity/sweep.hpp"

namespace vtc {
inline namespace v0_1 {
namespace score {

enum class match : std::uint8_t { best, mean };
inline constexpr choice<match> matches[] = {{"best", match::best}, {"mean", match::mean}};

template <match Default>
struct basic_query_similarity {
  static constexpr input needs = input::aligned | input::text;
  match how = Default;
  bool dissimilar = false, raters = false;

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("match", self.how, matches, "best text row, or the mean of all");
    visit("dissimilar", self.dissimilar, "prefer the rows that are least similar");
    visit("raters", self.raters, "the mean of the text rows that the rows point to");
  }

  template <class Arch>
  void measure(const inputs& in, workspace& memory, Arch) const noexcept {
    if (in.text.count <= 0) return;
    (void)scratch<Arch>(in, memory);
    const std::size_t here = memory.mark();
    (void)memory.take<float>(kernel::squared_norms_scratch<Arch>(in.aligned.width, memory.threads.lane_count()));
    memory.rewind(here);
    if (raters) (void)rater_scratch<Arch>(in, memory);
    similarity::measure_sweep<Arch>(in.aligned.width, memory);
    memory.rewind(here);
  }

  template <class Arch>
  status operator()(const inputs& in, workspace& memory, float* score, Arch) const noexcept {
    const index_t n = in.aligned.count, m = in.text.count;
    for (index_t i = 0; i < n; ++i) score[i] = 0;
    if (m <= 0) return status::ok;
    scratch<Arch> work(in, memory);
    const kernel::listed_rows left{in.aligned, nullptr}, right{in.text, nullptr};
    const std::size_t here = memory.mark();
    float* panel = memory.take<float>(kernel::squared_norms_scratch<Arch>(in.aligned.width, memory.threads.lane_count()));
    if (memory.failed()) return status::out_of_memory;
    kernel::squared_norms<Arch>(left, n, work.norm, panel, memory.threads);
    kernel::squared_norms<Arch>(right, m, work.text_norm, panel, memory.threads);
    memory.rewind(here);
    if (raters && !choose_raters<Arch>(in, memory, work)) return status::out_of_memory;
    memory.rewind(here);
    const bool of_all = raters || how == match::mean;
    index_t counted = 0;
    for (index_t j = 0; j < m; ++j) counted += is_finite(work.text_norm[j]);
    for (index_t i = 0; i < n; ++i) work.total[i] = of_all ? 0.0 : -2.0;
    similarity::sweep<Arch>(left, n, right, m, memory, [&](index_t first_left, index_t row_count, index_t first_right, index_t columns, const float* dots, int) noexcept {
      const float* text_norm = work.text_norm + first_right;
      for (index_t i = first_left; i < first_left + row_count; ++i, dots += similarity::block_columns) {
        double cosine[static_cast<std::size_t>(similarity::block_columns)];
        similarity::cosines_of<Arch>(dots, work.norm[i], text_norm, columns, cosine);
        for (index_t j = 0; j < columns; ++j) {
          if (!is_finite(text_norm[j])) continue;
          if (of_all) work.total[i] += cosine[j];
          else if (cosine[j] > work.total[i]) work.total[i] = cosine[j];
        }
      }
    });
    if (memory.failed()) return status::out_of_memory;
    for (index_t i = 0; i < n && counted > 0; ++i) {
      const double s = of_all ? work.total[i] / counted : work.total[i];
      score[i] = !is_finite(work.norm[i]) ? float_from_bits(0x7fc00000u) : static_cast<float>(dissimilar ? -s : s);
    }
    return status::ok;
  }

 private:
  template <class Arch>
  struct rater_scratch {
    float *dot, *row;  // dot [N][M]
    double* given;

    rater_scratch(const inputs& in, workspace& memory) noexcept
        : dot(memory.take<float>(in.aligned.count, in.text.count)), row(memory.take<float>(in.text.count)), given(memory.take<double>(in.text.count)) {}
  };

  // The lengths of the other text rows become NaN: they do not count. Rows that are not finite, or padding, choose nobody.
  template <class Arch, class Scratch>
  static bool choose_raters(const inputs& in, workspace& memory, const Scratch& work) noexcept {
    const index_t n = in.aligned.count, m = in.text.count;
    const rater_scratch<Arch> asked(in, memory);
    similarity::sweep<Arch>(kernel::listed_rows{in.aligned, nullptr}, n, kernel::listed_rows{in.text, nullptr}, m, memory,
                            [&](index_t first, index_t row_count, index_t first_right, index_t columns, const float* dots, int) noexcept {
                              for (index_t i = first; i < first + row_count; ++i, dots += similarity::block_columns)
                                for (index_t j = 0; j < columns; ++j)
                                  asked.dot[static_cast<std::ptrdiff_t>(i) * m + first_right + j] = dots[j] * in.aligned.scale(i) * in.text.scale(first_right + j);
                            });
    if (memory.failed()) return false;
    double total = 0;
    index_t finite = 0;
    for (index_t j = 0; j < m; ++j) asked.given[j] = 0;
    for (index_t i = 0; i < n; ++i) {
      if (!is_finite(work.norm[i]) || (in.where.valid != nullptr && in.where.valid[i] == 0)) continue;
      for (index_t j = 0; j < m; ++j) asked.row[j] = is_finite(work.text_norm[j]) ? asked.dot[static_cast<std::ptrdiff_t>(i) * m + j] : float_from_bits(0x7fc00000u);
      kernel::softmax<Arch>(asked.row, m, 1.0f, nullptr);
      for (index_t j = 0; j < m; ++j) asked.given[j] += static_cast<double>(asked.row[j]);
    }
    for (index_t j = 0; j < m; ++j) {
      total += asked.given[j];
      finite += is_finite(work.text_norm[j]);
    }
    bool any = false;
    for (index_t j = 0; j < m; ++j) any = any || asked.given[j] * finite > total;
    for (index_t j = 0; any && j < m; ++j)
      if (!(asked.given[j] * finite > total)) work.text_norm[j] = float_from_bits(0x7fc00000u);
    return true;
  }

  template <class Arch>
  struct scratch {
    double* total;
    float *norm, *text_norm;

    scratch(const inputs& in, workspace& memory) noexcept
        : total(memory.take<double>(in.aligned.count)), norm(memory.take<float>(in.aligned.count)), text_norm(memory.take<float>(in.text.count)) {}
  };
};

using query_similarity = basic_query_similarity<match::best>;
using mean_query_similarity = basic_query_similarity<match::mean>;

}  // namespace score
}  // namespace v0_1
}  // namespace vtc
