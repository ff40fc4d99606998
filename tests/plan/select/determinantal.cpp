#include "vtc/plan/select/determinantal.hpp"

#include <limits>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "input/views.hpp"
#include "oracle/determinantal.hpp"

using vtc::index_t;
using vtc::status;
using line = vtc::layout_builder<1>;
using vtc::select::determinantal;
using vtc::relevance;

namespace {

vtc::inputs on(const vtc::layout& where, const std::vector<float>& metric, const float* scores = nullptr) {
  vtc::inputs in{};
  in.where = where;
  in.metric = input::rows_of(metric, where);
  in.scores = scores;
  return in;
}
determinantal by(relevance r) {
  determinantal d{};
  d.sign = r;
  return d;
}

}  // namespace

TEST_CASE("determinantal by hand: relevance decides first, then what is left of each row beside the picks") {
  // Rows (1,0), (.8,.6), (0,1), relevance 1, .9, .4 after rescaling (scores 1, .9, .4 with 0 at row 3, which is orthogonal to nothing: a copy of row 0).
  // Gains at first: 1, .81, .16, 1e-12. Pick 0. Then row 1 keeps .81 (1 - .64) = .29, row 2 all of its .16, row 3 nothing: pick 1.
  const std::vector<float> x{1, 0, 0.8f, 0.6f, 0, 1, 1, 0}, scores{1, 0.9f, 0.4f, 0};
  const auto where = line{}.grid(1, 4);
  input::planned made;
  CHECK(expect::anchors(made(determinantal{}, on(where, x, scores.data()), vtc::keep(2).in_method_order())) == std::vector<int>{0, 1});
  // With scores turned around row 3 comes first, and the zero of row 0 last.
  CHECK(expect::anchors(made(by(relevance::dissimilar), on(where, x, scores.data()), vtc::keep(2).in_method_order())) == std::vector<int>{3, 2});
  // Without scores all rows are as relevant: the first, then the one orthogonal to it.
  CHECK(expect::anchors(made(determinantal{}, on(where, x), vtc::keep(2).in_method_order())) == std::vector<int>{0, 2});
}

TEST_CASE("determinantal: unset means similar, and dissimilar as published; a word is obeyed in both") {
  const std::vector<float> x{1, 0, 0, 1, 0.6f, 0.8f}, scores{3, 2, 1};
  const auto where = line{}.grid(1, 3);
  input::planned made;
  const auto first = [&](relevance r, const vtc::budget& want) { return made(by(r), on(where, x, scores.data()), want).anchor[0]; };
  CHECK(first(relevance::by_default, vtc::keep(1)) == 0);
  CHECK(first(relevance::similar, vtc::keep(1)) == 0);
  CHECK(first(relevance::dissimilar, vtc::keep(1)) == 2);
  CHECK(first(relevance::by_default, vtc::keep(1).as_published()) == 2);
  CHECK(first(relevance::similar, vtc::keep(1).as_published()) == 0);
}

TEST_CASE("determinantal: above the rank the most relevant rows fill up, and it is noted; as published the plan stays short") {
  // Two directions only, equal relevance but for the scores: rank 2, five rows asked.
  const std::vector<float> x{1, 0, 0, 1, 1, 0, 0, 1, 1, 1, 2, 2}, scores{0.5f, 0.4f, 0.1f, 0.2f, 0.9f, 0.8f};
  const auto where = line{}.grid(2, 3);
  input::planned made;
  const vtc::plan_view& p = made(determinantal{}, on(where, x, scores.data()), vtc::keep(5).in_method_order());
  CHECK(p.slot_count == 5);
  CHECK(p.has(vtc::note::rank_loss));
  CHECK_FALSE(p.has(vtc::note::incomplete));
  CHECK(p.anchor[0] == 4);
  CHECK(std::vector<int>(p.anchor + 2, p.anchor + 5) == std::vector<int>{5, p.anchor[1] == 0 ? 1 : 0, 3});
  const vtc::plan_view& q = made(by(relevance::similar), on(where, x, scores.data()), vtc::keep(5).as_published());
  CHECK(q.slot_count < 5);
  CHECK(q.has(vtc::note::incomplete));
}

TEST_CASE("determinantal: zero rows and rows without a score come last, never twice") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> x{0, 0, 1, 0, 0, 0, 0, 1, 0.5f, 0.5f}, scores{9, 1, 9, nan, 2};
  const auto where = line{}.grid(1, 5);
  input::planned made;
  const vtc::plan_view& p = made(determinantal{}, on(where, x, scores.data()), vtc::keep(4).in_method_order());
  CHECK(p.anchor[0] == 4);  // the most relevant row that is not zero
  CHECK(p.slot_count == 4);
  const std::vector<float> none_known(5, nan);
  CHECK(expect::anchors(made(determinantal{}, on(where, x, none_known.data()), vtc::keep(2).in_method_order())) == std::vector<int>{1, 3});
}

