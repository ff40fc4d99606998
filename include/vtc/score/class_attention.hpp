// How much attention each row gets from the class token, or, where an encoder has none, from all query rows.
//
// Source: FasterVLM, Zhang et al. 2024; VisionZip, Yang et al. 2024 (the dominant tokens).
// Inputs: attention [H,Q,N] after the softmax, f32, f16 or bf16; class_row names the query row, none means all of them.
// Gives: score [N], the mean over heads (and query rows). Weights that are not finite count as 0; padding query rows do not count.
// Order and ties: sums run in f64, heads first, then queries, in index order: the same scores on every machine.
// Cost: H N (H Q N without a class row), at the speed of memory. Workspace: 6 KB of stack. Errors: needs_attention; shapes_differ, bad_index, unknown_element from the door.
#pragma once

#include "vtc/inputs.hpp"
#include "vtc/kernel/widen.hpp"
#include "vtc/workspace.hpp"

namespace vtc {
inline namespace v0_1 {
namespace score {

namespace detail {

// sum += weights that are finite, a vector at a time: the others become +0 by their exponent bits, which no compiler flag can undo.
template <class Arch>
VTC_INLINE void add_finite(const void* weights, index_t n, double* sum) noexcept {
  const auto* weight = static_cast<const std::byte*>(weights);  // at any address
  index_t i = 0;
  if constexpr (!kernel::is_scalar<Arch>) {
    constexpr index_t size = kernel::f32_vector<Arch>::size / 2;  // as many as there are doubles in a register
    using lanes = kernel::detail::lanes<size>;
    using f64 = typename lanes::f64;
    for (; i + size <= n; i += size) {
      auto bits = kernel::detail::load_bits<typename lanes::u32>(weight + 4 * i);
      bits &= kernel::detail::same_bits<typename lanes::u32>((bits & 0x7f800000u) != 0x7f800000u);
      const f64 total =
          kernel::detail::load_bits<f64>(sum + i) + __builtin_convertvector(kernel::detail::same_bits<typename lanes::f32>(bits), f64);
      std::memcpy(sum + i, &total, sizeof total);
    }
  }
  for (; i < n; ++i) {
    const auto w = kernel::detail::load_bits<float>(weight + 4 * i);
    sum[i] += is_finite(w) ? static_cast<double>(w) : 0.0;
  }
}

}  // namespace detail

// Mean over heads and the query rows from first to last - 1. Every task has columns of its own, so threads change no sum.
template <class Arch>
struct mean_attention {
  const attention_weights& weights;
  index_t first, last;
  const std::uint8_t* valid_query;  // or null
  float* score;

  static constexpr index_t block = 512;

  void run(const executor& threads) const noexcept {
    const index_t tasks = (weights.keys + block - 1) / block;
    if (threads.lane_count() > 1 && tasks > 1) {
      threads.run(
          threads.context, tasks, [](void* self, int task) { static_cast<const mean_attention*>(self)->columns(task * block); },
          const_cast<mean_attention*>(this));
    } else {
      for (index_t task = 0; task < tasks; ++task) columns(task * block);
    }
  }

 private:
  void columns(index_t column) const noexcept {
    const attention_weights& a = weights;
    const index_t n = a.keys - column < block ? a.keys - column : block;
    double sum[static_cast<std::size_t>(block)];
    float widened[static_cast<std::size_t>(block)];
    for (index_t i = 0; i < n; ++i) sum[i] = 0;
    index_t counted = 0;
    for (index_t h = 0; h < a.heads; ++h)
      for (index_t q = first; q < last; ++q) {
        if (valid_query != nullptr && valid_query[q] == 0) continue;
        const void* row = static_cast<const std::byte*>(a.row(h, q)) + sizeof(float) * static_cast<std::size_t>(column);
        if (a.type != element::f32) {
          kernel::widen<Arch>(a.row(h, q), a.type, 0, column, n, widened);
          row = widened;
        }
        detail::add_finite<Arch>(row, n, sum);
        ++counted;
      }
    for (index_t i = 0; i < n; ++i) score[column + i] = counted > 0 ? static_cast<float>(sum[i] / counted) : 0.0f;
  }
};

struct class_attention {
  static constexpr input needs = input::attention;

  template <class Arch>
  status operator()(const inputs& in, workspace& memory, float* score, Arch) const noexcept {
    const attention_weights& a = in.attention;
    const bool square = a.queries == in.where.count;  // then query rows are the token rows, and padding among them is known
    const index_t first = a.class_row == none ? 0 : a.class_row, last = a.class_row == none ? a.queries : a.class_row + 1;
    mean_attention<Arch>{a, first, last, square && a.class_row == none ? in.where.valid : nullptr, score}.run(memory.threads);
    return status::ok;
  }
};

}  // namespace score
}  // namespace v0_1
}  // namespace vtc
