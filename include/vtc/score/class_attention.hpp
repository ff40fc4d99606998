// How much attention each row gets from the class token, or, where an encoder has none, from all query rows.
//
// Source: FasterVLM, Zhang et al. 2024; VisionZip, Yang et al. 2024 (the dominant tokens).
// Inputs: attention [H,Q,N] after the softmax, f32, f16 or bf16; class_row names the query row, none means all of them.
// Gives: score [N], the mean over heads (and query rows). Weights that are not finite count as 0; padding query rows do not count.
// Order and ties: sums run in f64, heads first, then queries, in index order: the same scores on every machine.
// Cost: H N (H Q N without a class row). Workspace: none. Errors: needs_attention; shapes_differ, bad_index, unknown_element from the door.
#pragma once

#include "vtc/inputs.hpp"
#include "vtc/kernel/widen.hpp"
#include "vtc/workspace.hpp"

namespace vtc {
inline namespace v0_1 {
namespace score {

// Mean over heads and the chosen query rows. first and last bound the query rows.
template <class Arch>
void mean_attention(const attention_weights& a, index_t first, index_t last, const std::uint8_t* valid_query, float* score) noexcept {
  constexpr index_t block = 64;
  for (index_t column = 0; column < a.keys; column += block) {
    const index_t n = a.keys - column < block ? a.keys - column : block;
    double sum[static_cast<std::size_t>(block)] = {};
    index_t counted = 0;
    for (index_t h = 0; h < a.heads; ++h)
      for (index_t q = first; q < last; ++q) {
        if (valid_query != nullptr && valid_query[q] == 0) continue;
        float weight[static_cast<std::size_t>(block)];
        kernel::widen<Arch>(a.row(h, q), a.type, 0, column, n, weight);
        for (index_t i = 0; i < n; ++i) sum[i] += is_finite(weight[i]) ? static_cast<double>(weight[i]) : 0.0;
        ++counted;
      }
    for (index_t i = 0; i < n; ++i) score[column + i] = counted > 0 ? static_cast<float>(sum[i] / counted) : 0.0f;
  }
}

struct class_attention {
  static constexpr input needs = input::attention;

  template <class Arch>
  status operator()(const inputs& in, workspace&, float* score, Arch) const noexcept {
    const attention_weights& a = in.attention;
    const bool square = a.queries == in.where.count;  // then query rows are the token rows, and padding among them is known
    const index_t first = a.class_row == none ? 0 : a.class_row, last = a.class_row == none ? a.queries : a.class_row + 1;
    mean_attention<Arch>(a, first, last, square && a.class_row == none ? in.where.valid : nullptr, score);
    return status::ok;
  }
};

}  // namespace score
}  // namespace v0_1
}  // namespace vtc