TEST_CASE("determinantal is the oracle for every size, width, count and relevance, on the whole kernel matrix") {
  input::planned made;
  int decided = 0, all = 0;
  for (const int n : {2, 3, 7, 16, 49, 144})
    for (int width = 2; width <= 67; width += n == 144 ? 32 : 13)
      for (const int kind : {0, 1, 2}) {  // no scores, scores, scores turned around
        const auto seed = static_cast<std::uint64_t>(n * 100 + width + kind);
        const std::vector<float> x = seed % 2 == 0 ? input::random_rows(n, width, seed) : input::clustered_rows(n, width, 1 + n / 3, seed);
        const std::vector<float> scores = input::random_rows(1, n, seed + 5), flat(static_cast<std::size_t>(n), 1.0f);
        const auto where = line{}.grid(1, n);
        for (const int k : {1, n / 8, n / 3, n - 1}) {
          if (k < 1 || k >= n) continue;
          INFO(n << " rows of " << width << ", keep " << k << ", kind " << kind);
          ++all;
          const std::vector<double> r = oracle::rescaled(kind == 0 ? flat : scores, oracle::all(n), kind == 2);
          const oracle::determinantal_result wanted = oracle::determinantal(oracle::matrix(x, width), r, oracle::all(n), k);
          const vtc::plan_view& p =
              made(by(kind == 2 ? relevance::dissimilar : relevance::similar), on(where, x, kind == 0 ? nullptr : scores.data()), vtc::keep(k).in_method_order());
          if (!wanted.chosen.decided(2e-5)) continue;
          ++decided;
          CHECK(expect::difference(p, wanted.chosen) == "");
          CHECK(p.has(vtc::note::rank_loss) == (wanted.by_gain < k));
        }
      }
  INFO(decided << " of " << all << " cases decided");
  CHECK(decided > all / 2);
}

TEST_CASE("determinantal: the theta and the blended kernel, against the determinants themselves") {
  input::planned made;
  for (const bool blend : {false, true})
    for (const int n : {3, 6, 9}) {
      const std::vector<float> x = input::random_rows(n, 12, static_cast<std::uint64_t>(n)), scores = input::random_rows(1, n, 40);
      const std::vector<double> r = oracle::rescaled(scores, oracle::all(n), false);
      const oracle::matrix metric(x, 12);
      const double theta = 0.7, w = 0.25;
      const auto kernel = [&](int i, int j) {
        const double c = oracle::cosine(metric.row(i), metric.row(j)), a = r[static_cast<std::size_t>(i)], b = r[static_cast<std::size_t>(j)];
        return blend ? (1 - w) * c + w * a * c * b : std::exp(theta / (2 * (1 - theta)) * a) * c * std::exp(theta / (2 * (1 - theta)) * b);
      };
      const auto determinant = [&](const std::vector<int>& set) {  // by elimination
        std::vector<std::vector<double>> m;
        for (const int i : set) {
          m.emplace_back();
          for (const int j : set) m.back().push_back(kernel(i, j));
        }
        double d = 1;
        for (std::size_t p = 0; p < m.size(); ++p) {
          d *= m[p][p];
          for (std::size_t q = p + 1; q < m.size(); ++q)
            for (std::size_t c = m.size(); c-- > p;) m[q][c] -= m[q][p] / m[p][p] * m[p][c];
        }
        return d;
      };
      std::vector<int> wanted;
      while (static_cast<int>(wanted.size()) < n / 2 + 1) {
        int best = -1;
        double most = -1;
        for (int i = 0; i < n; ++i) {
          if (std::find(wanted.begin(), wanted.end(), i) != wanted.end()) continue;
          std::vector<int> with = wanted;
          with.push_back(i);
          if (determinant(with) > most) {
            most = determinant(with);
            best = i;
          }
        }
        wanted.push_back(best);
      }
      determinantal d{};
      d.how = blend ? vtc::select::relevance_kernel::blend : vtc::select::relevance_kernel::theta;
      d.theta = 0.7f;
      d.weight = 0.25f;
      const auto where = line{}.grid(1, n);
      CHECK(expect::anchors(made(d, on(where, x, scores.data()), vtc::keep(n / 2 + 1).in_method_order())) == wanted);
    }
}
