#include "vtc/plan/merge/destinations.hpp"

#include <set>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "input/views.hpp"
#include "oracle/clusters.hpp"

using vtc::index_t;
using line = vtc::layout_builder<1>;
using vtc::merge::random_destinations;
using vtc::merge::strided_destinations;

namespace {

std::vector<int> evenly(int n, int k) {
  std::vector<int> list;
  for (int g = 1; g <= k; ++g) list.push_back(g * n / k - 1);
  return list;
}

}  // namespace

TEST_CASE("strided_destinations by hand: the last row of each run takes in who resembles it, near or far") {
  // Seven rows, east or north; destinations of three runs: 1, 3, 6.
  const std::vector<float> x{1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 1, 1};
  const auto where = line{}.grid(1, 7);
  input::planned made;
  const expect::plan_copy p(made(strided_destinations{}, input::with_metric(where, x), vtc::keep(3)));
  CHECK(p.anchor == std::vector<index_t>{1, 3, 6});
  CHECK(p.rows(0) == std::vector<index_t>{1, 4});
  CHECK(p.rows(1) == std::vector<index_t>{0, 2, 3, 5});
  CHECK(p.rows(2) == std::vector<index_t>{6});
}

TEST_CASE("strided_destinations: a stride counts by itself; as published the tail is dropped, and else never") {
  const std::vector<float> x = input::random_rows(11, 5, 3);
  const auto where = line{}.grid(1, 11);
  strided_destinations rule{};
  rule.stride = 3;
  input::planned made;
  const expect::plan_copy ours(made(rule, input::with_metric(where, x)));
  CHECK(ours.anchor == std::vector<index_t>{2, 6, 10});
  CHECK(ours.source.size() == 11);
  const expect::plan_copy published(made(rule, input::with_metric(where, x), vtc::budget{}.as_published()));
  CHECK(published.anchor == std::vector<index_t>{2, 5, 8});
  CHECK(std::set<index_t>(published.source.begin(), published.source.end()) == std::set<index_t>{0, 1, 2, 3, 4, 5, 6, 7, 8});
  rule.stride = 100;  // more than there are
  CHECK(made(rule, input::with_metric(where, x)).slot_count == 1);
  CHECK(made.outcome(strided_destinations{}, input::with_metric(where, x)) == vtc::status::needs_budget);
}

TEST_CASE("random_destinations: every seed draws K rows, every row is drawn, and the same seed draws the same") {
  const std::vector<float> x = input::random_rows(10, 4, 4);
  const auto where = line{}.grid(1, 10);
  input::planned made;
  std::set<int> seen;
  for (index_t seed = 0; seed < 40; ++seed) {
    random_destinations rule{};
    rule.seed = seed;
    const std::vector<int> anchors = expect::anchors(made(rule, input::with_metric(where, x), vtc::keep(3)));
    CHECK(anchors.size() == 3);
    CHECK(expect::anchors(made(rule, input::with_metric(where, x), vtc::keep(3))) == anchors);
    seen.insert(anchors.begin(), anchors.end());
  }
  CHECK(seen.size() == 10);
}

TEST_CASE("destinations are the oracle's for every size, width and count, with sizes, too") {
  input::planned made;
  int decided = 0, all = 0;
  for (const int n : {2, 3, 7, 49, 196})
    for (int width = 2; width <= 67; width += n == 196 ? 32 : 13)
      for (const bool sized : {false, true}) {
        const auto seed = static_cast<std::uint64_t>(n * 100 + width);
        const std::vector<float> x = input::clustered_rows(n, width, 1 + n / 4, seed);
        std::vector<float> sizes;
        for (int i = 0; i < n; ++i) sizes.push_back(static_cast<float>(1 + i % 4));
        const auto where = line{}.grid(1, n);
        vtc::inputs in = input::with_metric(where, x);
        if (sized) in.sizes = sizes.data();
        const std::vector<double> weights(sizes.begin(), sizes.begin() + (sized ? n : 0));
        for (const int k : {1, n / 5, n / 2, n - 1}) {
          if (k < 1 || k >= n) continue;
          INFO(n << " rows of " << width << ", keep " << k);
          ++all;
          const oracle::plan wanted = oracle::join_destinations(oracle::matrix(x, width), evenly(n, k), weights);
          const std::vector<int> drawn = expect::anchors(made(random_destinations{}, in, vtc::keep(k).in_method_order()));
          const oracle::plan wanted_by_lot = oracle::join_destinations(oracle::matrix(x, width), drawn, weights);
          if (wanted_by_lot.decided()) CHECK(expect::difference(made.plan.view(), wanted_by_lot) == "");
          if (!wanted.decided()) continue;
          ++decided;
          CHECK(expect::difference(made(strided_destinations{}, in, vtc::keep(k).in_method_order()), wanted) == "");
        }
      }
  INFO(decided << " of " << all << " cases decided");
  CHECK(decided > all * 7 / 10);
}
