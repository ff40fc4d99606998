// The product of two f32 rows in f64, for the few products that a score needs outside the panels.
//
// Inputs: two rows of n floats. Gives: their sum of products: each product is exact, eight partial sums are added in a fixed order, so the bits are the
// same on every machine, fused or not. Order and ties: none. Cost: n multiply-adds in f64. Workspace: none. Errors: none.
#pragma once

#include "vtc/config.hpp"

namespace vtc {
inline namespace v0_1 {
namespace kernel {

template <class Arch>
double dot_exact(const float* a, const float* b, index_t n) noexcept {
  constexpr index_t parts = 8;
  double sum[static_cast<std::size_t>(parts)] = {};
  index_t i = 0;
  for (; i + parts <= n; i += parts)
    for (index_t k = 0; k < parts; ++k) sum[k] += static_cast<double>(a[i + k]) * static_cast<double>(b[i + k]);
  for (index_t k = 0; i < n; ++i, ++k) sum[k] += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  double all = 0;
  for (const double s : sum) all += s;
  return all;
}

}  // namespace kernel
}  // namespace v0_1
}  // namespace vtc
