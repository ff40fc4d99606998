// How similar each row is to the text: the mean over all text rows, or the best of them.
//
// Source: the relevance of CDPruner, Zhang et al. 2025 (mean), and TRIM, Song et al. 2024.
// Inputs: aligned [N,E], the token features in the space of the text, and text [M,E], M may be 0 (then every score is 0).
// Options: match = best or mean; relevance = similar, or dissimilar for encoders whose patch and text features are turned around.
// Gives: score [N] in [-1, 1]: cosines, negated for dissimilar. A row that is not finite scores NaN; text rows that are not finite do not count.
// Order and ties: the mean adds the text rows in order, in f64. Cost: N M E. Workspace: 12 N + 4 M bytes, 64 E floats and a tile.
// Errors: needs_aligned, needs_text, shapes_differ, out_of_memory.
#pragma once

#include <cmath>

#include "vtc/inputs.hpp"
#include "vtc/kernel/row_source.hpp"
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
  bool dissimilar = false;

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("match", self.how, matches, "best text row, or the mean of all");
    visit("dissimilar", self.dissimilar, "prefer the rows that are least similar");
  }

  template <class Arch>
  void measure(const inputs& in, workspace& memory, Arch) const noexcept {
    if (in.text.count <= 0) return;
    (void)scratch<Arch>(in, memory);
    const std::size_t here = memory.mark();
    (void)memory.take<float>(kernel::squared_norms_scratch<Arch>(in.aligned.width, memory.threads.lane_count()));
    memory.rewind(here);
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
    index_t counted = 0;
    for (index_t j = 0; j < m; ++j) counted += is_finite(work.text_norm[j]);
    for (index_t i = 0; i < n; ++i) work.total[i] = how == match::mean ? 0.0 : -2.0;
    similarity::sweep<Arch>(left, n, right, m, memory, [&](index_t first_left, index_t row_count, index_t first_right, index_t columns, const float* dots, int) noexcept {
      const float* text_norm = work.text_norm + first_right;
      for (index_t i = first_left; i < first_left + row_count; ++i, dots += similarity::block_columns) {
        double cosine[static_cast<std::size_t>(similarity::block_columns)];
        similarity::cosines_of<Arch>(dots, work.norm[i], text_norm, columns, cosine);
        for (index_t j = 0; j < columns; ++j) {
          if (!is_finite(text_norm[j])) continue;
          if (how == match::mean) work.total[i] += cosine[j];
          else if (cosine[j] > work.total[i]) work.total[i] = cosine[j];
        }
      }
    });
    if (memory.failed()) return status::out_of_memory;
    for (index_t i = 0; i < n && counted > 0; ++i) {
      const double s = how == match::mean ? work.total[i] / counted : work.total[i];
      score[i] = !is_finite(work.norm[i]) ? float_from_bits(0x7fc00000u) : static_cast<float>(dissimilar ? -s : s);
    }
    return status::ok;
  }

 private:
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
