#include "vtc/kernel/mix_rows.hpp"

#include <cmath>
#include <vector>

#include "catch.hpp"
#include "input/architectures.hpp"
#include "input/sample_rows.hpp"

using vtc::element;
using vtc::index_t;

namespace {

template <class Arch>
std::vector<float> mixed(const vtc::rows& in, const std::vector<index_t>& source, const float* weight, float share) {
  std::vector<float> out(static_cast<std::size_t>(in.width) + 1, -77.0f);
  vtc::kernel::mix_rows<Arch>(in, source.data(), weight, static_cast<index_t>(source.size()), share, element::f32, out.data());
  CHECK(out.back() == -77.0f);
  out.pop_back();
  return out;
}

std::vector<index_t> random_list(int rows, int n, input::generator& g) {
  std::vector<index_t> list;
  for (int e = 0; e < n; ++e) list.push_back(g.below(rows));
  return list;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("a sum of three rows by hand", "", input::architectures) {
  const float x[] = {1, 2, 10, 20, 100, 200};
  const vtc::rows in = vtc::view(x, 3, 2);
  CHECK(mixed<TestType>(in, {2, 0, 1}, nullptr, 1.0f) == std::vector<float>{111, 222});
  const float weight[] = {0.5f, 2.0f, -1.0f};
  CHECK(mixed<TestType>(in, {2, 0, 1}, weight, 2.0f) == std::vector<float>{84, 168});
}

TEMPLATE_LIST_TEST_CASE("sums without weights have the bits of a plain loop, for every width and number of rows", "",
                        input::architectures) {
  input::generator g(5);
  for (int width = 1; width <= 70; ++width)
    for (int n : {1, 2, 3, 4, 9, 96, 97}) {
      const auto x = input::make_rows(element::f32, 12, width, width % 7, width % 4, static_cast<std::uint64_t>(width));
      const std::vector<index_t> source = random_list(12, n, g);
      const float share = 1.0f / static_cast<float>(n);
      const std::vector<float> out = mixed<TestType>(x.view, source, nullptr, share);
      int same = 0;
      for (int c = 0; c < width; ++c) {
        float sum = static_cast<float>(x.at(source[0], c));
        for (int e = 1; e < n; ++e) sum += static_cast<float>(x.at(source[static_cast<std::size_t>(e)], c));
        same += out[static_cast<std::size_t>(c)] == sum * share;
      }
      INFO("width " << width << " n " << n);
      REQUIRE(same == width);
    }
}

TEMPLATE_LIST_TEST_CASE("weighted sums have the bits of a loop of multiply-adds", "", input::architectures) {
  input::generator g(6);
  const bool fused = vtc::fuses_multiply_add<TestType> || vtc::kernel::native<TestType>::sums_wide;
  for (int width : {1, 3, 8, 17, 33, 64, 131, 1025, 2051})
    for (int n : {1, 2, 4, 9, 96, 97, 130}) {
      const auto x = input::make_rows(element::f32, 12, width, 0, 0, static_cast<std::uint64_t>(width));
      const std::vector<index_t> source = random_list(12, n, g);
      std::vector<float> weight;
      for (int e = 0; e < n; ++e) weight.push_back(g.value() / 3.0f);
      const std::vector<float> out = mixed<TestType>(x.view, source, weight.data(), 1.0f);
      int same = 0, near = 0;
      for (int c = 0; c < width; ++c) {
        double exact = 0, magnitude = 0;
        float sum = 0;
        for (std::size_t e = 0; e < source.size(); ++e) {
          const auto v = static_cast<float>(x.at(source[e], c));
          sum = e == 0 ? weight[e] * v : std::fma(weight[e], v, sum);
          exact += static_cast<double>(weight[e]) * static_cast<double>(v);
          magnitude += std::fabs(static_cast<double>(weight[e]) * static_cast<double>(v));
        }
        same += out[static_cast<std::size_t>(c)] == sum;
        near += std::fabs(static_cast<double>(out[static_cast<std::size_t>(c)]) - exact) <= magnitude * n * 1.2e-7 + 1e-30;
      }
      INFO("width " << width << " n " << n);
      REQUIRE(near == width);
      if (fused) REQUIRE(same == width);
    }
}

TEMPLATE_LIST_TEST_CASE("every element, with scale and zero point, to every float", "", input::architectures) {
  input::generator g(7);
  for (element from : {element::f32, element::f16, element::bf16, element::i8, element::u8})
    for (element to : {element::f32, element::f16, element::bf16})
      for (int width : {1, 7, 16, 37, 70})
        for (int n : {1, 2, 5, 100})
          for (bool per_row : {false, true})
            for (bool weighted : {false, true}) {
              const auto x =
                  input::make_rows(from, 9, width, 3, 1, static_cast<std::uint64_t>(n + width), per_row && vtc::is_quantized(from));
              const std::vector<index_t> source = random_list(9, n, g);
              std::vector<float> weight;
              for (int e = 0; e < n; ++e) weight.push_back(g.value());
              std::vector<unsigned char> out(static_cast<std::size_t>(width) * vtc::size_of(to) + 3, 0xee);
              vtc::kernel::mix_rows<TestType>(x.view, source.data(), weighted ? weight.data() : nullptr, n, 0.25f, to, out.data() + 1);
              CHECK((out[0] == 0xee && out[out.size() - 1] == 0xee && out[out.size() - 2] == 0xee));
              const vtc::rows written = vtc::view(to, static_cast<const void*>(out.data() + 1), 1, width);
              const double step = to == element::f32 ? 0 : to == element::f16 ? 1.0 / 2048 : 1.0 / 256;
              int near = 0;
              for (int c = 0; c < width; ++c) {
                double exact = 0, magnitude = 0;
                for (std::size_t e = 0; e < source.size(); ++e) {
                  const double product = 0.25 * x.at(source[e], c) * (weighted ? static_cast<double>(weight[e]) : 1.0);
                  exact += product;
                  magnitude += std::fabs(product);
                }
                const double error = std::fabs(static_cast<double>(vtc::load(written, 0, c)) - exact);
                near += error <= magnitude * (n + 2) * 1.2e-7 + std::fabs(exact) * step + 1e-7;
              }
              INFO("from " << int(from) << " to " << int(to) << " width " << width << " n " << n);
              REQUIRE(near == width);
            }
}

TEMPLATE_LIST_TEST_CASE("BL-080 the mean of 4096 ones is one, in every element", "", input::architectures) {
  for (element e : {element::f32, element::f16, element::bf16}) {
    std::vector<unsigned char> ones(4096 * 3 * vtc::size_of(e));
    vtc::kernel::narrow<TestType>(std::vector<float>(4096 * 3, 1.0f).data(), 4096 * 3, e, ones.data());
    std::vector<index_t> source;
    for (index_t r = 0; r < 4096; ++r) source.push_back(r);
    const auto out = mixed<TestType>(vtc::view(e, static_cast<const void*>(ones.data()), 4096, 3), source, nullptr, 1.0f / 4096.0f);
    CHECK(out == std::vector<float>{1, 1, 1});
  }
}

TEMPLATE_LIST_TEST_CASE("BL-084 rows shifted by 1 to 15 floats, width 17", "", input::architectures) {
  for (int shift = 0; shift < 16; ++shift) {
    const auto x = input::make_rows(element::f32, 4, 17, 12, 4 * shift, 3);
    const auto still = input::make_rows(element::f32, 4, 17, 0, 0, 3);
    CHECK(mixed<TestType>(x.view, {0, 3, 1}, nullptr, 0.5f) == mixed<TestType>(still.view, {0, 3, 1}, nullptr, 0.5f));
  }
}
