// Bytes that have to move: read and written once, nothing computed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "vtc/kernel/arch.hpp"

namespace limit {

namespace detail {
// A vector of the width that kernels use; integers, since any bytes may be read.
typedef std::uint32_t words __attribute__((vector_size(4 * vtc::kernel::f32_vector<vtc::default_arch>::size)));

inline words load(const unsigned char* p) {
  words w;
  std::memcpy(&w, p, sizeof w);
  return w;
}

inline words read_all(const unsigned char* p, std::size_t n) {
  constexpr std::size_t step = sizeof(words);
  words a{}, b{}, c{}, d{};
  std::size_t i = 0;
  for (; i + 4 * step <= n; i += 4 * step) {
    a |= load(p + i);
    b |= load(p + i + step);
    c |= load(p + i + 2 * step);
    d |= load(p + i + 3 * step);
  }
  for (; i + step <= n; i += step) a |= load(p + i);
  return (a | b) | (c | d);
}
inline volatile std::uint32_t seen;  // or the compiler would read nothing
}  // namespace detail

// Reads and writes so many bytes, a stretch of both after the other, as a kernel does that can avoid neither.
inline void move_bytes(const void* in, std::size_t read, void* out, std::size_t written) {
  constexpr std::size_t step = sizeof(detail::words), stretch = 8192;
  const std::size_t stretches = (read > written ? read : written) / stretch + 1;
  const auto* from = static_cast<const unsigned char*>(in);
  auto* to = static_cast<unsigned char*>(out);
  detail::words all{};
  for (std::size_t s = 0; s < stretches; ++s) {
    const std::size_t r0 = read * s / stretches, r1 = read * (s + 1) / stretches, w0 = written * s / stretches, w1 = written * (s + 1) / stretches;
    all |= detail::read_all(from + r0, r1 - r0);
    for (std::size_t i = w0; i + step <= w1; i += step) std::memcpy(to + i, &all, step);
  }
  detail::seen = all[0];
}

}  // namespace limit
