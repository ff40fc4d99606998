// Seeded token fields for tests, made of integers so that every compiler and machine gets the same bits.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "vtc/view/rows.hpp"

namespace input {

class generator {
 public:
  explicit generator(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 0x2545f4914f6cdd1du) {}
  std::uint32_t next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<std::uint32_t>(state_ >> 32);
  }
  int below(int n) { return static_cast<int>(next() % static_cast<std::uint32_t>(n)); }
  float value() { return static_cast<float>(below(2001) - 1000) / 512.0f; }

 private:
  std::uint64_t state_;
};

inline std::vector<float> random_rows(int count, int width, std::uint64_t seed) {
  generator g(seed);
  std::vector<float> x(static_cast<std::size_t>(count) * static_cast<std::size_t>(width));
  for (float& v : x) v = g.value();
  return x;
}

// Rows around a few centres, as neighbouring patches of a picture are.
inline std::vector<float> clustered_rows(int count, int width, int centres, std::uint64_t seed) {
  const std::vector<float> centre = random_rows(centres, width, seed + 77);
  generator g(seed);
  std::vector<float> x(static_cast<std::size_t>(count) * static_cast<std::size_t>(width));
  for (int r = 0; r < count; ++r) {
    const int c = g.below(centres);
    for (int k = 0; k < width; ++k)
      x[static_cast<std::size_t>(r * width + k)] = centre[static_cast<std::size_t>(c * width + k)] + g.value() / 8;
  }
  return x;
}

inline std::vector<std::uint16_t> as_half(const std::vector<float>& x) {
  std::vector<std::uint16_t> h;
  for (float v : x) h.push_back(vtc::half_from_float(v));
  return h;
}
inline std::vector<std::uint16_t> as_bfloat16(const std::vector<float>& x) {
  std::vector<std::uint16_t> h;
  for (float v : x) h.push_back(vtc::bfloat16_from_float(v));
  return h;
}

// The same rows at another byte address and stride, the gaps filled with a bit pattern that is a NaN.
struct spread_rows {
  std::vector<unsigned char> bytes;
  vtc::rows view{};
};
inline spread_rows spread(const vtc::rows& x, std::ptrdiff_t stride, std::size_t offset) {
  spread_rows s;
  s.bytes.assign(static_cast<std::size_t>(stride) * static_cast<std::size_t>(x.count) + offset, 0xff);
  const std::size_t row_bytes = vtc::size_of(x.type) * static_cast<std::size_t>(x.width);
  for (int r = 0; r < x.count; ++r) std::memcpy(s.bytes.data() + offset + static_cast<std::size_t>(stride * r), x.row(r), row_bytes);
  s.view = x;
  s.view.data = s.bytes.data() + offset;
  s.view.stride = stride;
  return s;
}

}  // namespace input
