#include "vtc/plan/merge/dominant_and_contextual.hpp"

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "input/views.hpp"
#include "oracle/visionzip.hpp"

using vtc::index_t;
using vtc::status;
using line = vtc::layout_builder<1>;

namespace {

vtc::merge::dominant_and_contextual with(index_t dominant, index_t contextual, bool normalise = false) {
  vtc::merge::dominant_and_contextual m{};
  m.dominant = dominant;
  m.contextual = contextual;
  m.normalise = normalise;
  return m;
}
constexpr index_t unset = vtc::merge::dominant_and_contextual::unset;

vtc::inputs on(const vtc::layout& where, const std::vector<float>& scores, const std::vector<float>& metric) {
  vtc::inputs in{};
  in.where = where;
  in.scores = scores.data();
  in.metric = input::rows_of(metric, where);
  return in;
}

//                               0     1     2     3     4     5
const std::vector<float> six{0.9f, 0.1f, 0.2f, 0.8f, 0.3f, 0.15f};
const std::vector<float> keys{7, 7, 1, 0, 0.6f, 0.8f, 7, -7, 0, 1, 0.9f, 0.1f};

}  // namespace

TEST_CASE("dominant_and_contextual by hand: two dominant rows, two targets, each other row joins the target it is most like") {
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

TEST_CASE("dominant_and_contextual: a target adds the mean of its members, and stays as it is without any") {
  // Dominant 0. The rest 1 .. 5, step 2, targets 1 and 3; all others are like 1.
  const std::vector<float> metric{1, 1, 1, 0, 1, 0, 0, 1, 1, 0, 1, 0};
  const auto where = line{}.grid(2, 3);
  input::planned made;
  const std::vector<float> weights{9, 1, 1, 1, 1, 1};
  made(with(1, 2), on(where, weights, metric), vtc::keep(3));
  const std::vector<float> x{1, 2, 4, 8, 16, 32};
  CHECK(made.apply(vtc::view(x.data(), 6, 1)) == std::vector<float>{1, 2 + (4 + 16 + 32) / 3.0f, 8});
  made(with(1, 2, true), on(where, weights, metric), vtc::keep(3));
  CHECK(made.apply(vtc::view(x.data(), 6, 1))[2] == 8);
  CHECK(made.sizes() == std::vector<float>{1, 4, 1});
}

TEST_CASE("dominant_and_contextual: `dominant` counts the class row, as the presets of the paper do") {
  const auto where = line{}.extra(1).grid(2, 3);
  std::vector<float> weights{5};
  weights.insert(weights.end(), six.begin(), six.end());
  std::vector<float> metric{0, 0};
  metric.insert(metric.end(), keys.begin(), keys.end());
  input::planned made;
  // 3 + 2: the class row and two cells, then two contextual rows.
  for (const auto& [m, want] : {std::pair<vtc::merge::dominant_and_contextual, vtc::budget>{with(3, 2), {}}, {with(3, unset), vtc::keep(5)}, {with(unset, 2), vtc::keep(5)}, {with(3, 2), vtc::keep(5)}}) {
    const vtc::plan_view& p = made(m, on(where, weights, metric), want);
    CHECK(expect::anchors(p) == std::vector<int>{0, 1, 2, 4, 5});
    CHECK(expect::sources(p, 2) == std::vector<int>{2, 6});
  }
  const vtc::bounds b = vtc::slots(with(3, 2), where, vtc::budget{});
  CHECK((b.least == 5 && b.most == 5));
}

TEST_CASE("dominant_and_contextual: 16 percent of K are contextual when nothing is said, 10 of 64") {
  const int n = 120;
  const std::vector<float> weights = input::random_rows(1, n, 1), metric = input::random_rows(n, 8, 2);
  const auto where = line{}.grid(10, 12);
  input::planned made;
  for (const auto& [k, contextual] : {std::pair<int, int>{64, 10}, {50, 8}, {7, 1}, {6, 0}, {1, 0}}) {
    const vtc::plan_view& p = made(vtc::merge::dominant_and_contextual{}, on(where, weights, metric), vtc::keep(k).in_method_order());
    int merged = 0;
    for (int s = 0; s < p.slot_count; ++s) merged += p.slot_begin[s + 1] - p.slot_begin[s] > 1;
    CHECK(merged <= contextual);
    const vtc::plan_view& q = made(with(unset, contextual), on(where, weights, metric), vtc::keep(k).in_method_order());
    int same = 0;
    for (int s = 0; s < q.slot_count; ++s) same += q.slot_begin[s + 1] - q.slot_begin[s] > 1;
    CHECK(same == merged);
    CHECK((merged > 0) == (contextual > 0));
  }
}

TEST_CASE("dominant_and_contextual: no contextual rows, and no dominant ones, are both possible") {
  const auto where = line{}.grid(2, 3);
  input::planned made;
  CHECK(expect::anchors(made(with(unset, 0), on(where, six, keys), vtc::keep(3))) == std::vector<int>{0, 3, 4});
  const vtc::plan_view& p = made(with(0, unset), on(where, six, keys), vtc::keep(3));
  CHECK(expect::anchors(p) == std::vector<int>{0, 2, 4});  // every second row is a target
  CHECK(p.entry_count == 6);
}

TEST_CASE("dominant_and_contextual: options that contradict the count or each other are refused, by slots() as well") {
  const auto where = line{}.extra(2).grid(2, 3);
  std::vector<float> weights(8, 0.5f), metric(16, 1);
  input::planned made;
  vtc::bounds b{};
  for (const auto& [m, want] : {std::pair<vtc::merge::dominant_and_contextual, vtc::budget>{with(3, 2), vtc::keep(6)},   // 5 are not 6
                                {with(unset, 5), vtc::keep(6)},                                             // leaves -1 dominant cell beside two kept rows
                                {with(1, unset), vtc::keep(6)},                                             // two rows are kept already
                                {with(7, unset), vtc::keep(6)}}) {
    CHECK(made.outcome(m, on(where, weights, metric), want) == status::option_out_of_range);
    CHECK(vtc::slots(m, where, want, b) == status::option_out_of_range);
  }
  CHECK(made.outcome(with(3, unset), on(where, weights, metric)) == status::needs_budget);
  CHECK(made.outcome(with(1, 0), on(where, weights, metric)) == status::keep_below_protected);
  CHECK(made(with(100, 100), on(where, weights, metric)).slot_count == 8);  // more than there are: the identity
  CHECK(made.plan.view().has(vtc::note::identity));
}

TEST_CASE("dominant_and_contextual is the oracle for every size, width, split and class row") {
  input::planned made;
  int decided = 0, all = 0;
  for (const int n : {2, 3, 7, 16, 49, 196})
    for (int width = 2; width <= 67; width += n == 196 ? 32 : 13)
      for (const int lead : {0, 1}) {
        const auto seed = static_cast<std::uint64_t>(n * 100 + width + lead);
        const std::vector<float> metric = input::clustered_rows(n + lead, width, 1 + n / 6, seed);
        const std::vector<float> score = input::random_rows(1, n + lead, seed + 1);
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
                made(with(unset, contextual, k % 2 == 0), on(where, score, metric), vtc::keep(k + lead).in_method_order());
            if (!wanted.decided()) continue;
            ++decided;
            wanted.in_method_order(kept);
            CHECK(expect::difference(p, wanted) == "");
          }
      }
  INFO(decided << " of " << all << " cases decided");
  CHECK(decided > all * 8 / 10);
}
