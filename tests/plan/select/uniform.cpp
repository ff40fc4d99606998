#include "vtc/plan/select/uniform.hpp"

#include "expect/same_plan.hpp"
#include "input/planned.hpp"

namespace {
using line = vtc::layout_builder<2>;

std::vector<int> picks(const vtc::layout& where, const vtc::budget& want) {
  static input::planned made;
  vtc::inputs in{};
  in.where = where;
  return expect::anchors(made(vtc::select::uniform{}, in, want));
}
}  // namespace

TEST_CASE("uniform by hand: the middles of K equal parts") {
  CHECK(picks(line{}.grid(1, 10), vtc::keep(1)) == std::vector<int>{5});
  CHECK(picks(line{}.grid(1, 10), vtc::keep(2)) == std::vector<int>{2, 7});
  CHECK(picks(line{}.grid(1, 10), vtc::keep(5)) == std::vector<int>{1, 3, 5, 7, 9});
  CHECK(picks(line{}.grid(1, 10), vtc::keep(3)) == std::vector<int>{1, 5, 8});
  CHECK(picks(line{}.grid(1, 3), vtc::keep(2)) == std::vector<int>{0, 2});
}

TEST_CASE("uniform: only candidates count; each region has its own distances") {
  CHECK(picks(line{}.extra(1).grid(1, 4).extra(2), vtc::keep(5)) == std::vector<int>{0, 2, 4, 5, 6});
  CHECK(picks(line{}.grid(1, 4).grid(1, 8), vtc::keep(2).each_region()) == std::vector<int>{1, 3, 6, 10});
}

TEST_CASE("uniform: K different rows for every n and K, and no gap more than one longer than another") {
  for (int n = 2; n <= 60; ++n)
    for (int k = 1; k < n; ++k) {
      const std::vector<int> p = picks(line{}.grid(1, n), vtc::keep(k));
      REQUIRE(static_cast<int>(p.size()) == k);
      int least = n, most = 0;
      for (std::size_t i = 1; i < p.size(); ++i) {
        least = std::min(least, p[i] - p[i - 1]);
        most = std::max(most, p[i] - p[i - 1]);
      }
      if (k > 1) REQUIRE((least >= 1 && most - least <= 1));
    }
}
