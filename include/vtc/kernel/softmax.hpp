// The softmax of n logits in place, rows that do not count left out.
//
// Inputs: n logits, a factor above 0 on them, and a mask (null: all count; else 0 takes a row out). Gives: exp(factor * (x - largest)) / sum, 0 where a row does not
// count or its logit is not finite; all 0 when none is left. Order and ties: the sum runs in f64 in index order. Cost: one exponential a row, done once.
// Workspace: none. Errors: none.
#pragma once

#include "vtc/kernel/exponential.hpp"

namespace vtc {
inline namespace v0_1 {
namespace kernel {

// exp(factor * (x - top)), n values in place.
template <class Arch>
void exponentials(float* x, index_t n, float top, float factor) noexcept {
  using vector = f32_vector<Arch>;
  const vector largest = vector::broadcast(top), scale = vector::broadcast(factor);
  index_t i = 0;
  for (; i + vector::size <= n; i += vector::size) exponential<Arch>((vector::load(x + i) - largest) * scale).store(x + i);
  if (i == n) return;
  float last[static_cast<std::size_t>(vector::size)] = {};
  for (index_t k = 0; i + k < n; ++k) last[k] = x[i + k];
  exponential<Arch>((vector::load(last) - largest) * scale).store(last);
  for (index_t k = 0; i + k < n; ++k) x[i + k] = last[k];
}

template <class Arch>
void softmax(float* x, index_t n, float factor, const std::uint8_t* counts) noexcept {
  const float lowest = float_from_bits(0xff800000u);
  float largest = lowest;
  for (index_t i = 0; i < n; ++i) {
    if (!is_finite(x[i]) || (counts != nullptr && counts[i] == 0)) x[i] = lowest;
    largest = x[i] > largest ? x[i] : largest;
  }
  if (largest > lowest) exponentials<Arch>(x, n, largest, factor);  // of the lowest: 0
  double sum = 0;
  for (index_t i = 0; i < n; ++i) sum += static_cast<double>(x[i] > 0 ? x[i] : 0);
  const double inverse = sum > 0 ? 1.0 / sum : 0.0;
  for (index_t i = 0; i < n; ++i) x[i] = x[i] > 0 ? static_cast<float>(static_cast<double>(x[i]) * inverse) : 0.0f;
}

}  // namespace kernel
}  // namespace v0_1
}  // namespace vtc
