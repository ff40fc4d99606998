#include "vtc/plan/select/facility_location.hpp"

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "input/views.hpp"
#include "oracle/coverage.hpp"
#include "vtc/method/scope.hpp"

using vtc::index_t;
using line = vtc::layout_builder<1>;
using vtc::select::facility_location;

TEST_CASE("facility_location by hand: the row that most resemble, then the row that adds most") {
  // Rows 0, 1, 2 point east, 3 and 4 north, 5 lies between: cosine .8 with east, .6 with north.
  // Gains: east 3 + .8 = 3.8, north 2 + .6 = 2.6, between 3 * .8 + 2 * .6 + 1 = 4.6: row 5. Then east adds 3 * .2, north 2 * .4: row 3. Then row 0, then nothing is left
  // to add and the lowest row is next.
  const std::vector<float> x{1, 0, 2, 0, 3, 0, 0, 1, 0, 5, 4, 3};
  const auto where = line{}.grid(1, 6);
  input::planned made;
  CHECK(expect::anchors(made(facility_location{}, input::with_metric(where, x), vtc::keep(4).in_method_order())) == std::vector<int>{5, 3, 0, 1});
  CHECK(expect::anchors(made(facility_location{}, input::with_metric(where, x), vtc::keep(3))) == std::vector<int>{0, 3, 5});
}

TEST_CASE("facility_location by hand: scores weigh the gains, or are added to them") {
  const std::vector<float> x{1, 0, 2, 0, 3, 0, 0, 1, 0, 5, 4, 3}, scores{0.1f, 0.1f, 0.1f, 9, 1, 0.2f};
  const auto where = line{}.grid(1, 6);
  vtc::inputs in = input::with_metric(where, x);
  in.scores = scores.data();
  input::planned made;
  // Times the score: .38 .38 .38 23.4 2.6 .92: row 3. Then row 4 adds nothing, rows 0 to 2 .38, row 5 .2 * (2.4 + .4): row 5; then the first of the east.
  CHECK(expect::anchors(made(facility_location{}, in, vtc::keep(3).in_method_order())) == std::vector<int>{3, 5, 0});
  facility_location added{};
  added.combine = vtc::select::combination::add;
  // 3.9 3.9 3.9 11.6 3.6 4.8: row 3. Then rows 0 to 2 add 3 + (.8 - .6) + .1 = 3.3, row 4 its weight, 1, row 5 2.4 + .4 + .2 = 3: row 0. Then row 4 1, row 5 .2 + .2.
  CHECK(expect::anchors(made(added, in, vtc::keep(3).in_method_order())) == std::vector<int>{3, 0, 4});
  facility_location flat{};
  flat.alpha = 0;  // every weight is 1
  CHECK(expect::anchors(made(flat, in, vtc::keep(3).in_method_order())) == std::vector<int>{5, 3, 0});
}

TEST_CASE("facility_location: zero rows cover nothing, equal rows go in order, bad weights are 0") {
  const auto where = line{}.grid(1, 4);
  input::planned made;
  const std::vector<float> zeros(8, 0.0f), equal{1, 2, 1, 2, 1, 2, 1, 2}, one{0, 0, 0, 0, 3, 4, 0, 0};
  CHECK(expect::anchors(made(facility_location{}, input::with_metric(where, zeros), vtc::keep(3).in_method_order())) == std::vector<int>{0, 1, 2});
  CHECK(expect::anchors(made(facility_location{}, input::with_metric(where, equal), vtc::keep(3).in_method_order())) == std::vector<int>{0, 1, 2});
  CHECK(expect::anchors(made(facility_location{}, input::with_metric(where, one), vtc::keep(2).in_method_order())) == std::vector<int>{2, 0});
  const float nan = vtc::float_from_bits(0x7fc00000u);
  const std::vector<float> scores{nan, -3, 0.5f, 1};
  vtc::inputs in = input::with_metric(where, equal);
  in.scores = scores.data();
  CHECK(expect::anchors(made(facility_location{}, in, vtc::keep(3).in_method_order())) == std::vector<int>{3, 0, 1});
}

