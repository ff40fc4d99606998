#include "vtc/plan/merge/density_peaks.hpp"

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "input/views.hpp"
#include "oracle/clusters.hpp"

using vtc::index_t;
using line = vtc::layout_builder<1>;
using vtc::merge::density_peaks;

TEST_CASE("density_peaks by hand: two heaps on a line, a centre in each") {
  // Points 0 1 2 and 10 11 12.1: with three neighbours the middles are the densest, (0 + 1 + 1) / 3; the second middle is a little less dense.
  const std::vector<float> x{0, 1, 2, 10, 11, 12.1f};
  const auto where = line{}.grid(1, 6);
  density_peaks rule{};
  rule.neighbours = 2;
  input::planned made;
  const expect::plan_copy p(made(rule, input::with_metric(where, x), vtc::keep(2)));
  REQUIRE(p.slots() == 2);
  CHECK(p.rows(0) == std::vector<index_t>{0, 1, 2});
  CHECK(p.rows(1) == std::vector<index_t>{3, 4, 5});
}

TEST_CASE("density_peaks: equal rows, the lower is denser; far rows do not vanish; int8 rows with scales of their own") {
  const auto where = line{}.grid(1, 4);
  input::planned made;
  CHECK(expect::anchors(made(density_peaks{}, input::with_metric(where, std::vector<float>(8, 1.0f)), vtc::keep(2).in_method_order())) == std::vector<int>{0, 1});
  // Rows so far apart that exp(-distance) is 0: three heaps still come apart.
  const std::vector<float> far{0, 0, 1, 0, 5000, 0, 0, 9000};
  const expect::plan_copy p(made(density_peaks{}, input::with_metric(where, far), vtc::keep(3)));
  CHECK(p.rows(0) == std::vector<index_t>{0, 1});
  // The same numbers as int8 times a factor a row.
  const std::vector<std::int8_t> q{0, 0, 1, 0, 50, 0, 0, 90};
  const std::vector<float> factor{1, 1, 100, 100};
  vtc::inputs in{};
  in.where = where;
  in.metric = vtc::view(q.data(), 4, 2, vtc::affine{1.0f, 0, factor.data()});
  CHECK(expect::difference(made(density_peaks{}, in, vtc::keep(3)), p) == "");
}

TEST_CASE("density_peaks is the oracle for every size, width and count, with sizes, too") {
  input::planned made;
  int decided = 0, all = 0;
  for (const int n : {2, 3, 7, 16, 49, 130})
    for (int width = 2; width <= 67; width += n == 130 ? 32 : 13)
      for (const bool sized : {false, true}) {
        const auto seed = static_cast<std::uint64_t>(n * 100 + width);
        const std::vector<float> x = input::random_rows(n, width, seed);
        std::vector<float> sizes;
        for (int i = 0; i < n; ++i) sizes.push_back(static_cast<float>(1 + i % 4));
        const auto where = line{}.grid(1, n);
        vtc::inputs in = input::with_metric(where, x);
        if (sized) in.sizes = sizes.data();
        for (const int k : {1, n / 5, n / 2, n - 1}) {
          if (k < 1 || k >= n) continue;
          INFO(n << " rows of " << width << ", keep " << k);
          ++all;
          const oracle::plan wanted = oracle::dpc_knn(oracle::matrix(x, width), k, 5, std::vector<double>(sizes.begin(), sizes.begin() + (sized ? n : 0)));
          const vtc::plan_view& p = made(density_peaks{}, in, vtc::keep(k).in_method_order());
          if (!wanted.decided(1e-6)) continue;
          ++decided;
          CHECK(expect::difference(p, wanted) == "");
        }
      }
  INFO(decided << " of " << all << " cases decided");
  CHECK(decided > all * 5 / 10);
}
