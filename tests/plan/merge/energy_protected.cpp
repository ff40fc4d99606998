#include "vtc/plan/merge/energy_protected.hpp"

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "input/views.hpp"
#include "oracle/clusters.hpp"

using vtc::index_t;
using line = vtc::layout_builder<1>;
using vtc::merge::energy_protected;

TEST_CASE("energy_protected by hand: what many resemble is merged, what stands out is left alone") {
  // Rows 1, 2, 4, 5 point east, 0 north, 3 south. Of the east all energies are equal: in order 1, 2, 4, 5; 1 and 4 join 2 or 5: the first of equals, 2.
  const std::vector<float> x{0, 1, 1, 0, 2, 0, 0, -1, 3, 0, 4, 0};
  const auto where = line{}.grid(1, 6);
  input::planned made;
  const expect::plan_copy p(made(energy_protected{}, input::with_metric(where, x), vtc::keep(4)));
  CHECK(p.anchor == std::vector<index_t>{0, 2, 3, 5});
  CHECK(p.rows(1) == std::vector<index_t>{1, 2, 4});
  const expect::plan_copy one_less(made(energy_protected{}, input::with_metric(where, x), vtc::keep(5)));
  CHECK(one_less.rows(1) == std::vector<index_t>{1, 2});
  CHECK(one_less.slots() == 5);
}

TEST_CASE("energy_protected: a ratio counts as the published code; below a half it goes on in rounds") {
  const std::vector<float> x = input::random_rows(24, 6, 9);
  const auto where = line{}.grid(1, 24);
  input::planned made;
  energy_protected rule{};
  for (const auto& [ratio, slots] : {std::pair{0.75f, 18}, std::pair{0.9f, 22}, std::pair{0.95f, 23}, std::pair{0.5f, 12}, std::pair{0.1f, 3}, std::pair{1.0f, 24}}) {
    rule.ratio = ratio;
    CHECK(made(rule, input::with_metric(where, x)).slot_count == slots);
  }
  CHECK(made.outcome(energy_protected{}, input::with_metric(where, x)) == vtc::status::needs_budget);
  for (index_t k = 1; k < 24; ++k) {
    const vtc::plan_view& p = made(energy_protected{}, input::with_metric(where, x), vtc::keep(k));
    CHECK(p.slot_count == k);
    CHECK(p.entry_count == 24);
  }
}

TEST_CASE("energy_protected is the oracle for every size, width and count, in rounds and with sizes, too") {
  input::planned made;
  int decided = 0, all = 0;
  for (const int n : {2, 3, 7, 16, 49})
    for (int width = 2; width <= 67; width += 13)
      for (const bool sized : {false, true}) {
        const auto seed = static_cast<std::uint64_t>(n * 100 + width);
        const std::vector<float> x = input::random_rows(n, width, seed);
        std::vector<float> sizes;
        for (int i = 0; i < n; ++i) sizes.push_back(static_cast<float>(1 + i % 4));
        const auto where = line{}.grid(1, n);
        vtc::inputs in = input::with_metric(where, x);
        if (sized) in.sizes = sizes.data();
        energy_protected rule{};
        rule.margin = sized ? 0.2f : 0.5f;
        for (const int k : {1, n / 5, n / 2, n - n / 4, n - 1}) {
          if (k < 1 || k >= n) continue;
          INFO(n << " rows of " << width << ", keep " << k);
          ++all;
          const oracle::plan wanted = oracle::pitome(oracle::matrix(x, width), k, static_cast<double>(rule.margin), std::vector<double>(sizes.begin(), sizes.begin() + (sized ? n : 0)));
          const vtc::plan_view& p = made(rule, in, vtc::keep(k).in_method_order());
          if (!wanted.decided(1e-6)) continue;
          ++decided;
          CHECK(expect::difference(p, wanted) == "");
        }
      }
  INFO(decided << " of " << all << " cases decided");
  CHECK(decided > all * 6 / 10);
}