TEST_CASE("facility_location is the oracle for every size, width, count and weight") {
  input::planned made;
  int decided = 0, all = 0;
  for (const int n : {2, 3, 7, 16, 49, 196})
    for (int width = 2; width <= 67; width += n == 196 ? 32 : 13)
      for (const int kind : {0, 1, 2, 3}) {
        const auto seed = static_cast<std::uint64_t>(n * 100 + width + kind);
        const std::vector<float> x = kind % 2 == 0 ? input::random_rows(n, width, seed) : input::clustered_rows(n, width, 1 + n / 4, seed);
        input::generator g(seed);
        std::vector<float> scores;
        for (int i = 0; i < n; ++i) scores.push_back(static_cast<float>(g.below(1000)) / 512.0f);
        const auto where = line{}.grid(1, n);
        vtc::inputs in = input::with_metric(where, x);
        facility_location rule{};
        std::vector<double> weight(static_cast<std::size_t>(n), 1.0);
        if (kind >= 2) {
          in.scores = scores.data();
          rule.alpha = kind == 2 ? 0.7f : 1.0f;
          rule.combine = kind == 2 ? vtc::select::combination::multiply : vtc::select::combination::add;
          for (std::size_t i = 0; i < weight.size(); ++i) weight[i] = std::pow(static_cast<double>(scores[i]), static_cast<double>(rule.alpha));
        }
        const auto entry = oracle::cosines(oracle::matrix(x, width), oracle::matrix(x, width));
        for (const int k : {1, n / 10, n / 3, n - 1}) {
          if (k < 1 || k >= n) continue;
          INFO(n << " rows of " << width << ", keep " << k << ", kind " << kind);
          ++all;
          const oracle::plan wanted = oracle::coverage(entry, weight, kind == 3, k);
          const vtc::plan_view& p = made(rule, in, vtc::keep(k).in_method_order());
          if (!wanted.decided()) continue;
          ++decided;
          CHECK(expect::difference(p, wanted) == "");
        }
      }
  INFO(decided << " of " << all << " cases decided");
  CHECK(decided > all * 6 / 10);
}

TEST_CASE("facility_location computes far fewer rows of the matrix than there are gains") {
  const int n = 576, k = 64;
  const std::vector<float> x = input::clustered_rows(n, 32, 40, 5);
  vtc::workspace memory;
  REQUIRE(memory.reserve(1 << 20) == vtc::status::ok);
  std::vector<float> norm(static_cast<std::size_t>(n)), covered(norm.size(), 0.0f);
  const vtc::rows rows = vtc::view(x.data(), n, 32);
  using arch = vtc::default_arch;
  float* scratch = memory.take<float>(vtc::kernel::squared_norms_scratch<arch>(32, 1));
  vtc::kernel::squared_norms<arch>(vtc::kernel::listed_rows{rows, nullptr}, n, norm.data(), scratch, memory.threads);
  struct counting_gain {
    std::vector<float>& covered;
    long computed = 0;
    double of(index_t, const float* c) {
      ++computed;
      double sum = 0;
      for (std::size_t i = 0; i < covered.size(); ++i) sum += c[i] > covered[i] ? static_cast<double>(c[i] - covered[i]) : 0.0;
      return sum;
    }
    void take(index_t, const float* c) {
      for (std::size_t i = 0; i < covered.size(); ++i) covered[i] = std::max(covered[i], c[i]);
    }
  } gain{covered};
  const std::vector<int> list = oracle::all(n);
  vtc::similarity::row_cache<arch> rows_on_demand(rows, list.data(), norm.data(), n, memory);
  std::vector<double> bound(norm.size(), 1e9);
  std::vector<index_t> computed_at(norm.size());
  int picks = 0;
  REQUIRE(vtc::select::detail::lazy_greedy<arch>(rows_on_demand, n, k, bound.data(), computed_at.data(), gain, [&](index_t) { ++picks; }) == vtc::status::ok);
  CHECK(picks == k);
  CHECK(gain.computed < static_cast<long>(n) * k / 8);  // measured: about 2,000 of 36,864
}

TEST_CASE("scope as published adds the attention summed over heads, and needs attention") {
  // Two rows at a right angle and one between: with `add` the sum over the two heads decides.
  const std::vector<float> x{1, 0, 0, 1, 1, 1}, attention{0.0f, 0.5f, 0.0f, 0.0f, 0.5f, 0.0f};
  const auto where = line{}.grid(1, 3);
  vtc::inputs in = input::with_metric(where, x);
  in.attention = input::class_rows(attention, 2);
  vtc::method::scope scope{};
  scope.planner.combine = vtc::select::combination::add;
  input::planned made;
  // Gains 1.707, 1.707, 2.414: with the mean, .5, row 2 wins; with the sum, 1, row 1.
  CHECK(expect::anchors(made(scope, in, vtc::keep(1))) == std::vector<int>{2});
  CHECK(expect::anchors(made(scope, in, vtc::keep(1).as_published())) == std::vector<int>{1});
  in.attention = {};
  CHECK(made.outcome(scope, in, vtc::keep(1)) == vtc::status::needs_attention);
}
