// GELU, x times the normal distribution function of x, n values in place.
//
// Source: Hendrycks and Gimpel 2016; the error function by formula 7.1.26 of Abramowitz and Stegun 1964.
// Inputs: n floats. Gives: 0.5 x (1 + erf(x / sqrt 2)) to about 2e-7 of |x|; NaN for NaN. Order and ties: the same bits on every instruction set.
// Cost: about 40 instructions a vector. Workspace: none. Errors: none.
#pragma once

#include "vtc/kernel/exponential.hpp"

namespace vtc {
inline namespace v0_1 {
namespace kernel {

template <class Arch>
f32_vector<Arch> gelu(f32_vector<Arch> x) noexcept {
  using vector = f32_vector<Arch>;
  const vector zero = vector::zero(), one = vector::broadcast(1.0f), minus_half = vector::broadcast(-0.5f);
  const vector size = choose<Arch>(greater<Arch>(zero, x), zero - x, x);
  const vector t = one / exact_multiply_add<Arch>(size, vector::broadcast(0.3275911f * 0.70710678118654752f), one);
  vector p = vector::broadcast(1.061405429f);
  constexpr float coefficients[] = {-1.453152027f, 1.421413741f, -0.284496736f, 0.254829592f, 0.0f};
  for (const float c : coefficients) p = exact_multiply_add<Arch>(p, t, vector::broadcast(c));
  const vector e = exponential<Arch>(size * (size * minus_half)), half = x * vector::broadcast(0.5f);  // p e = 1 - erf(|x| / sqrt 2)
  return choose<Arch>(greater<Arch>(zero, x), half * (p * e), half * exact_multiply_add<Arch>(zero - p, e, vector::broadcast(2.0f)));
}

template <class Arch>
void gelu(float* x, index_t n) noexcept {
  using vector = f32_vector<Arch>;
  index_t i = 0;
  for (; i + vector::size <= n; i += vector::size) gelu<Arch>(vector::load(x + i)).store(x + i);
  if (i == n) return;
  float last[static_cast<std::size_t>(vector::size)] = {};
  for (index_t k = 0; i + k < n; ++k) last[k] = x[i + k];
  gelu<Arch>(vector::load(last)).store(last);
  for (index_t k = 0; i + k < n; ++k) x[i + k] = last[k];
}

}  // namespace kernel
}  // namespace v0_1
}  // namespace vtc
