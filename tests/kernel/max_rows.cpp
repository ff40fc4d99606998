#include "vtc/kernel/max_rows.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "catch.hpp"
#include "input/architectures.hpp"
#include "input/sample_rows.hpp"

using vtc::element;
using vtc::index_t;

namespace {

template <class Arch>
std::vector<float> largest(const vtc::rows& in, const std::vector<index_t>& source) {
  std::vector<float> out(static_cast<std::size_t>(in.width));
  vtc::kernel::max_rows<Arch>(in, source.data(), static_cast<index_t>(source.size()), element::f32, out.data());
  return out;
}

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

}  // namespace

TEMPLATE_LIST_TEST_CASE("the largest of three rows by hand", "", input::architectures) {
  const float x[] = {1, -2, 3, -10, 20, 2, 0, -30, 5};
  CHECK(largest<TestType>(vtc::view(x, 3, 3), {0, 1, 2}) == std::vector<float>{1, 20, 5});
  CHECK(largest<TestType>(vtc::view(x, 3, 3), {1}) == std::vector<float>{-10, 20, 2});
}

TEMPLATE_LIST_TEST_CASE("every element, width and number of rows", "", input::architectures) {
  input::generator g(8);
  for (element e : {element::f32, element::f16, element::bf16, element::i8, element::u8})
    for (int width : {1, 5, 16, 31, 33, 70, 1030})
      for (int n : {1, 2, 4, 7, 96, 97}) {
        const bool per_row = vtc::is_quantized(e) && n % 2 == 0;
        const auto x = input::make_rows(e, 10, width, 5, 3, static_cast<std::uint64_t>(n), per_row);
        std::vector<index_t> source;
        for (int i = 0; i < n; ++i) source.push_back(g.below(10));
        const auto out = largest<TestType>(x.view, source);
        int near = 0;
        for (int c = 0; c < width; ++c) {
          double most = x.at(source[0], c);
          for (index_t r : source) most = std::max(most, x.at(r, c));
          near += std::fabs(static_cast<double>(out[static_cast<std::size_t>(c)]) - most) <= 1e-6 * std::fabs(most);
        }
        INFO("element " << int(e) << " width " << width << " n " << n);
        REQUIRE(near == width);
      }
}

TEMPLATE_LIST_TEST_CASE("BL-013 a NaN loses against a number wherever it sits", "", input::architectures) {
  for (int width : {19, 37, 1045})
    for (int n : {3, 100})  // folded in registers, and row by row
      for (int at = 0; at<width; at += width> 100 ? 61 : 1)
        for (int row : {0, 1, n - 1}) {
          std::vector<float> x(static_cast<std::size_t>(n * width));
          for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>((i * 37) % 101) - 50.0f;
          x[static_cast<std::size_t>(row * width + at)] = not_a_number;
          std::vector<index_t> source;
          for (index_t r = 0; r < n; ++r) source.push_back(r);
          const auto out = largest<TestType>(vtc::view(static_cast<const float*>(x.data()), n, width), source);
          int same = 0;
          for (int c = 0; c < width; ++c) {
            float most = -1e30f;
            for (int r = 0; r < n; ++r)
              if (!(r == row && c == at)) most = std::max(most, x[static_cast<std::size_t>(r * width + c)]);
            same += out[static_cast<std::size_t>(c)] == most;
          }
          REQUIRE(same == width);
        }
}

TEMPLATE_LIST_TEST_CASE("only NaN gives NaN, and infinities are numbers", "", input::architectures) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  for (int width : {1, 8, 21, 64}) {
    std::vector<float> x(static_cast<std::size_t>(3 * width), not_a_number);
    const vtc::rows in = vtc::view(static_cast<const float*>(x.data()), 3, width);
    for (float v : largest<TestType>(in, {0, 1, 2})) CHECK(vtc::is_nan(v));
    for (int c = 0; c < width; ++c) x[static_cast<std::size_t>(width + c)] = -infinity;
    for (float v : largest<TestType>(in, {0, 1, 2})) CHECK(v == -infinity);
    for (float v : largest<TestType>(in, {1, 0, 2})) CHECK(v == -infinity);
  }
}

TEMPLATE_LIST_TEST_CASE("of two zeros the earlier entry stays", "", input::architectures) {
  std::vector<float> x(2 * 21, 0.0f);
  for (std::size_t c = 21; c < 42; ++c) x[c] = -0.0f;
  const vtc::rows in = vtc::view(static_cast<const float*>(x.data()), 2, 21);
  for (float v : largest<TestType>(in, {0, 1})) CHECK_FALSE(std::signbit(v));
  for (float v : largest<TestType>(in, {1, 0})) CHECK(std::signbit(v));
}
