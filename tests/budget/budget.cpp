#include "vtc/budget/budget.hpp"

#include <limits>

#include "catch.hpp"

using vtc::index_t;
using vtc::rounding;
using vtc::status;

TEST_CASE("a count, clamped to what is there") {
  CHECK(vtc::count_of(vtc::keep(64), 576) == 64);
  CHECK(vtc::count_of(vtc::keep(64), 64) == 64);
  CHECK(vtc::count_of(vtc::keep(64), 10) == 10);
  CHECK(vtc::count_of(vtc::budget{}, 10) == 10);  // nothing asked
}

TEST_CASE("ratios are integers with a named rounding, so no float decides") {
  CHECK(vtc::count_of(vtc::keep_ratio(1, 10), 730) == 73);
  CHECK(vtc::count_of(vtc::keep_ratio(1, 10), 729) == 72);
  CHECK(vtc::count_of(vtc::keep_ratio(1, 10, rounding::nearest), 729) == 73);
  CHECK(vtc::count_of(vtc::keep_ratio(1, 10, rounding::nearest), 724) == 72);
  CHECK(vtc::count_of(vtc::keep_ratio(1, 10, rounding::up), 721) == 73);
  CHECK(vtc::count_of(vtc::keep_ratio(1, 4, rounding::nearest), 6) == 2);  // 1.5: halves go up
  CHECK(vtc::count_of(vtc::keep_ratio(1, 1000), 50) == 1);                 // never nothing
  CHECK(vtc::count_of(vtc::keep_ratio(7, 2), 50) == 50);
  CHECK(vtc::count_of(vtc::keep_ratio(2000000000, 2000000000), 2000000000) == 2000000000);  // no overflow
  // k of n is k for every k: floats fail for 49 values of k at 729.
  for (index_t n : {576, 729, 1024, 2880})
    for (index_t k = 1; k <= n; ++k) REQUIRE(vtc::count_of(vtc::keep_ratio(k, n), n) == k);
}

TEST_CASE("min, max and multiple clamp in this order, and no clamp goes above the rows") {
  CHECK(vtc::count_of(vtc::keep(5).at_least(8), 100) == 8);
  CHECK(vtc::count_of(vtc::keep(50).at_most(8), 100) == 8);
  CHECK(vtc::count_of(vtc::keep(5).at_least(80), 60) == 60);
  CHECK(vtc::count_of(vtc::keep(50).multiple_of(16), 100) == 48);
  CHECK(vtc::count_of(vtc::keep(5).multiple_of(16), 100) == 16);  // rounded down, but not to nothing
  CHECK(vtc::count_of(vtc::keep(5).multiple_of(16), 10) == 10);
  CHECK(vtc::count_of(vtc::keep(5).at_least(20).multiple_of(16), 100) == 32);  // a multiple within the bounds
  CHECK(vtc::count_of(vtc::keep(31).at_least(16).multiple_of(16), 100) == 16);
  CHECK(vtc::count_of(vtc::keep(50).at_least(20).at_most(30).multiple_of(8), 100) == 24);
  CHECK(vtc::count_of(vtc::keep_ratio(1, 2).at_least(10), 6) == 6);
}

TEST_CASE("budgets that keep nothing or make no sense are named") {
  CHECK(vtc::check(vtc::keep(1)) == status::ok);
  CHECK(vtc::check(vtc::budget{}) == status::ok);
  CHECK(vtc::check(vtc::keep(0)) == status::keep_is_zero);
  CHECK(vtc::check(vtc::keep(-5)) == status::keep_is_zero);
  CHECK(vtc::check(vtc::keep(3).at_most(0)) == status::keep_is_zero);
  CHECK(vtc::check(vtc::keep_ratio(0, 3)) == status::keep_is_zero);
  CHECK(vtc::check(vtc::keep_ratio(-1, 3)) == status::bad_shape);
  CHECK(vtc::check(vtc::keep_ratio(1, 0)) == status::bad_shape);
  CHECK(vtc::check(vtc::keep_ratio(1, -3)) == status::bad_shape);
  CHECK(vtc::check(vtc::keep_mass(0)) == status::keep_is_zero);
  CHECK(vtc::check(vtc::keep_mass(-0.1f)) == status::bad_shape);
  CHECK(vtc::check(vtc::keep_mass(1.5f)) == status::bad_shape);
  CHECK(vtc::check(vtc::keep_mass(std::numeric_limits<float>::quiet_NaN())) == status::bad_shape);
  CHECK(vtc::check(vtc::keep_outliers()) == status::ok);
  CHECK(vtc::check(vtc::keep(4).at_least(9).at_most(8)) == status::bad_shape);
  CHECK(vtc::check(vtc::keep(4).at_least(-1)) == status::bad_shape);
  CHECK(vtc::check(vtc::keep(4).multiple_of(0)) == status::bad_shape);
  CHECK(vtc::check(vtc::keep(4).multiple_of(-2)) == status::bad_shape);
  CHECK(vtc::check(vtc::keep(4).at_most(10).multiple_of(16)) == status::bad_shape);  // no multiple of 16 is within 10
  CHECK(vtc::check(vtc::keep(4).at_least(17).at_most(31).multiple_of(16)) == status::bad_shape);
  CHECK(vtc::check(vtc::keep(4).at_least(17).at_most(32).multiple_of(16)) == status::ok);
  CHECK(vtc::check(vtc::keep(4).at_least(INT32_MAX).multiple_of(2)) == status::bad_shape);
}

