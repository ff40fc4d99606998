// The most multiply-adds that this core can do: chains that do not wait for each other, in registers, no subnormal numbers.
#pragma once

#include <utility>

#include "vtc/kernel/arch.hpp"

namespace limit {

namespace detail {
template <class Arch, std::size_t... Chain>
float run_chains(long rounds, float factor, float term, std::index_sequence<Chain...>) {
  using vector = vtc::kernel::f32_vector<Arch>;
  vector sum[] = {vector::broadcast(static_cast<float>(Chain))...};
  const vector f = vector::broadcast(factor), t = vector::broadcast(term);
  for (long i = 0; i < rounds; ++i) ((sum[Chain] = vtc::kernel::multiply_add<Arch>(sum[Chain], f, t)), ...);
  for (std::size_t k = 1; k < sizeof...(Chain); ++k) sum[0] = sum[0] + sum[k];
  float lanes[static_cast<std::size_t>(vector::size)];
  sum[0].store(lanes);
  return lanes[0];
}
inline volatile float factor = 0.999f, term = 0.5f, sum;  // unknown to the compiler
}  // namespace detail

inline constexpr double chunk = 4 << 20;  // multiply-adds of one run: long enough to be timed, short enough to be repeated often

// One run of the chunk. Each chain tends to 500.
template <class Arch = vtc::default_arch>
void run_fma_chunk() {
  constexpr std::size_t chains = 12;
  constexpr auto rounds = static_cast<long>(chunk / static_cast<double>(chains * static_cast<std::size_t>(vtc::kernel::f32_vector<Arch>::size)));
  detail::sum = detail::run_chains<Arch>(rounds, detail::factor, detail::term, std::make_index_sequence<chains>{});
}

}  // namespace limit
