#include "vtc/kernel/gelu.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "catch.hpp"

TEST_CASE("gelu is x times the normal distribution function, for every length and of any size") {
  using arch = vtc::default_arch;
  for (vtc::index_t n = 1; n <= 40; ++n) {
    std::vector<float> x(static_cast<std::size_t>(n) + 1, 7.0f);
    for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) x[i] = static_cast<float>(i) * 0.37f - 6.5f;
    const std::vector<float> before = x;
    vtc::kernel::gelu<arch>(x.data(), n);
    double worst = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
      const auto v = static_cast<double>(before[i]);
      worst = std::max(worst, std::abs(static_cast<double>(x[i]) - 0.5 * v * (1 + std::erf(v / std::sqrt(2.0)))));
    }
    CHECK(worst < 2e-6);
    CHECK(x.back() == 7);
  }
  std::vector<float> edge{0, 100, -100, 1e30f, -1e30f, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()};
  vtc::kernel::gelu<arch>(edge.data(), static_cast<vtc::index_t>(edge.size()));
  CHECK(edge[0] == 0);
  CHECK(edge[1] == 100);
  CHECK(std::abs(edge[2]) < 1e-30f);
  CHECK(edge[3] == 1e30f);
  CHECK(edge[4] == 0);
  CHECK(std::isnan(edge[5]));
  CHECK(edge[6] > 1e30f);
}
