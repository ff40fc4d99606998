// Faults others shipped, class BUILD, as far as one program can show them. The others: tests/consumer (BL-092), tests/headers (BL-093),
// benchmarks (BL-095).
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "catch.hpp"
#include "expect/close.hpp"

TEST_CASE("BL-094 the tests' own measure of closeness: absolute and relative, and a NaN fails") {
  const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  const expect::tolerance t{1e-7, 1e-6};
  CHECK(t.holds(-8.7e-8, 0));
  CHECK(t.holds(0, -8.7e-8));
  CHECK_FALSE(t.holds(1e-6, 0));
  CHECK(t.holds(1000.0005, 1000));
  CHECK_FALSE(t.holds(static_cast<double>(nan), 1));
  CHECK_FALSE(t.holds(1, static_cast<double>(nan)));
  CHECK_FALSE(t.holds(static_cast<double>(nan), static_cast<double>(nan)));
  CHECK_FALSE(t.holds(static_cast<double>(inf), 1));
  CHECK_FALSE(t.holds(1, static_cast<double>(inf)));  // a relative share of infinity would allow anything
  CHECK(t.holds(static_cast<double>(inf), static_cast<double>(inf)));
  CHECK(expect::difference(std::vector<float>{1, nan}, std::vector<float>{1, 1}, t) != "");
  CHECK(expect::difference(std::vector<float>{1}, std::vector<float>{1, 1}, t) != "");
  CHECK(expect::difference(std::vector<float>{1, 2}, std::vector<float>{1, 2}, t).empty());
}
