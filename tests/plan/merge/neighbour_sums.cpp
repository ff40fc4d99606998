#include "vtc/plan/merge/neighbour_sums.hpp"

#include <algorithm>
#include <limits>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "input/views.hpp"
#include "oracle/clusters.hpp"
#include "vtc/method/prumerge.hpp"

using vtc::index_t;
using line = vtc::layout_builder<1>;
using vtc::merge::neighbour_sums;
using vtc::merge::neighbour_sums_and_grid;

namespace {

// What LLaVA-PruMerge makes of the rows that are kept (reference/algorithms 3), in this order.
oracle::plan sums(const oracle::matrix& metric, const std::vector<double>& score, const std::vector<int>& kept, int neighbours) {
  oracle::plan p;
  for (const int i : kept) {
    std::vector<int> others;
    std::vector<double> like;
    for (int j = 0; j < metric.count(); ++j)
      if (j != i) {
        others.push_back(j);
        like.push_back(oracle::cosine(metric.row(i), metric.row(j)));
      }
    oracle::plan unused;
    const std::vector<int> order = oracle::by_falling(like, unused);
    const auto k = std::min<std::size_t>(static_cast<std::size_t>(neighbours), order.size());
    if (k > 0 && k < order.size()) p.decide(like[static_cast<std::size_t>(order[k - 1])], like[static_cast<std::size_t>(order[k])]);
    oracle::slot s{i, {{i, 1.0}}};
    for (std::size_t n = 0; n < k; ++n) {
      const int j = others[static_cast<std::size_t>(order[n])];
      s.entries.push_back({j, score[static_cast<std::size_t>(j)]});
    }
    std::sort(s.entries.begin(), s.entries.end(), [](const oracle::entry& a, const oracle::entry& b) { return a.source < b.source; });
    p.slots.push_back(s);
  }
  oracle::slot rest{-1, {}};
  double most = -1;
  for (int j = 0; j < metric.count(); ++j) {
    if (std::find(kept.begin(), kept.end(), j) != kept.end()) continue;
    rest.entries.push_back({j, score[static_cast<std::size_t>(j)]});
    if (std::abs(score[static_cast<std::size_t>(j)]) > most) {
      most = std::abs(score[static_cast<std::size_t>(j)]);
      rest.anchor = j;
    }
  }
  if (!rest.entries.empty()) p.slots.push_back(rest);
  return p;
}

}  // namespace

TEST_CASE("neighbour_sums by hand: the best rows take in their nearest ones, one more row holds the rest") {
  // Rows 0 and 1 alike, 2 and 3 alike, 4 alone. Scores as weights.
  const std::vector<float> keys{1, 0, 2, 0, 0, 1, 0, 3, -1, -1}, scores{5, 1, 2, 4, 3}, x{1, 10, 100, 1000, 10000};
  const auto where = line{}.grid(1, 5);
  vtc::inputs in = input::with_metric(where, keys);
  in.scores = scores.data();
  neighbour_sums rule{};
  rule.neighbours = 1;
  input::planned made;
  const expect::plan_copy p(made(rule, in, vtc::keep(3)));
  CHECK(p.anchor == std::vector<index_t>{0, 3, 4});  // the rest's largest score is row 4's
  CHECK(p.appended == 1);
  CHECK((p.notes & vtc::note::partition) == 0);
  CHECK(made.apply(vtc::view(x.data(), 5, 1)) == std::vector<float>{1 + 1 * 10, 1000 + 2 * 100, 1 * 10 + 2 * 100 + 3 * 10000});
  rule.normalise = true;
  made(rule, in, vtc::keep(3));
  CHECK(made.apply(vtc::view(x.data(), 5, 1))[0] == Approx(11.0 / 2));
  CHECK(made.apply(vtc::view(x.data(), 5, 1))[1] == Approx(1200.0 / 3));
  rule.neighbours = 0;
  CHECK(expect::plan_copy(made(rule, in, vtc::keep(3))).rows(0) == std::vector<index_t>{0});
  rule.neighbours = 100;  // more than there are
  CHECK(expect::plan_copy(made(rule, in, vtc::keep(3))).rows(0).size() == 5);
}

