#include "vtc/plan/merge/density_centres.hpp"

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "input/views.hpp"
#include "oracle/clusters.hpp"

using vtc::index_t;
using line = vtc::layout_builder<1>;
using vtc::merge::density_centres;
using vtc::merge::pruned_density_centres;

TEST_CASE("density_centres by hand: the densest row first, then who is not close to a centre") {
  // Three rows to the east, two to the north, one between them: cosine .707 with both.
  const std::vector<float> x{1, 0, 2, 0, 0, 1, 3, 0, 0, 2, 1, 1};
  const auto where = line{}.grid(1, 6);
  input::planned made;
  density_centres rule{};  // cutoff .21: the row between is close to nobody (.293)
  const expect::plan_copy p(made(rule, input::with_metric(where, x)));
  CHECK(p.anchor == std::vector<index_t>{0, 2, 5});
  CHECK(p.rows(0) == std::vector<index_t>{0, 1, 3});
  CHECK(p.rows(1) == std::vector<index_t>{2, 4});
  rule.cutoff = 0.3f;  // densities: between 1 + 5 exp(-.0215) is the highest; everything is close to it
  CHECK(expect::anchors(made(rule, input::with_metric(where, x))) == std::vector<int>{5});
  rule.cutoff = 0;  // equal directions only
  CHECK(made(rule, input::with_metric(where, x)).slot_count == 3);
  rule.cutoff = 0.21f;
  CHECK(expect::anchors(made(rule, input::with_metric(where, x), vtc::keep(2))) == std::vector<int>{0, 5});  // between is the densest, then the east; the north joins who is nearer
}

TEST_CASE("density_centres: zero rows are far from everything, equal rows are one") {
  const auto where = line{}.grid(1, 4);
  input::planned made;
  CHECK(made(density_centres{}, input::with_metric(where, std::vector<float>(8, 0.0f))).slot_count == 4);
  CHECK(made(density_centres{}, input::with_metric(where, {1, 2, 1, 2, 2, 4, 1, 2})).slot_count == 1);
}

TEST_CASE("pruned_density_centres by hand: who was set aside comes back where a centre is near, and is dropped elsewhere") {
  // By score rows 0 to 3 take part; 4 lies near the centre of 0, 5 is opposite to everything.
  const std::vector<float> x{1, 0, 1, 0, 0, 1, 0, 1, 5, 1, -1, -1}, scores{9, 8, 7, 6, 1, 0};
  const auto where = line{}.grid(1, 6);
  vtc::inputs in = input::with_metric(where, x);
  in.scores = scores.data();
  pruned_density_centres rule{};
  rule.ratio = 0.7f;  // 4 of 6
  input::planned made;
  const expect::plan_copy p(made(rule, in));
  CHECK(p.anchor == std::vector<index_t>{0, 2});
  CHECK(p.rows(0) == std::vector<index_t>{0, 1, 4});
  CHECK(p.rows(1) == std::vector<index_t>{2, 3});
  rule.recover = 0;
  CHECK(expect::plan_copy(made(rule, in)).rows(0) == std::vector<index_t>{0, 1});
}

TEST_CASE("density_centres and pruned_density_centres are the oracle's for every size, width and cutoff") {
  input::planned made;
  int decided = 0, all = 0;
  for (const int n : {2, 3, 7, 16, 49, 130})
    for (int width = 2; width <= 67; width += n == 130 ? 32 : 13)
      for (const int kind : {0, 1, 2, 3}) {
        const auto seed = static_cast<std::uint64_t>(n * 100 + width);
        const std::vector<float> x = kind % 2 == 0 ? input::random_rows(n, width, seed) : input::clustered_rows(n, width, 1 + n / 4, seed);
        const std::vector<float> scores = input::random_rows(1, n, seed + 5);
        std::vector<float> sizes;
        for (int i = 0; i < n; ++i) sizes.push_back(static_cast<float>(1 + i % 4));
        const auto where = line{}.grid(1, n);
        vtc::inputs in = input::with_metric(where, x);
        in.scores = scores.data();
        if (kind == 1) in.sizes = sizes.data();
        const std::vector<double> weights(sizes.begin(), sizes.begin() + (kind == 1 ? n : 0));
        const float cutoff = kind % 2 == 0 ? 0.6f : 0.05f;
        const int keep = kind == 0 ? std::max(1, n / 3) : -1;
        std::vector<int> taking_part = oracle::all(n);
        if (kind >= 2) {
          std::stable_sort(taking_part.begin(), taking_part.end(), [&](int a, int b) { return scores[static_cast<std::size_t>(a)] > scores[static_cast<std::size_t>(b)]; });
          taking_part.resize(static_cast<std::size_t>(std::max(1, n * 55 / 100)));
          std::sort(taking_part.begin(), taking_part.end());
        }
        const oracle::plan wanted = oracle::density_centres(oracle::matrix(x, width), taking_part, static_cast<double>(cutoff), kind == 2 ? 1.5 : 3.0, keep, weights);
        INFO(n << " rows of " << width << ", kind " << kind);
        ++all;
        density_centres plain{};
        plain.cutoff = cutoff;
        pruned_density_centres pruned{};
        pruned.cutoff = cutoff;
        pruned.recover = kind == 2 ? 1.5f : 3.0f;
        const vtc::budget want = keep > 0 ? vtc::keep(keep) : vtc::budget{};
        const vtc::plan_view& p = kind >= 2 ? made(pruned, in, want) : made(plain, in, want);
        if (!wanted.decided() || (keep > 0 && keep >= n)) continue;
        ++decided;
        CHECK(expect::difference(p, wanted) == "");
      }
  INFO(decided << " of " << all << " cases decided");
  CHECK(decided > all * 6 / 10);
}
