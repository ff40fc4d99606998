#include "vtc/plan/merge/top_k_and_rest.hpp"

#include <limits>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"

using vtc::index_t;
using line = vtc::layout_builder<2>;
using vtc::merge::top_k_and_mean_of_rest;
using vtc::merge::top_k_and_weighted_rest;

namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
const std::vector<float> scores{5, 1, 4, 2, 3, nan}, x{1, 2, 4, 8, 16, 32};

vtc::inputs on(const vtc::layout& where) {
  vtc::inputs in{};
  in.where = where;
  in.scores = scores.data();
  return in;
}

}  // namespace

TEST_CASE("top_k_and_weighted_rest by hand: the best stay, the last slot adds the others by their scores") {
  const auto where = line{}.grid(2, 3);
  input::planned made;
  const vtc::plan_view& p = made(top_k_and_weighted_rest{}, on(where), vtc::keep(3));
  CHECK(expect::anchors(p) == std::vector<int>{0, 2, 4});
  CHECK(p.appended == 1);
  CHECK(p.has(vtc::note::partition));
  CHECK(made.apply(vtc::view(x.data(), 6, 1)) == std::vector<float>{1, 4, 1 * 2 + 2 * 8 + 3 * 16});  // a score that is NaN weighs nothing
  top_k_and_weighted_rest divided{};
  divided.normalise = true;
  made(divided, on(where), vtc::keep(3));
  CHECK(made.apply(vtc::view(x.data(), 6, 1))[2] == Approx(66.0 / 6));
  made(divided, on(where), vtc::keep(3).as_published());
  CHECK(made.apply(vtc::view(x.data(), 6, 1))[2] == 66);
}

TEST_CASE("top_k_and_weighted_rest: one slot is the rest of everything, and its own share comes without the extra row") {
  const auto where = line{}.grid(1, 6);
  input::planned made;
  CHECK(expect::anchors(made(top_k_and_weighted_rest{}, on(where), vtc::keep(1))) == std::vector<int>{0});
  CHECK(made.apply(vtc::view(x.data(), 6, 1)) == std::vector<float>{5 + 2 + 16 + 16 + 48});
  top_k_and_weighted_rest half{};
  half.rate = 0.34f;  // 2.04 rows, rounded up, and one
  CHECK(expect::anchors(made(half, on(where))) == std::vector<int>{0, 2, 4, 3});
  CHECK(expect::anchors(made(half, on(where), vtc::budget{}.at_most(2))) == std::vector<int>{0, 2});
  CHECK(made.outcome(top_k_and_weighted_rest{}, on(where)) == vtc::status::needs_budget);
}

TEST_CASE("top_k_and_weighted_rest: best first in method order; one extra row in every region") {
  input::planned made;
  const auto where = line{}.grid(1, 6), halves = line{}.grid(1, 3).grid(1, 3);
  CHECK(expect::anchors(made(top_k_and_weighted_rest{}, on(where), vtc::keep(4).in_method_order())) == std::vector<int>{0, 2, 4, 3});
  CHECK(expect::anchors(made(top_k_and_weighted_rest{}, on(halves), vtc::keep(2).each_region())) == std::vector<int>{0, 4, 2, 3});
  CHECK(made.plan.view().appended == 2);
  CHECK(made.apply(vtc::view(x.data(), 6, 1)) == std::vector<float>{1, 16, 1 * 2 + 4 * 4, 2 * 8});
}

TEST_CASE("top_k_and_mean_of_rest by hand: the last slot is the mean of the others") {
  const auto where = line{}.grid(1, 6);
  input::planned made;
  CHECK(expect::anchors(made(top_k_and_mean_of_rest{}, on(where), vtc::keep(3))) == std::vector<int>{0, 2, 1});
  CHECK(made.apply(vtc::view(x.data(), 6, 1))[2] == Approx((2 + 8 + 16 + 32) / 4.0));
  top_k_and_mean_of_rest half{};
  half.ratio = 0.5f;  // 3 rows and one
  CHECK(expect::anchors(made(half, on(where))) == std::vector<int>{0, 2, 4, 1});
}
