#include "vtc/kernel/dot_panel.hpp"

#include <cmath>
#include <vector>

#include "catch.hpp"
#include "input/architectures.hpp"
#include "input/token_field.hpp"
#include "vtc/kernel/squared_norms.hpp"

namespace {

// The order that is promised, one row at a time: k ascends in blocks of 256, block sums are added in order.
template <class Arch>
float dot_in_order(const float* a, const float* b, int width) {
  if (vtc::kernel::native<Arch>::sums_wide) {
    double wide = 0;
    for (int k = 0; k < width; ++k) wide += static_cast<double>(a[k]) * static_cast<double>(b[k]);
    return static_cast<float>(wide);
  }
  float total = 0;
  for (int from = 0; from < width; from += 256) {
    float sum = 0;
    for (int k = from; k < width && k < from + 256; ++k)
      sum = vtc::fuses_multiply_add<Arch> ? std::fma(a[k], b[k], sum) : static_cast<float>(a[k] * b[k]) + sum;
    total = from == 0 ? sum : total + sum;
  }
  return total;
}

struct aligned_floats {
  std::vector<float> store;
  float* data;
  explicit aligned_floats(std::size_t n) : store(n + 16), data(reinterpret_cast<float*>((reinterpret_cast<std::uintptr_t>(store.data()) + 63) / 64 * 64)) {}
};

}  // namespace

TEMPLATE_LIST_TEST_CASE("a tile is the products in the promised order, bit for bit, at any width and number of rows", "", input::architectures) {
  using arch = TestType;
  constexpr int tile = vtc::kernel::tile_rows<arch>;
  for (const int width : {1, 2, 3, 4, 7, 16, 31, 64, 67, 255, 256, 257, 300, 600})
    for (const int rows : {1, 2, 3, 4, 5, 15, 16}) {
      auto right = input::random_rows(rows, width, static_cast<std::uint64_t>(width)), left = input::random_rows(tile, width, 7);
      const float* r[16] = {};
      const float* l[tile];
      for (int j = 0; j < rows; ++j) r[j] = right.data() + j * width;
      for (int i = 0; i < tile; ++i) l[i] = left.data() + i * width;
      aligned_floats panel(static_cast<std::size_t>(16 * width)), out(static_cast<std::size_t>(16 * tile)), norm(16);
      aligned_floats scratch(static_cast<std::size_t>(vtc::kernel::squared_norms_scratch<arch>(width, 1)));
      vtc::kernel::pack_panel<arch>(r, rows, width, panel.data);
      vtc::kernel::dot_tile<arch>(l, width, panel.data, out.data);
      const vtc::kernel::listed_rows listed{vtc::view(right.data(), rows, width), nullptr};
      vtc::kernel::squared_norms<arch>(listed, rows, norm.data, scratch.data, vtc::executor{});
      for (int j = 0; j < 16; ++j) {
        for (int i = 0; i < tile; ++i) REQUIRE(out.data[i * 16 + j] == (j < rows ? dot_in_order<arch>(l[i], r[j], width) : 0.0f));
        if (j < rows) REQUIRE(norm.data[j] == dot_in_order<arch>(r[j], r[j], width));
      }
    }
}

TEMPLATE_LIST_TEST_CASE("squared norms of any element, whatever the number of lanes", "", input::architectures) {
  using arch = TestType;
  const int n = 37, width = 45;
  const auto f32 = input::random_rows(n, width, 3);
  const auto f16 = input::as_half(f32);
  const vtc::kernel::listed_rows rows{vtc::view(vtc::element::f16, static_cast<const void*>(f16.data()), n, width), nullptr};
  std::vector<float> got(n);
  aligned_floats scratch(static_cast<std::size_t>(vtc::kernel::squared_norms_scratch<arch>(width, 1)));
  vtc::kernel::squared_norms<arch>(rows, n, got.data(), scratch.data, vtc::executor{});
  for (int r = 0; r < n; ++r) {
    double sum = 0;
    for (int k = 0; k < width; ++k) sum += std::pow(static_cast<double>(vtc::float_from_half(f16[static_cast<std::size_t>(r * width + k)])), 2);
    CHECK(std::fabs(static_cast<double>(got[static_cast<std::size_t>(r)]) - sum) <= 1e-6 * sum + 1e-12);
  }
}
