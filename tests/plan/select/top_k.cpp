#include "vtc/plan/select/top_k.hpp"

#include <cmath>
#include <limits>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "oracle/top_k.hpp"

using vtc::index_t;
using vtc::status;
using line = vtc::layout_builder<1>;

namespace {

vtc::inputs on(const vtc::layout& where, const std::vector<float>& scores) {
  vtc::inputs in{};
  in.where = where;
  in.scores = scores.data();
  return in;
}

std::vector<int> picks(const std::vector<float>& scores, index_t k, bool method_order = false) {
  static input::planned made;
  const auto where = line{}.grid(1, static_cast<index_t>(scores.size()));
  return expect::anchors(made(vtc::select::top_k{}, on(where, scores), method_order ? vtc::keep(k).in_method_order() : vtc::keep(k)));
}

}  // namespace

TEST_CASE("top_k by hand: the best in source order, or best first on request") {
  const std::vector<float> scores{0.3f, 0.9f, -1, 0.9f, 0.5f, 7};
  CHECK(picks(scores, 1) == std::vector<int>{5});
  CHECK(picks(scores, 3) == std::vector<int>{1, 3, 5});
  CHECK(picks(scores, 3, true) == std::vector<int>{5, 1, 3});
  CHECK(picks(scores, 5, true) == std::vector<int>{5, 1, 3, 4, 0});
}

TEST_CASE("top_k: as published the rows stand in source order") {
  input::planned made;
  const std::vector<float> scores{1, 5, 2, 4, 3};
  const auto where = line{}.grid(1, 5);
  CHECK(expect::anchors(made(vtc::select::top_k{}, on(where, scores), vtc::keep(3).as_published())) == std::vector<int>{1, 3, 4});
}

TEST_CASE("top_k: in method order kept rows stand in front, and regions follow each other") {
  input::planned made;
  const auto where = vtc::layout_builder<2>{}.grid(1, 4).extra(1).grid(1, 4);
  const std::vector<float> scores{1, 2, 3, 4, 99, 8, 7, 6, 5};
  CHECK(expect::anchors(made(vtc::select::top_k{}, on(where, scores), vtc::keep(4).in_method_order())) == std::vector<int>{4, 5, 6, 7});
  CHECK(expect::anchors(made(vtc::select::top_k{}, on(where, scores), vtc::keep(2).each_region().in_method_order())) == std::vector<int>{4, 3, 2, 5, 6});
}

TEST_CASE("top_k: NaN last, -0 equals 0, infinities at the ends, ties to the lower row") {
  const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  CHECK(picks({nan, -inf, nan, -3}, 2) == std::vector<int>{1, 3});
  CHECK(picks({nan, -inf, nan, -3}, 3) == std::vector<int>{0, 1, 3});
  CHECK(picks({nan, nan, nan}, 2) == std::vector<int>{0, 1});
  CHECK(picks({-0.0f, 0.0f, -0.0f, 0.0f}, 2) == std::vector<int>{0, 1});
  CHECK(picks({1, inf, -inf, inf, 2}, 3, true) == std::vector<int>{1, 3, 4});
  CHECK(picks({-nan, 1, nan}, 1) == std::vector<int>{1});
}

TEST_CASE("top_k is the oracle for every size, count and kind of score") {
  input::planned made;
  for (const int n : {2, 3, 7, 16, 49, 196, 1500})
    for (int kind = 0; kind < 4; ++kind) {
      input::generator g(static_cast<std::uint64_t>(n * 7 + kind));
      std::vector<float> scores;
      for (int i = 0; i < n + 2; ++i) {
        float v = g.value();
        if (kind == 1) v = static_cast<float>(g.below(4));                                                                // many ties
        if (kind == 2 && g.below(3) == 0) v = std::numeric_limits<float>::quiet_NaN();
        if (kind == 3) v = std::ldexp(v, g.below(250) - 125);                                                             // all exponents, subnormals
        scores.push_back(v);
      }
      std::vector<int> candidates;
      for (int i = 1; i < n + 1; ++i) candidates.push_back(i);
      const auto where = line{}.extra(1).grid(1, n).extra(1);
      for (int k = 1; k < n; k += 1 + k / 2) {
        INFO(n << " rows, keep " << k << ", kind " << kind);
        oracle::plan wanted = oracle::top_k(scores, candidates, k), in_source_order = wanted;
        wanted.in_method_order({0, n + 1});
        in_source_order.in_source_order({0, n + 1});
        CHECK(expect::difference(made(vtc::select::top_k{}, on(where, scores), vtc::keep(k + 2).in_method_order()), wanted) == "");
        CHECK(expect::difference(made(vtc::select::top_k{}, on(where, scores), vtc::keep(k + 2)), in_source_order) == "");
      }
    }
}

TEST_CASE("top_k follows budgets that look at the scores") {
  input::planned made;
  const std::vector<float> scores{0.5f, 0.125f, 0.25f, 0.0625f, 0.0625f, 0, 0, 0};  // sums to 1
  const auto where = line{}.grid(2, 4);
  CHECK(expect::anchors(made(vtc::select::top_k{}, on(where, scores), vtc::keep_mass(0.75f))) == std::vector<int>{0, 2});
  CHECK(expect::anchors(made(vtc::select::top_k{}, on(where, scores), vtc::keep_mass(0.76f))) == std::vector<int>{0, 1, 2});
  CHECK(made(vtc::select::top_k{}, on(where, scores), vtc::keep_mass(0.5f).at_least(4)).slot_count == 4);
  CHECK(made(vtc::select::top_k{}, on(where, scores), vtc::keep_mass(1).at_most(3)).slot_count == 3);
  CHECK(made(vtc::select::top_k{}, on(where, scores), vtc::keep_mass(1)).slot_count == 5);
  const vtc::bounds b = vtc::slots(vtc::select::top_k{}, where, vtc::keep_mass(0.5f).at_least(2).at_most(6));
  CHECK(b.least == 2);
  CHECK(b.most == 6);
}
