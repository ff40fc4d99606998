#include "vtc/kernel/exponential.hpp"

#include <cmath>
#include <limits>

#include "catch.hpp"
#include "input/architectures.hpp"

namespace {
template <class Arch>
float exp_of(float x) {
  float y[16] = {};
  vtc::kernel::exponential<Arch>(vtc::kernel::f32_vector<Arch>::broadcast(x)).store(y);
  return y[0];
}
}  // namespace

TEMPLATE_LIST_TEST_CASE("exp stays within two units in the last place, from subnormal results to the largest", "", input::architectures) {
  double worst = 0;
  for (int i = -103000; i < 88700; i += 13) {
    const float x = static_cast<float>(i) / 1000.0f;
    const double right = std::exp(static_cast<double>(x)), unit = right < 1.17549435e-38 ? 1.401298464324817e-45 : std::ldexp(1.0, std::ilogb(right) - 23);
    worst = std::max(worst, std::fabs(static_cast<double>(exp_of<TestType>(x)) - right) / unit);
  }
  CHECK(worst < 2.0);
}

TEMPLATE_LIST_TEST_CASE("exp at its ends", "", input::architectures) {
  const float infinity = std::numeric_limits<float>::infinity();
  CHECK(exp_of<TestType>(0.0f) == 1.0f);
  CHECK(exp_of<TestType>(-0.0f) == 1.0f);
  CHECK(exp_of<TestType>(-infinity) == 0.0f);
  CHECK(exp_of<TestType>(-1e8f) == 0.0f);
  CHECK(exp_of<TestType>(infinity) == infinity);
  CHECK(exp_of<TestType>(1e8f) == infinity);
  CHECK(std::isnan(exp_of<TestType>(std::numeric_limits<float>::quiet_NaN())));
}
