#include "vtc/plan/select/max_min.hpp"

#include <set>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "input/views.hpp"
#include "oracle/max_min.hpp"

using vtc::index_t;
using vtc::status;
using line = vtc::layout_builder<1>;

namespace {

vtc::inputs on(const vtc::layout& where, const std::vector<float>& metric) {
  vtc::inputs in{};
  in.where = where;
  in.metric = input::rows_of(metric, where);
  return in;
}

}  // namespace

TEST_CASE("max_min by hand: the loneliest row first, then always the row farthest from all picks") {
  // Unit rows at 0, 10, 90, 100 and 200 degrees. Nearest others: 10, 10, 10, 10 and 100 away: row 4 is first.
  // From 200: 0 is 160 away, 10 is 170, 90 is 110, 100 is 100: row 1. Then from {200, 10}: 0 is 10, 90 is 80, 100 is 90: row 3. Then 0 and 90 tie at 10.
  const std::vector<float> x{1, 0, 0.9848078f, 0.1736482f, 0, 1, -0.1736482f, 0.9848078f, -0.9396926f, -0.3420201f};
  const auto where = line{}.grid(1, 5);
  input::planned made;
  CHECK(expect::anchors(made(vtc::select::max_min{}, on(where, x), vtc::keep(1))) == std::vector<int>{4});
  CHECK(expect::anchors(made(vtc::select::max_min{}, on(where, x), vtc::keep(3).in_method_order())) == std::vector<int>{4, 1, 3});
  CHECK(expect::anchors(made(vtc::select::max_min{}, on(where, x), vtc::keep(3))) == std::vector<int>{1, 3, 4});
}

TEST_CASE("max_min: equal rows are distinct picks, the lower first; as published they come back") {
  // Two directions, five rows of each.
  std::vector<float> x;
  for (int r = 0; r < 10; ++r) x.insert(x.end(), {r % 2 == 0 ? 1.0f : 0.0f, r % 2 == 0 ? 0.0f : 1.0f});
  const auto where = line{}.grid(2, 5);
  input::planned made;
  CHECK(expect::anchors(made(vtc::select::max_min{}, on(where, x), vtc::keep(6).in_method_order())) == std::vector<int>{0, 1, 2, 3, 4, 5});
  CHECK(made.plan.view().has(vtc::note::partition));
  const vtc::plan_view& p = made(vtc::select::max_min{}, on(where, x), vtc::keep(6).as_published());
  CHECK(p.slot_count == 6);
  CHECK(p.has(vtc::note::duplicate));
  const std::vector<int> anchors = expect::anchors(p);
  CHECK(std::set<int>(anchors.begin(), anchors.end()) == std::set<int>{0, 1});
}

TEST_CASE("max_min: zero rows are at distance 1 from everything, other zero rows too") {
  // Rows 1 and 3 are zero, 0 and 2 equal. Nearest others: 0, 1, 0, 1 away.
  const std::vector<float> x{3, 4, 0, 0, 6, 8, 0, 0};
  const auto where = line{}.grid(1, 4);
  input::planned made;
  CHECK(expect::anchors(made(vtc::select::max_min{}, on(where, x), vtc::keep(3).in_method_order())) == std::vector<int>{1, 0, 3});
  const std::vector<float> zeros(8, 0.0f);
  CHECK(expect::anchors(made(vtc::select::max_min{}, on(where, zeros), vtc::keep(3).in_method_order())) == std::vector<int>{0, 1, 2});
}

TEST_CASE("max_min is the oracle for every size, width and count") {
  input::planned made;
  int decided = 0, all = 0;
  for (const int n : {2, 3, 7, 16, 49, 196})
    for (int width = 2; width <= 67; width += n == 196 ? 32 : 13)
      for (const int kind : {0, 1}) {
        const auto seed = static_cast<std::uint64_t>(n * 100 + width);
        const std::vector<float> x = kind == 0 ? input::random_rows(n, width, seed) : input::clustered_rows(n, width, 1 + n / 4, seed);
        const auto where = line{}.grid(1, n);
        for (const int k : {1, n / 10, n / 3, n - 1}) {
          if (k < 1 || k >= n) continue;
          INFO(n << " rows of " << width << ", keep " << k);
          ++all;
          const oracle::plan wanted = oracle::max_min(oracle::matrix(x, width), oracle::all(n), k);
          const vtc::plan_view& p = made(vtc::select::max_min{}, on(where, x), vtc::keep(k).in_method_order());
          if (!wanted.decided()) continue;
          ++decided;
          CHECK(expect::difference(p, wanted) == "");
        }
      }
  INFO(decided << " of " << all << " cases decided");
  CHECK(decided > all * 7 / 10);
}

TEST_CASE("max_min: two rows are each other's nearest, so the lower comes first") {
  const std::vector<float> x{1, 0, 0, 1};
  const auto where = line{}.grid(1, 2);
  input::planned made;
  CHECK(expect::anchors(made(vtc::select::max_min{}, on(where, x), vtc::keep(1))) == std::vector<int>{0});
}

TEST_CASE("farthest_point by hand: it starts with the highest score, or the first row, then as max_min") {
  // Unit rows at 0, 10, 90, 100 and 200 degrees.
  const std::vector<float> x{1, 0, 0.9848078f, 0.1736482f, 0, 1, -0.1736482f, 0.9848078f, -0.9396926f, -0.3420201f}, scores{0, 1, 7, 2, 3};
  const auto where = line{}.grid(1, 5);
  input::planned made;
  vtc::inputs in = on(where, x);
  CHECK(expect::anchors(made(vtc::select::farthest_point{}, in, vtc::keep(3).in_method_order())) == std::vector<int>{0, 4, 3});
  in.scores = scores.data();
  CHECK(expect::anchors(made(vtc::select::farthest_point{}, in, vtc::keep(3).in_method_order())) == std::vector<int>{2, 4, 0});
}

TEST_CASE("farthest_point from the row that max_min starts with is max_min") {
  input::planned made;
  for (const int n : {2, 9, 100}) {
    const std::vector<float> x = input::clustered_rows(n, 12, 1 + n / 5, 4);
    const auto where = line{}.grid(1, n);
    vtc::inputs in = on(where, x);
    const expect::plan_copy wanted(made(vtc::select::max_min{}, in, vtc::keep(n / 2).in_method_order()));
    std::vector<float> scores(static_cast<std::size_t>(n), 0.0f);
    scores[static_cast<std::size_t>(wanted.anchor[0])] = 1;
    in.scores = scores.data();
    CHECK(expect::difference(made(vtc::select::farthest_point{}, in, vtc::keep(n / 2).in_method_order()), wanted) == "");
  }
}
