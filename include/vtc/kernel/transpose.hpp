// As many rows as a vector has lanes, turned on their side: four columns of all of them, one vector each.
//
// Inputs: rows of f32, any alignment; a first column. Gives: four vectors; lane r of the c-th is row[r][first + c].
// Order and ties: none. Cost: 4 instructions a column. Workspace: none. Errors: none.
#pragma once

#include <utility>

#include "vtc/kernel/arch.hpp"

namespace vtc {
inline namespace v0_1 {
namespace kernel {

template <class Arch>
struct four_columns {
  f32_vector<Arch> first, second, third, fourth;
};

namespace detail {

template <std::size_t N>
struct floats {
  typedef float type __attribute__((vector_size(4 * N)));
};

// Four lanes of each of N / 4 rows, four rows apart, side by side.
template <class Arch, std::size_t N>
VTC_INLINE typename floats<N>::type quarters(const float* const* row, index_t k) noexcept {
  if constexpr (N == 4) {
    typename floats<4>::type v;
    std::memcpy(&v, row[0] + k, sizeof v);
    return v;
  } else if constexpr (N == 8) {
    return __builtin_shufflevector(quarters<Arch, 4>(row, k), quarters<Arch, 4>(row + 4, k), 0, 1, 2, 3, 4, 5, 6, 7);
  } else {
    return __builtin_shufflevector(quarters<Arch, 8>(row, k), quarters<Arch, 8>(row + 8, k), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  }
}

// Every four lanes by themselves: a0 b0 a1 b1 (From 0) or a2 b2 a3 b3 (From 2); a0 a1 b0 b1 or a2 a3 b2 b3.
template <class Arch, std::size_t From, class V, std::size_t... Lane>
VTC_INLINE V alternate(V a, V b, std::index_sequence<Lane...>) noexcept {
  return __builtin_shufflevector(a, b, (Lane / 4 * 4 + From + Lane % 4 / 2 + Lane % 2 * sizeof...(Lane))...);
}
template <class Arch, std::size_t From, class V, std::size_t... Lane>
VTC_INLINE V join_halves(V a, V b, std::index_sequence<Lane...>) noexcept {
  return __builtin_shufflevector(a, b, (Lane / 4 * 4 + From + Lane % 2 + Lane % 4 / 2 * sizeof...(Lane))...);
}

template <class Arch, class V>
VTC_INLINE f32_vector<Arch> as_vector(V v) noexcept {
  return f32_vector<Arch>::load(reinterpret_cast<const float*>(&v));
}

}  // namespace detail

template <class Arch>
VTC_INLINE four_columns<Arch> turn(const float* const* row, index_t first) noexcept {
  constexpr auto n = static_cast<std::size_t>(f32_vector<Arch>::size);
  if constexpr (n == 1) {
    using vector = f32_vector<Arch>;
    const float* p = row[0] + first;
    return {vector::load(p), vector::load(p + 1), vector::load(p + 2), vector::load(p + 3)};
  } else {
    using lanes = std::make_index_sequence<n>;
    const auto a = detail::quarters<Arch, n>(row, first), b = detail::quarters<Arch, n>(row + 1, first);
    const auto c = detail::quarters<Arch, n>(row + 2, first), d = detail::quarters<Arch, n>(row + 3, first);
    const auto ab = detail::alternate<Arch, 0>(a, b, lanes{}), ab_end = detail::alternate<Arch, 2>(a, b, lanes{});
    const auto cd = detail::alternate<Arch, 0>(c, d, lanes{}), cd_end = detail::alternate<Arch, 2>(c, d, lanes{});
    return {detail::as_vector<Arch>(detail::join_halves<Arch, 0>(ab, cd, lanes{})), detail::as_vector<Arch>(detail::join_halves<Arch, 2>(ab, cd, lanes{})),
            detail::as_vector<Arch>(detail::join_halves<Arch, 0>(ab_end, cd_end, lanes{})), detail::as_vector<Arch>(detail::join_halves<Arch, 2>(ab_end, cd_end, lanes{}))};
  }
}

}  // namespace kernel
}  // namespace v0_1
}  // namespace vtc
