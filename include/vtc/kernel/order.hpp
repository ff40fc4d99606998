// The k best scores, and the order of all of them, without comparing one row with another.
//
// Source: radix selection, bisection of the bits of a key, and least-significant-digit radix sort.
// Inputs: scores indexed by source row, and the rows that compete, in the order that decides ties.
// Gives: rank_key, an integer that grows with the score; select_top marks the k best; sort_descending orders a list, best first.
// Order and ties: higher score first, of equal scores the earlier in the list; -0 equals 0; NaN ranks below -infinity.
// Cost: O(n). Workspace: 6 KB of stack; sort_descending takes scratch from its caller. Errors: none.
#pragma once

#include <cstring>

#include "vtc/view/element.hpp"

namespace vtc {
inline namespace v0_1 {
namespace kernel {

VTC_INLINE std::uint32_t rank_key(float score) noexcept {
  const std::uint32_t bits = bits_of(score), magnitude = bits & 0x7fffffffu;
  const std::uint32_t key = (bits >> 31) != 0 ? 0x80000000u - magnitude : 0x80000000u + magnitude;  // both zeros: the middle
  return magnitude > 0x7f800000u ? 0 : key;
}

namespace detail {

// Which keys are still in question: those whose bits under `known` are those of `prefix`.
struct key_range {
  std::uint32_t known, prefix;

  VTC_INLINE bool holds(std::uint32_t key) const noexcept { return (key & known) == prefix; }
};

// A copy of the keys in question, once they are few. Filled up with zeros, so that it is counted in whole blocks.
struct key_list {
  static constexpr index_t room = 1024, block = 64;
  std::uint32_t key[room + block];
  index_t count;
};

template <class Arch>
void copy_keys(const float* score, const index_t* candidate, index_t n, key_range range, key_list& list) noexcept {
  index_t count = 0;
  for (index_t i = 0; i < n; ++i) {
    const std::uint32_t key = rank_key(score[candidate[i]]);
    list.key[count] = key;
    count += range.holds(key);
  }
  list.count = count;
  std::memset(list.key + count, 0, sizeof(std::uint32_t) * key_list::block);
}

template <class Arch>
index_t count_at_least(const key_list& list, std::uint32_t bound) noexcept {
  index_t count = 0;
  for (index_t first = 0; first < list.count; first += key_list::block)
    for (index_t i = 0; i < key_list::block; ++i) count += list.key[first + i] >= bound;
  return count;
}

// Narrows the range by one digit of at most 8 bits; k becomes the place wanted inside it. Returns how many keys are left.
template <class Arch>
index_t narrow_by_digit(const float* score, const index_t* candidate, index_t n, std::uint32_t differ, key_range& range,
                        index_t& k) noexcept {
  int top = 31;
  while ((differ >> top) == 0) --top;
  const int shift = top > 7 ? top - 7 : 0;
  index_t count[2][256];  // neighbours often share a digit: two tables, so that a count need not wait for the one before
  std::memset(count, 0, sizeof count);
  for (index_t i = 0; i < n; ++i) {
    const std::uint32_t key = rank_key(score[candidate[i]]);
    if (range.holds(key)) ++count[i & 1][(key >> shift) & 255u];
  }
  std::uint32_t digit = 255;
  while (k > count[0][digit] + count[1][digit]) {
    k -= count[0][digit] + count[1][digit];
    --digit;
  }
  range.prefix |= digit << shift;
  range.known |= 255u << shift;
  return count[0][digit] + count[1][digit];
}

// The bound that the k best keys reach: exactly k do, or more where the k-th best key, which is then the bound, has equals. 0 < k <= n.
template <class Arch>
std::uint32_t bound_of_best(const float* score, const index_t* candidate, index_t n, index_t k) noexcept {
  std::uint32_t any = 0, all = ~0u;
  for (index_t i = 0; i < n; ++i) {
    const std::uint32_t key = rank_key(score[candidate[i]]);
    any |= key;
    all &= key;
  }
  std::uint32_t differ = any & ~all;
  key_range range{~differ, all};
  for (index_t left = n; left > key_list::room && differ != 0; differ &= ~range.known)
    left = narrow_by_digit<Arch>(score, candidate, n, differ, range, k);
  if (differ == 0) return range.prefix;
  key_list list;
  copy_keys<Arch>(score, candidate, n, range, list);
  std::uint32_t bound = range.prefix;
  for (int bit = 31; bit >= 0; --bit) {
    if (((differ >> bit) & 1u) == 0) continue;
    const std::uint32_t probe = bound | 1u << bit;
    const index_t reach = count_at_least<Arch>(list, probe);
    if (reach >= k) bound = probe;
    if (reach == k) break;
  }
  return bound;
}

}  // namespace detail

// taken[i] = 1 for the k best of score[candidate[0..n)], else 0.
template <class Arch>
void select_top(const float* score, const index_t* candidate, index_t n, index_t k, std::uint8_t* taken) noexcept {
  if (n <= 0) return;
  if (k <= 0 || k >= n) {
    std::memset(taken, k > 0 ? 1 : 0, static_cast<std::size_t>(n));
    return;
  }
  const std::uint32_t bound = detail::bound_of_best<Arch>(score, candidate, n, k);
  index_t reach = 0;
  for (index_t i = 0; i < n; ++i) {
    const bool reaches = rank_key(score[candidate[i]]) >= bound;
    taken[i] = static_cast<std::uint8_t>(reaches);
    reach += reaches;
  }
  for (index_t i = n - 1; reach > k; --i) {  // the last of those that are equal to the bound
    const bool goes = rank_key(score[candidate[i]]) == bound;
    if (goes) taken[i] = 0;
    reach -= goes;
  }
}

// Orders list[0..n) by score[list[i]], best first; of equal scores the one that stood earlier.
template <class Arch>
void sort_descending(const float* score, index_t* list, index_t n, index_t* scratch_index /*[n]*/,
                     std::uint32_t* scratch_key /*[2n]*/) noexcept {
  std::uint32_t *key = scratch_key, *next_key = scratch_key + n, any = 0, all = ~0u;
  for (index_t i = 0; i < n; ++i) {
    key[i] = ~rank_key(score[list[i]]);  // ascending from here on
    any |= key[i];
    all &= key[i];
  }
  index_t *from = list, *to = scratch_index;
  for (int shift = 0; shift < 32; shift += 8) {
    if ((((any & ~all) >> shift) & 255u) == 0) continue;  // one digit for all: nothing to move
    index_t place[256];
    std::memset(place, 0, sizeof place);
    for (index_t i = 0; i < n; ++i) ++place[(key[i] >> shift) & 255u];
    for (index_t digit = 0, sum = 0; digit < 256; ++digit) {
      const index_t here = place[digit];
      place[digit] = sum;
      sum += here;
    }
    for (index_t i = 0; i < n; ++i) {
      const index_t at = place[(key[i] >> shift) & 255u]++;
      next_key[at] = key[i];
      to[at] = from[i];
    }
    std::uint32_t* const done_key = key;
    key = next_key;
    next_key = done_key;
    index_t* const done = from;
    from = to;
    to = done;
  }
  if (from != list) std::memcpy(list, from, sizeof(index_t) * static_cast<std::size_t>(n));
}

}  // namespace kernel
}  // namespace v0_1
}  // namespace vtc