TEST_CASE("neighbour_sums: without a budget the outliers are kept, at least one; scores that are not finite weigh nothing") {
  std::vector<float> scores(20, 1.0f);
  for (std::size_t i = 0; i < 20; ++i) scores[i] += 0.01f * static_cast<float>(i % 5);
  const std::vector<float> keys = input::random_rows(20, 3, 7);
  const auto where = line{}.grid(1, 20);
  vtc::inputs in = input::with_metric(where, keys);
  in.scores = scores.data();
  input::planned made;
  CHECK(made(neighbour_sums{}, in).slot_count == 2);                            // none stands out
  CHECK(made(neighbour_sums{}, in, vtc::budget{}.as_published()).slot_count == 1);  // published: the rest alone
  scores[4] = scores[9] = 50;
  CHECK(expect::anchors(made(neighbour_sums{}, in)) == std::vector<int>{4, 9, 14});
  CHECK(made(neighbour_sums{}, in, vtc::keep_outliers().at_least(6)).slot_count == 6);
  scores[3] = std::numeric_limits<float>::quiet_NaN();
  const vtc::plan_view& p = made(neighbour_sums{}, in);
  bool finite = true;
  for (index_t e = 0; e < p.entry_count; ++e) finite = finite && vtc::is_finite(p.weight[e]);
  CHECK(finite);
}

TEST_CASE("neighbour_sums_and_grid: even steps stand beside the outliers, behind them in method order") {
  std::vector<float> scores(24, 1.0f);
  scores[5] = 30;
  scores[20] = 40;
  const std::vector<float> keys = input::random_rows(24, 3, 8);
  const auto where = line{}.grid(1, 24);
  vtc::inputs in = input::with_metric(where, keys);
  in.scores = scores.data();
  input::planned made;
  // 24 / 2 = 12, a third of it 4: rows 0 4 8 12 16 20.
  CHECK(expect::anchors(made(neighbour_sums_and_grid{}, in, vtc::budget{}.in_method_order())) == std::vector<int>{20, 5, 0, 4, 8, 12, 16, 1});
  // K = 6: two outliers, three of the 22 others at their middles: places 3, 11, 18, and the rest.
  CHECK(expect::anchors(made(neighbour_sums_and_grid{}, in, vtc::keep(6))) == std::vector<int>{3, 5, 12, 19, 20, 0});
  CHECK(made(neighbour_sums_and_grid{}, in, vtc::keep(2)).slot_count == 2);  // fewer than the outliers: the best
  CHECK(expect::anchors(made(neighbour_sums_and_grid{}, in, vtc::keep(2)))[0] == 20);
  for (index_t k = 1; k < 24; ++k) CHECK(made(neighbour_sums_and_grid{}, in, vtc::keep(k)).slot_count == k);
}

TEST_CASE("prumerge drops the class row as published, and keeps it otherwise") {
  const std::vector<float> x = input::random_rows(13, 4, 11);
  const auto where = line{}.extra(1).grid(3, 4);
  vtc::inputs in = input::with_metric(where, x);
  in.projections = {in.metric, in.metric, 1, 0.0f, 0};
  input::planned made;
  const expect::plan_copy ours(made(vtc::method::prumerge{}, in, vtc::keep(5)));
  CHECK(ours.slots() == 5);
  CHECK(ours.anchor[0] == 0);
  const expect::plan_copy published(made(vtc::method::prumerge{}, in, vtc::budget{}.as_published()));
  CHECK(std::count(published.source.begin(), published.source.end(), 0) == 0);
  in.projections.class_row = vtc::none;  // nobody asked alone: nothing to drop
  const expect::plan_copy no_class(made(vtc::method::prumerge{}, in, vtc::budget{}.as_published()));
  CHECK(no_class.anchor[0] == 0);
}

TEST_CASE("neighbour_sums is the oracle for every size, width, count and number of neighbours") {
  input::planned made;
  int decided = 0, all = 0;
  for (const int n : {2, 3, 7, 49, 196})
    for (int width = 2; width <= 67; width += n == 196 ? 32 : 13)
      for (const int neighbours : {1, 5, 32}) {
        const auto seed = static_cast<std::uint64_t>(n * 100 + width);
        const std::vector<float> keys = input::random_rows(n, width, seed), scores = input::random_rows(1, n, seed + 1);
        const auto where = line{}.grid(1, n);
        vtc::inputs in = input::with_metric(where, keys);
        in.scores = scores.data();
        neighbour_sums rule{};
        rule.neighbours = neighbours;
        for (const int k : {1, 2, n / 3, n - 1}) {
          if (k < 1 || k >= n) continue;
          INFO(n << " rows of " << width << ", keep " << k << ", neighbours " << neighbours);
          ++all;
          const std::vector<double> score(scores.begin(), scores.end());
          oracle::plan unused;
          std::vector<int> kept = oracle::by_falling(score, unused);
          kept.resize(static_cast<std::size_t>(k - 1));
          const oracle::plan wanted = sums(oracle::matrix(keys, width), score, kept, neighbours);
          const vtc::plan_view& p = made(rule, in, vtc::keep(k).in_method_order());
          if (!wanted.decided()) continue;
          ++decided;
          CHECK(expect::difference(p, wanted) == "");
        }
      }
  INFO(decided << " of " << all << " cases decided");
  CHECK(decided > all * 7 / 10);
}
