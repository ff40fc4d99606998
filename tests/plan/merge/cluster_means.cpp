#include "vtc/plan/merge/cluster_means.hpp"

#include <algorithm>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "input/views.hpp"
#include "oracle/clusters.hpp"

using vtc::index_t;
using line = vtc::layout_builder<1>;
using vtc::merge::cluster_means;
using vtc::merge::weighted_cluster_means;

namespace {

// Lloyd's rule in double precision, from even steps; an empty cluster takes the row farthest from its mean.
oracle::plan kmeans(const oracle::matrix& x, int k, int iterations, const std::vector<double>& weights) {
  oracle::plan p;
  const int n = x.count();
  std::vector<int> group(static_cast<std::size_t>(n), -1), next(group.size(), 0);
  std::vector<double> far(group.size(), 0.0);
  for (int g = 0; g < k; ++g) group[static_cast<std::size_t>((2 * g + 1) * n / (2 * k))] = g;
  for (int round = 0; round < iterations; ++round) {
    std::vector<std::vector<double>> mean;
    for (int g = 0; g < k; ++g) {
      std::vector<int> rows;
      for (int i = 0; i < n; ++i)
        if (group[static_cast<std::size_t>(i)] == g) rows.push_back(i);
      mean.push_back(oracle::mean_row(x, rows, weights));
    }
    for (int i = 0; i < n; ++i) {
      std::vector<double> near;
      for (const auto& m : mean) {
        double d = 0;
        for (int c = 0; c < x.width; ++c) d += (x.at(i, c) - m[static_cast<std::size_t>(c)]) * (x.at(i, c) - m[static_cast<std::size_t>(c)]);
        near.push_back(-d);
      }
      const std::size_t best = oracle::largest(near, p);
      next[static_cast<std::size_t>(i)] = static_cast<int>(best);
      far[static_cast<std::size_t>(i)] = -near[best];
    }
    for (int g = 0; g < k; ++g) {
      if (std::count(next.begin(), next.end(), g) > 0) continue;
      std::vector<double> distance;
      std::vector<int> rows;
      for (int i = 0; i < n; ++i)
        if (std::count(next.begin(), next.end(), next[static_cast<std::size_t>(i)]) > 1) {
          rows.push_back(i);
          distance.push_back(far[static_cast<std::size_t>(i)]);
        }
      const int row = rows[oracle::largest(distance, p)];
      next[static_cast<std::size_t>(row)] = g;
      far[static_cast<std::size_t>(row)] = 0;
    }
    const bool same = next == group;
    group = next;
    if (same) break;
  }
  for (int g = 0; g < k; ++g) {
    std::vector<int> rows;
    std::vector<double> near;
    for (int i = 0; i < n; ++i)
      if (group[static_cast<std::size_t>(i)] == g) {
        rows.push_back(i);
        near.push_back(-far[static_cast<std::size_t>(i)]);
      }
    oracle::add_group(p, rows[oracle::largest(near, p)], rows, weights);
  }
  return p;
}

}  // namespace

TEST_CASE("cluster_means by hand: two heaps on a line come apart wherever the means start") {
  const std::vector<float> x{0, 1, 2, 100, 101, 103};
  const auto where = line{}.grid(1, 6);
  input::planned made;
  const expect::plan_copy p(made(cluster_means{}, input::with_metric(where, x), vtc::keep(2)));
  CHECK(p.anchor == std::vector<index_t>{1, 4});
  CHECK(p.rows(0) == std::vector<index_t>{0, 1, 2});
  CHECK(p.rows(1) == std::vector<index_t>{3, 4, 5});
  const std::vector<std::int8_t> q{0, 1, 2, 50, 101, 103};  // int8 with a factor a row: 50 stands for 100
  const std::vector<float> factor{1, 1, 1, 2, 1, 1};
  vtc::inputs in{};
  in.where = where;
  in.metric = vtc::view(q.data(), 6, 1, vtc::affine{1.0f, 0, factor.data()});
  CHECK(expect::difference(made(cluster_means{}, in, vtc::keep(2)), p) == "");
}

TEST_CASE("cluster_means: equal rows fill every cluster, the farthest row fills an empty one") {
  const auto where = line{}.grid(1, 6);
  input::planned made;
  for (index_t k = 1; k < 6; ++k) CHECK(made(cluster_means{}, input::with_metric(where, std::vector<float>(6, 2.0f)), vtc::keep(k)).slot_count == k);
  // Starts at rows 1, 3, 5; row 5 equals row 3, so its cluster is empty; row 0 is farthest from its mean.
  const expect::plan_copy p(made(cluster_means{}, input::with_metric(where, {9, 1, 1, 0, 0, 0}), vtc::keep(3)));
  CHECK(p.anchor == std::vector<index_t>{0, 1, 3});
}

TEST_CASE("weighted_cluster_means by hand: means lean to the weights, rows without any count alike") {
  const std::vector<float> x{0, 1, 50, 51}, scores{3, 1, 0, -4};
  const auto where = line{}.grid(1, 4);
  vtc::inputs in = input::with_metric(where, x);
  in.scores = scores.data();
  input::planned made;
  made(weighted_cluster_means{}, in, vtc::keep(2));
  CHECK(made.apply(vtc::view(x.data(), 4, 1)) == std::vector<float>{0.25f, 50.5f});
}

TEST_CASE("cluster_means and weighted_cluster_means are the oracle's for every size, width and count") {
  input::planned made;
  int decided = 0, all = 0;
  for (const int n : {2, 3, 7, 16, 49, 130})
    for (int width = 2; width <= 67; width += n == 130 ? 32 : 13)
      for (const int kind : {0, 1, 2}) {
        const auto seed = static_cast<std::uint64_t>(n * 100 + width);
        const std::vector<float> x = input::clustered_rows(n, width, 1 + n / 4, seed);
        std::vector<float> sizes, scores;
        for (int i = 0; i < n; ++i) {
          sizes.push_back(static_cast<float>(1 + i % 4));
          scores.push_back(0.25f + static_cast<float>(i * 7 % 11));
        }
        const auto where = line{}.grid(1, n);
        vtc::inputs in = input::with_metric(where, x);
        in.scores = scores.data();
        if (kind > 0) in.sizes = sizes.data();
        std::vector<double> weights;
        for (std::size_t i = 0; kind > 0 && i < sizes.size(); ++i) weights.push_back(static_cast<double>(sizes[i]) * (kind == 2 ? static_cast<double>(scores[i]) : 1.0));
        for (const int k : {1, n / 5, n / 2, n - 1}) {
          if (k < 1 || k >= n) continue;
          INFO(n << " rows of " << width << ", keep " << k << ", kind " << kind);
          ++all;
          const oracle::plan wanted = kmeans(oracle::matrix(x, width), k, 10, weights);
          const vtc::plan_view& p = kind == 2 ? made(weighted_cluster_means{}, in, vtc::keep(k).in_method_order()) : made(cluster_means{}, in, vtc::keep(k).in_method_order());
          if (!wanted.decided(1e-4)) continue;
          ++decided;
          CHECK(expect::difference(p, wanted) == "");
        }
      }
  INFO(decided << " of " << all << " cases decided");
  CHECK(decided > all * 4 / 10);
}
