// How much of the text's attention each row gets: the softmax over the rows of their product with the text.
//
// Source: TRIM, Song et al. 2024, which takes the softmax of the negative product.
// Inputs: aligned [N,E], the token features in the space of the text, and text [M,E]; several text rows: their mean product. Not normalised.
// Options: relevance = similar or dissimilar (unset: similar; as published: dissimilar). Gives: score [N], summing to 1 over the valid rows; 0 for a row
// that is not finite; all equal without text. Order and ties: sums run in f64 in a fixed order. Cost: 2 N M E. Workspace: 4 E (M + 1) bytes.
// Errors: needs_aligned, needs_text, shapes_differ, out_of_memory.
#pragma once

#include "vtc/option.hpp"
#include "vtc/score/query_attention.hpp"
#include "vtc/score/relevance.hpp"

namespace vtc {
inline namespace v0_1 {
namespace score {

struct text_attention {
  static constexpr input needs = input::aligned | input::text;
  relevance sign = relevance::by_default;

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("relevance", self.sign, relevances, "which rows matter (unset: similar ones; as published: dissimilar ones)");
  }
  VTC_INLINE text_attention as_published() const noexcept { return {sign == relevance::by_default ? relevance::dissimilar : sign}; }

  template <class Arch>
  void measure(const inputs& in, workspace& memory, Arch) const noexcept {
    (void)memory.take<float>(in.aligned.width);
    (void)memory.take<float>(in.aligned.width);
    (void)memory.take<double>(in.aligned.width);
  }

  template <class Arch>
  status operator()(const inputs& in, workspace& memory, float* score, Arch) const noexcept {
    const index_t n = in.aligned.count, width = in.aligned.width;
    float *text = memory.take<float>(width), *row = memory.take<float>(width);
    double* sum = memory.take<double>(width);
    if (memory.failed()) return status::out_of_memory;
    for (index_t c = 0; c < width; ++c) sum[c] = 0;
    for (index_t m = 0; m < in.text.count; ++m) {
      const float* from = detail::scaled_row<Arch>(in.text, m, row);
      for (index_t c = 0; c < width; ++c) sum[c] += static_cast<double>(from[c]);
    }
    for (index_t c = 0; c < width; ++c) text[c] = in.text.count > 0 ? static_cast<float>(sum[c] / in.text.count) : 0.0f;
    for (index_t i = 0; i < n; ++i) {
      const double product = kernel::dot_exact<Arch>(detail::scaled_row<Arch>(in.aligned, i, row), text, width);
      score[i] = static_cast<float>(sign == relevance::dissimilar ? -product : product);
    }
    kernel::softmax<Arch>(score, n, 1.0f, in.where.valid);
    return status::ok;
  }
};

}  // namespace score
}  // namespace v0_1
}  // namespace vtc
