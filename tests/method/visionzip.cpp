#include <vtc/method/visionzip.hpp>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "input/views.hpp"
#include "oracle/attention.hpp"
#include "oracle/visionzip.hpp"

using vtc::index_t;
using vtc::status;
using line = vtc::layout_builder<1>;

// The planner is tested in plan/merge/dominant_and_contextual.cpp.

namespace {

vtc::method::visionzip with(index_t dominant, index_t contextual, bool normalise = false) {
  vtc::method::visionzip m{};
  m.planner.dominant = dominant;
  m.planner.contextual = contextual;
  m.planner.normalise = normalise;
  return m;
}
constexpr index_t unset = vtc::merge::dominant_and_contextual::unset;

vtc::inputs on(const vtc::layout& where, const std::vector<float>& weights, const std::vector<float>& metric, index_t heads = 1) {
  vtc::inputs in{};
  in.where = where;
  in.attention = input::class_rows(weights, heads);
  in.metric = input::rows_of(metric, where);
  return in;
}

//                               0     1     2     3     4     5
const std::vector<float> six{0.9f, 0.1f, 0.2f, 0.8f, 0.3f, 0.15f};
const std::vector<float> keys{7, 7, 1, 0, 0.6f, 0.8f, 7, -7, 0, 1, 0.9f, 0.1f};

}  // namespace

TEST_CASE("visionzip by hand: two dominant rows, two targets, each other row joins the target it is most like") {
  // Dominant: 0 and 3. The rest is 1 2 4 5, step 2: targets 1 (1,0) and 4 (0,1). 2 (.6,.8) joins 4, 5 (.9,.1) joins 1.
  const auto where = line{}.grid(2, 3);
  input::planned made;
  const vtc::plan_view& p = made(with(unset, 2), on(where, six, keys), vtc::keep(4));
  CHECK(expect::anchors(p) == std::vector<int>{0, 1, 3, 4});
  CHECK(expect::sources(p, 1) == std::vector<int>{1, 5});
  CHECK(expect::sources(p, 3) == std::vector<int>{4, 2});
  CHECK(p.how == vtc::reduction::linear);
  CHECK(p.has(vtc::note::partition));
  const std::vector<float> x{1, 2, 4, 8, 16, 32};
  CHECK(made.apply(vtc::view(x.data(), 6, 1)) == std::vector<float>{1, 2 + 32, 8, 16 + 4});  // added at full weight, as published
  made(with(unset, 2, true), on(where, six, keys), vtc::keep(4));
  CHECK(made.apply(vtc::view(x.data(), 6, 1)) == std::vector<float>{1, 17, 8, 10});
  const vtc::plan_view& q = made(with(unset, 2), on(where, six, keys), vtc::keep(4).in_method_order());
  CHECK(expect::anchors(q) == std::vector<int>{0, 3, 1, 4});
}

TEST_CASE("visionzip: `dominant` counts the class row, as the presets of the paper do") {
  const auto where = line{}.extra(1).grid(2, 3);
  std::vector<float> weights{5};
  weights.insert(weights.end(), six.begin(), six.end());
  std::vector<float> metric{0, 0};
  metric.insert(metric.end(), keys.begin(), keys.end());
  input::planned made;
  // 3 + 2: the class row and two cells, then two contextual rows.
  for (const auto& [m, want] : {std::pair<vtc::method::visionzip, vtc::budget>{with(3, 2), {}}, {with(3, unset), vtc::keep(5)}, {with(unset, 2), vtc::keep(5)}, {with(3, 2), vtc::keep(5)}}) {
    const vtc::plan_view& p = made(m, on(where, weights, metric), want);
    CHECK(expect::anchors(p) == std::vector<int>{0, 1, 2, 4, 5});
    CHECK(expect::sources(p, 2) == std::vector<int>{2, 6});
  }
  const vtc::bounds b = vtc::slots(with(3, 2), where, vtc::budget{});
  CHECK((b.least == 5 && b.most == 5));
}

TEST_CASE("visionzip is the oracle for every size, width, split, class row and number of heads") {
  input::planned made;
  int decided = 0, all = 0;
  for (const int n : {2, 3, 7, 16, 49, 196})
    for (int width = 2; width <= 67; width += n == 196 ? 32 : 13)
      for (const int heads : {1, 3}) {
        const auto seed = static_cast<std::uint64_t>(n * 100 + width + heads);
        const int lead = static_cast<int>(seed % 2);
        const std::vector<float> metric = input::clustered_rows(n + lead, width, 1 + n / 6, seed);
        const std::vector<float> weights = input::random_rows(heads, n + lead, seed + 1);
        std::vector<float> score;
        for (const double s : oracle::mean_attention(weights, heads, 1, n + lead, 0, 1)) score.push_back(static_cast<float>(s));
        std::vector<int> candidates, kept;
        for (int i = 0; i < n + lead; ++i) (i < lead ? kept : candidates).push_back(i);
        const auto where = line{}.extra(lead).grid(1, n);
        for (const int k : {n - 1, (2 * n) / 3, n / 2, 2})
          for (const int contextual : {0, 1, k / 3, k}) {
            if (k < 1 || k >= n || contextual > k) continue;
            INFO(n << " rows of " << width << ", keep " << k << ", " << contextual << " of them contextual");
            ++all;
            oracle::plan wanted = oracle::visionzip(score, oracle::matrix(metric, width), candidates, k - contextual, contextual, k % 2 == 0);
            const vtc::plan_view& p =
                made(with(unset, contextual, k % 2 == 0), on(where, weights, metric, heads), vtc::keep(k + lead).in_method_order());
            if (!wanted.decided()) continue;
            ++decided;
            wanted.in_method_order(kept);
            CHECK(expect::difference(p, wanted) == "");
          }
      }
  INFO(decided << " of " << all << " cases decided");
  CHECK(decided > all * 8 / 10);
}
