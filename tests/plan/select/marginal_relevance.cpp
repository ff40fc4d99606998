#include "vtc/plan/select/marginal_relevance.hpp"

#include <limits>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "input/views.hpp"
#include "oracle/clusters.hpp"

using vtc::index_t;
using line = vtc::layout_builder<1>;
using vtc::select::marginal_relevance;

TEST_CASE("marginal_relevance by hand: the most important row, then what is important and unlike it") {
  // Rows 0 and 1 alike and important, 2 at a right angle, 3 opposite to 0.
  const std::vector<float> x{1, 0, 1, 0, 0, 1, -1, 0}, scores{1, 0.9f, 0.2f, -0.9f};
  const auto where = line{}.grid(1, 4);
  vtc::inputs in = input::with_metric(where, x);
  in.scores = scores.data();
  marginal_relevance rule{};
  input::planned made;
  // Values .5 .45 .1 -.45: row 0. Then row 1 .45 - .5, row 2 .1 - 0, row 3 -.45 + .5: row 2. Then row 1 -.05, row 3 -.45 - 0: row 1.
  CHECK(expect::anchors(made(rule, in, vtc::keep(3).in_method_order())) == std::vector<int>{0, 2, 1});
  rule.lambda = 1;
  CHECK(expect::anchors(made(rule, in, vtc::keep(3).in_method_order())) == std::vector<int>{0, 1, 2});
  rule.lambda = 0;
  CHECK(expect::anchors(made(rule, in, vtc::keep(3).in_method_order())) == std::vector<int>{0, 3, 2});
  const std::vector<float> bad{std::numeric_limits<float>::quiet_NaN(), 1, std::numeric_limits<float>::infinity(), 0.5f};
  in.scores = bad.data();
  CHECK(expect::anchors(made(marginal_relevance{}, in, vtc::keep(2))) == std::vector<int>{1, 3});
}

TEST_CASE("marginal_relevance is the oracle for every size, width, count and weight") {
  input::planned made;
  int decided = 0, all = 0;
  for (const int n : {2, 3, 7, 49, 196})
    for (int width = 2; width <= 67; width += n == 196 ? 32 : 13)
      for (const float lambda : {0.0f, 0.3f, 0.5f, 1.0f}) {
        const auto seed = static_cast<std::uint64_t>(n * 100 + width);
        const std::vector<float> x = input::clustered_rows(n, width, 1 + n / 4, seed), scores = input::random_rows(1, n, seed + 1);
        const auto where = line{}.grid(1, n);
        vtc::inputs in = input::with_metric(where, x);
        in.scores = scores.data();
        marginal_relevance rule{};
        rule.lambda = lambda;
        const oracle::matrix metric(x, width);
        for (const int k : {1, n / 10, n / 3, n - 1}) {
          if (k < 1 || k >= n) continue;
          INFO(n << " rows of " << width << ", keep " << k << ", lambda " << lambda);
          ++all;
          oracle::plan wanted;
          std::vector<bool> picked(static_cast<std::size_t>(n), false);
          for (int round = 0; round < k; ++round) {
            std::vector<double> value;
            std::vector<int> left;
            for (int i = 0; i < n; ++i) {
              if (picked[static_cast<std::size_t>(i)]) continue;
              double like = round == 0 ? 0 : -2;
              for (const oracle::slot& s : wanted.slots) like = std::max(like, oracle::cosine(metric.row(i), metric.row(s.anchor)));
              left.push_back(i);
              value.push_back(static_cast<double>(lambda) * static_cast<double>(scores[static_cast<std::size_t>(i)]) - (1 - static_cast<double>(lambda)) * like);
            }
            const int best = left[oracle::largest(value, wanted)];
            wanted.pick(best);
            picked[static_cast<std::size_t>(best)] = true;
          }
          const vtc::plan_view& p = made(rule, in, vtc::keep(k).in_method_order());
          if (!wanted.decided(1e-6)) continue;
          ++decided;
          CHECK(expect::difference(p, wanted) == "");
        }
      }
  INFO(decided << " of " << all << " cases decided");
  CHECK(decided > all * 7 / 10);
}
