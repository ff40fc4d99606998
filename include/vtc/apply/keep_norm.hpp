// A weighted sum, stretched to the length of its longest member.
//
// Source: norm-preserving average of ToFu, Kim et al. 2024.
// Inputs: rows; source [n], n >= 1; weight [n] or null (1 each). Gives: one row of f32, f16 or bf16.
// Order and ties: entry order. A sum of length 0 stays as it is, and so does one whose stretch is not finite. Lengths are sums of exact
// squares in f64, eight side by side in the order of the columns: the same bits wherever the weighted sum has the same.
// Cost: every row is read three times. Workspace: 1 KB of stack. Errors: none.
#pragma once

#include <cmath>

#include "vtc/kernel/mix_rows.hpp"

namespace vtc {
inline namespace v0_1 {
namespace detail {

struct squared_length {
  static constexpr index_t block = 256;
  double part[8] = {};

  // n a multiple of 8, but for the last call. The products are exact, so it is one whether the compiler fuses them with the sums.
  VTC_INLINE void add(const float* value, index_t n) noexcept {
    double sum[8];
    std::memcpy(sum, part, sizeof sum);
    index_t c = 0;
    for (; c + 8 <= n; c += 8)
      for (index_t i = 0; i < 8; ++i) sum[i] += static_cast<double>(value[c + i]) * static_cast<double>(value[c + i]);
    for (index_t i = 0; c + i < n; ++i) sum[i] += static_cast<double>(value[c + i]) * static_cast<double>(value[c + i]);
    std::memcpy(part, sum, sizeof sum);
  }
  VTC_INLINE double total() const noexcept {
    return ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]));
  }
};

}  // namespace detail

template <class Arch>
void keep_norm_rows(const rows& in, const index_t* source, const float* weight, index_t n, element to, void* out) noexcept {
  float value[detail::squared_length::block];
  double longest = 0;
  for (index_t e = 0; e < n; ++e) {
    detail::squared_length length{};
    for (index_t c = 0; c < in.width; c += detail::squared_length::block) {
      const index_t columns = in.width - c < detail::squared_length::block ? in.width - c : detail::squared_length::block;
      kernel::widen<Arch>(in.row(source[e]), in.type, in.quant.zero_point, c, columns, value);
      length.add(value, columns);
    }
    const double scale = static_cast<double>(in.scale(source[e])), squared = length.total() * scale * scale;
    longest = squared > longest ? squared : longest;
  }
  detail::squared_length length{};
  for (index_t c = 0; c < in.width; c += detail::squared_length::block) {
    const index_t columns = in.width - c < detail::squared_length::block ? in.width - c : detail::squared_length::block;
    kernel::mix_rows<Arch>(in.columns(c, columns), source, weight, n, 1.0f, element::f32, value);
    length.add(value, columns);
  }
  const auto stretch = static_cast<float>(std::sqrt(longest / length.total()));
  kernel::mix_rows<Arch>(in, source, weight, n, is_finite(stretch) ? stretch : 1.0f, to, out);
}

}  // namespace v0_1
}  // namespace vtc
