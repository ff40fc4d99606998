#include "vtc/plan/merge/cluster_medoids.hpp"

#include <algorithm>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "input/views.hpp"
#include "oracle/clusters.hpp"

using vtc::index_t;
using line = vtc::layout_builder<1>;
using vtc::merge::cluster_medoids;

namespace {

oracle::plan kmedoids(const oracle::matrix& x, std::vector<int> medoid, int iterations, const std::vector<double>& weights) {
  oracle::plan p;
  const int n = x.count();
  std::vector<std::vector<int>> rows;
  for (int round = 0; round <= iterations; ++round) {
    rows.assign(medoid.size(), {});
    for (int i = 0; i < n; ++i) {
      const auto itself = std::find(medoid.begin(), medoid.end(), i);
      std::vector<double> like;
      for (const int m : medoid) like.push_back(oracle::cosine(x.row(i), x.row(m)));
      rows[itself != medoid.end() ? static_cast<std::size_t>(itself - medoid.begin()) : oracle::largest(like, p)].push_back(i);
    }
    if (round == iterations) break;
    std::vector<int> next;
    for (const std::vector<int>& cluster : rows) {
      std::vector<double> gain;
      for (const int i : cluster) {
        double cost = 0;
        for (const int j : cluster)
          if (j != i) cost += weights[static_cast<std::size_t>(j)] * (1 - oracle::cosine(x.row(i), x.row(j)));
        gain.push_back(-cost);
      }
      next.push_back(cluster[oracle::largest(gain, p)]);
    }
    if (next == medoid) break;
    medoid = next;
  }
  for (std::size_t g = 0; g < rows.size(); ++g) oracle::add_group(p, medoid[g], rows[g], {});
  return p;
}

}  // namespace

TEST_CASE("cluster_medoids by hand: the medoid moves to the middle of its cluster") {
  // Directions 0, 10 and 20 degrees, and 90: the first medoids are rows 0 and 3; the middle of the first cluster is row 1.
  const std::vector<float> x{1, 0, 0.9848078f, 0.1736482f, 0.9396926f, 0.3420201f, 0, 1};
  const auto where = line{}.grid(1, 4);
  input::planned made;
  cluster_medoids rule{};
  const expect::plan_copy p(made(rule, input::with_metric(where, x), vtc::keep(2)));
  CHECK(p.anchor == std::vector<index_t>{1, 3});
  CHECK(p.rows(0) == std::vector<index_t>{0, 1, 2});
  rule.iterations = 0;
  CHECK(expect::anchors(made(rule, input::with_metric(where, x), vtc::keep(2))) == std::vector<int>{0, 3});
  // A heavy row draws the medoid to itself; the heaviest are the first medoids.
  const std::vector<float> scores{1, 1, 50, 2};
  vtc::inputs in = input::with_metric(where, x);
  in.scores = scores.data();
  CHECK(expect::anchors(made(cluster_medoids{}, in, vtc::keep(2))) == std::vector<int>{2, 3});
}

TEST_CASE("cluster_medoids is the oracle for every size, width and count, weighted or not") {
  input::planned made;
  int decided = 0, all = 0;
  for (const int n : {2, 3, 7, 16, 49, 130})
    for (int width = 2; width <= 67; width += n == 130 ? 32 : 13)
      for (const bool weighted : {false, true}) {
        const auto seed = static_cast<std::uint64_t>(n * 100 + width);
        const std::vector<float> x = input::random_rows(n, width, seed);
        std::vector<float> scores;
        for (int i = 0; i < n; ++i) scores.push_back(0.25f + static_cast<float>((i * 37) % 101));
        const auto where = line{}.grid(1, n);
        vtc::inputs in = input::with_metric(where, x);
        for (const int k : {1, n / 5, n / 2, n - 1}) {
          if (k < 1 || k >= n) continue;
          INFO(n << " rows of " << width << ", keep " << k);
          ++all;
          oracle::plan unused;
          std::vector<double> weights(static_cast<std::size_t>(n), 1.0);
          std::vector<int> start = {0};
          if (weighted) {
            in.scores = scores.data();
            weights.assign(scores.begin(), scores.end());
            start = oracle::by_falling(weights, unused);
            start.resize(static_cast<std::size_t>(k));
          } else {  // farthest first, as farthest_point, which has a test of its own
            in.scores = nullptr;
            start = expect::anchors(made(vtc::select::farthest_point{}, in, vtc::keep(k).in_method_order()));
          }
          const oracle::plan wanted = kmedoids(oracle::matrix(x, width), start, 5, weights);
          const vtc::plan_view& p = made(cluster_medoids{}, in, vtc::keep(k).in_method_order());
          if (!wanted.decided(1e-6)) continue;
          ++decided;
          CHECK(expect::difference(p, wanted) == "");
        }
      }
  INFO(decided << " of " << all << " cases decided");
  CHECK(decided > all * 5 / 10);
}
