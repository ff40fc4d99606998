// What a test of a host's view asks again and again.
#pragma once

#include <numeric>
#include <vector>

#include "catch.hpp"
#include "vtc/view/attention.hpp"
#include "vtc/view/element.hpp"

namespace host_test {

// 0, 1, 2, ... as f32, and as 16-bit codes of small whole numbers.
inline std::vector<float> counted(std::size_t n) {
  std::vector<float> x(n);
  std::iota(x.begin(), x.end(), 0.0f);
  return x;
}
inline std::vector<std::uint16_t> counted_half(std::size_t n) {
  std::vector<std::uint16_t> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = vtc::half_from_float(static_cast<float>(i));
  return x;
}
inline std::vector<std::uint16_t> counted_bfloat16(std::size_t n) {
  std::vector<std::uint16_t> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = vtc::bfloat16_from_float(static_cast<float>(i));
  return x;
}

// Row r, column c holds first + r * row_step + c.
inline void check_rows(const vtc::rows& x, vtc::index_t count, vtc::index_t width, float row_step, float first = 0) {
  REQUIRE(vtc::check(x) == vtc::status::ok);
  CHECK((x.count == count && x.width == width));
  for (vtc::index_t r = 0; r < x.count; ++r)
    for (vtc::index_t c = 0; c < x.width; ++c)
      CHECK(vtc::load(x, r, c) == first + static_cast<float>(r) * row_step + static_cast<float>(c));
}

}  // namespace host_test
