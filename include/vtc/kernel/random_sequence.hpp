// Random numbers that are the same everywhere.
//
// Source: splitmix64, Steele, Lea and Flood 2014.
// Inputs: a seed, and which region draws, so that regions draw differently. Gives: next(), 32 bits; below(n), a whole number from 0 to n - 1.
// Order and ties: none. Cost: a few operations. Workspace: none. Errors: none.
#pragma once

#include "vtc/config.hpp"

namespace vtc {
inline namespace v0_1 {
namespace kernel {

class random_sequence {
 public:
  VTC_INLINE random_sequence(index_t seed, index_t region) noexcept
      : state_(static_cast<std::uint64_t>(static_cast<std::uint32_t>(seed)) + (static_cast<std::uint64_t>(static_cast<std::uint32_t>(region + 1)) << 32)) {}

  VTC_INLINE std::uint64_t next() noexcept {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (z ^ (z >> 31)) >> 32;
  }
  VTC_INLINE index_t below(index_t n) noexcept { return static_cast<index_t>(next() * static_cast<std::uint64_t>(n) >> 32); }

 private:
  std::uint64_t state_;
};

}  // namespace kernel
}  // namespace v0_1
}  // namespace vtc
