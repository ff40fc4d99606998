#include "vtc/plan/merge/agglomerative.hpp"

#include <algorithm>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "input/views.hpp"
#include "oracle/clusters.hpp"

using vtc::index_t;
using line = vtc::layout_builder<1>;
using vtc::merge::agglomerative;
using vtc::merge::cluster_distance;

namespace {

// The distance of two clusters from its definition, over all pairs of rows, every time.
oracle::plan atc(const oracle::matrix& x, int k, cluster_distance linkage) {
  oracle::plan p;
  std::vector<std::vector<int>> clusters;
  for (int i = 0; i < x.count(); ++i) clusters.push_back({i});
  while (static_cast<int>(clusters.size()) > k) {
    std::vector<double> near;
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t a = 0; a < clusters.size(); ++a)
      for (std::size_t b = a + 1; b < clusters.size(); ++b) {
        double sum = 0, most = -1, least = 3;
        for (const int i : clusters[a])
          for (const int j : clusters[b]) {
            const double d = 1 - oracle::cosine(x.row(i), x.row(j));
            sum += d;
            most = std::max(most, d);
            least = std::min(least, d);
          }
        const double pairs_of_rows = static_cast<double>(clusters[a].size() * clusters[b].size());
        near.push_back(-(linkage == cluster_distance::average ? sum / pairs_of_rows : linkage == cluster_distance::complete ? most : least));
        pairs.emplace_back(a, b);
      }
    const auto [a, b] = pairs[oracle::largest(near, p)];
    clusters[a].insert(clusters[a].end(), clusters[b].begin(), clusters[b].end());
    clusters.erase(clusters.begin() + static_cast<std::ptrdiff_t>(b));
  }
  for (std::vector<int>& c : clusters) {
    std::sort(c.begin(), c.end());
    oracle::add_group(p, c.front(), c, {});
  }
  return p;
}

}  // namespace

TEST_CASE("agglomerative by hand: a chain, which single linkage follows and complete linkage cuts") {
  // Directions 0, 20, 45, 75, 110 degrees: each step is longer than the one before.
  const std::vector<float> x{1, 0, 0.9397f, 0.3420f, 0.7071f, 0.7071f, 0.2588f, 0.9659f, -0.3420f, 0.9397f};
  const auto where = line{}.grid(1, 5);
  input::planned made;
  agglomerative rule{};
  rule.linkage = cluster_distance::single;
  const expect::plan_copy chain(made(rule, input::with_metric(where, x), vtc::keep(2)));
  CHECK(chain.rows(0) == std::vector<index_t>{0, 1, 2, 3});
  rule.linkage = cluster_distance::complete;  // 0-1, then 2-3 (30) before 01-2 (45), then 23-4 (65) before 01-23 (75)
  const expect::plan_copy halves(made(rule, input::with_metric(where, x), vtc::keep(2)));
  CHECK(halves.rows(0) == std::vector<index_t>{0, 1});
  CHECK(halves.rows(1) == std::vector<index_t>{2, 3, 4});
}

TEST_CASE("agglomerative refuses more than 1024 rows, before any data") {
  const std::vector<float> x(1025 * 2, 1.0f);
  const auto where = line{}.grid(25, 41);
  input::planned made;
  CHECK(made.outcome(agglomerative{}, input::with_metric(where, x), vtc::keep(10)) == vtc::status::bad_shape);
  vtc::bounds b{};
  CHECK(vtc::slots(agglomerative{}, where, vtc::keep(10), b) == vtc::status::bad_shape);
}

TEST_CASE("agglomerative is the oracle for every size, width, count and linkage") {
  input::planned made;
  int decided = 0, all = 0;
  for (const int n : {2, 3, 7, 16, 40})
    for (int width = 2; width <= 67; width += n == 40 ? 32 : 13)
      for (const cluster_distance linkage : {cluster_distance::average, cluster_distance::complete, cluster_distance::single})
        for (const int k : {1, n / 5, n / 2, n - 1}) {
          if (k < 1 || k >= n) continue;
          const std::vector<float> x = input::random_rows(n, width, static_cast<std::uint64_t>(n * 100 + width));
          const auto where = line{}.grid(1, n);
          INFO(n << " rows of " << width << ", keep " << k);
          ++all;
          agglomerative rule{};
          rule.linkage = linkage;
          const oracle::plan wanted = atc(oracle::matrix(x, width), k, linkage);
          const vtc::plan_view& p = made(rule, input::with_metric(where, x), vtc::keep(k));
          if (!wanted.decided(1e-6)) continue;
          ++decided;
          CHECK(expect::difference(p, wanted) == "");
        }
  INFO(decided << " of " << all << " cases decided");
  CHECK(decided > all * 7 / 10);
}