TEST_CASE("a budget is built from parts without changing the one it came from") {
  const vtc::budget plain = vtc::keep(10);
  const vtc::budget all = plain.each_region().at_least(2).at_most(20).multiple_of(2).in_method_order();
  CHECK((all.per_region && all.least == 2 && all.most == 20 && all.step == 2 && all.order == vtc::slot_order::method && !all.official &&
         all.slots == 10));
  CHECK_FALSE(plain.per_region);
  CHECK(plain.order == vtc::slot_order::source);
  CHECK((plain.as_published().official && plain.as_published().order == vtc::slot_order::method));
  CHECK_FALSE(plain.clamps());
  CHECK((plain.at_least(2).clamps() && plain.at_most(9).clamps() && plain.multiple_of(2).clamps()));
  static_assert(vtc::keep(3).at_most(2).most == 2, "budgets are constants where wanted");
}

TEST_CASE("allowed counts: the largest that is not above K, or else the smallest; never above the rows") {
  const auto of = [](index_t k, index_t n) { return vtc::count_of(vtc::keep(k).one_of(8, 16, 32), n); };
  CHECK(of(20, 100) == 16);
  CHECK(of(16, 100) == 16);
  CHECK(of(99, 100) == 32);
  CHECK(of(3, 100) == 8);
  CHECK(of(20, 12) == 8);  // 16 is more than there are
  CHECK(of(20, 5) == 5);
  CHECK(vtc::count_of(vtc::keep(40).at_most(20).one_of(8, 16, 32), 100) == 16);
  CHECK(vtc::count_of(vtc::keep(2).at_least(10).one_of(8, 16, 32), 100) == 16);  // 8 is below min
  CHECK(vtc::check(vtc::keep(4).one_of(8, 16)) == status::ok);
  CHECK(vtc::check(vtc::keep(4).one_of(16, 8)) == status::bad_shape);
  CHECK(vtc::check(vtc::keep(4).one_of(8, 8)) == status::bad_shape);
  CHECK(vtc::check(vtc::keep(4).one_of(0, 8)) == status::bad_shape);
  CHECK(vtc::check(vtc::keep(4).at_most(7).one_of(8, 16)) == status::bad_shape);
  CHECK(vtc::check(vtc::keep(4).one_of(8, 16).multiple_of(2)) == status::bad_shape);
}

TEST_CASE("a margin adds rows within max, and the count without it stays known") {
  CHECK(vtc::count_of(vtc::keep(20).with_margin(4), 100) == 24);
  CHECK(vtc::count_of(vtc::keep(20).with_margin(4).at_most(22), 100) == 22);
  CHECK(vtc::count_of(vtc::keep(20).with_margin(4), 21) == 21);
  CHECK(vtc::count_of(vtc::keep(20).with_margin(4).one_of(8, 16), 100) == 20);  // 16 and four more
  CHECK(vtc::count_of(vtc::keep(20).with_margin(INT32_MAX), 100) == 100);
  CHECK(vtc::count_of(vtc::keep(20).with_margin(4).without_margin(), 100) == 20);
  CHECK(vtc::check(vtc::keep(4).with_margin(-1)) == status::bad_shape);
  CHECK(vtc::keep(4).with_margin(1).clamps());
}

TEST_CASE("perplexity budgets") {
  CHECK(vtc::check(vtc::keep_perplexity(0.5f)) == status::ok);
  CHECK(vtc::check(vtc::keep_perplexity(0)) == status::keep_is_zero);
  CHECK(vtc::check(vtc::keep_perplexity(-1)) == status::bad_shape);
  CHECK(vtc::check(vtc::keep_perplexity(std::numeric_limits<float>::quiet_NaN())) == status::bad_shape);
  CHECK(vtc::check(vtc::keep_perplexity(std::numeric_limits<float>::infinity())) == status::bad_shape);
}
