#include "vtc/plan/merge/norm_preserving.hpp"

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "input/views.hpp"

using vtc::index_t;
using line = vtc::layout_builder<1>;
using vtc::merge::norm_preserving;

TEST_CASE("norm_preserving by hand: the mean's direction at the length of the longer row, or the destination alone") {
  // Rows 0 and 1 alike: merged into row 1.
  const std::vector<float> x{3, 4, 6, 8, 0, 5, 5, 0};
  const auto where = line{}.grid(1, 4);
  input::planned made;
  norm_preserving rule{};
  const vtc::plan_view& p = made(rule, input::with_metric(where, x), vtc::keep(3));
  CHECK(p.how == vtc::reduction::keep_norm);
  const std::vector<float> rows = made.apply(vtc::view(x.data(), 4, 2));
  CHECK(rows[0] == Approx(6));
  CHECK(rows[1] == Approx(8));
  rule.fuse = vtc::merge::fusion::prune;
  const vtc::plan_view& pruned = made(rule, input::with_metric(where, x), vtc::keep(3));
  CHECK(pruned.selection());
  CHECK(expect::anchors(pruned) == std::vector<int>{1, 2, 3});
}

TEST_CASE("norm_preserving groups as bipartite does, in any number of rounds") {
  const std::vector<float> x = input::clustered_rows(40, 7, 9, 3);
  const auto where = line{}.extra(1).grid(3, 13);
  input::planned made;
  for (const index_t k : {3, 12, 25, 39}) {
    const expect::plan_copy plain(made(vtc::merge::bipartite{}, input::with_metric(where, x), vtc::keep(k)));
    norm_preserving rule{};
    const expect::plan_copy kept(made(rule, input::with_metric(where, x), vtc::keep(k)));
    CHECK(kept.source == plain.source);
    CHECK(kept.begin == plain.begin);
    rule.fuse = vtc::merge::fusion::prune;
    CHECK(expect::plan_copy(made(rule, input::with_metric(where, x), vtc::keep(k))).anchor == plain.anchor);
  }
}

TEST_CASE("means_of_means by hand: in the second round a pair counts as one row") {
  // Places 0 1 2 3: 0 joins 1 (equal), 2 and 3 are left; then group (2) and group (0 1)... all alike: the last round merges everything two by two.
  const std::vector<float> metric{1, 0, 1, 0, 0, 1, 0, 1}, x{1, 3, 100, 300};
  const auto where = line{}.grid(1, 4);
  vtc::merge::means_of_means rule{};
  rule.remove.count = 2;
  rule.remove.value[0] = 2;
  rule.remove.value[1] = 1;
  input::planned made;
  made(rule, input::with_metric(where, metric));
  CHECK(made.apply(vtc::view(x.data(), 4, 1)) == std::vector<float>{(2 + 200) / 2.0f});
  // One pair, then a third row joins it: the pair's rows count a quarter each, the third a half.
  const std::vector<float> three{1, 0, 1, 0.01f, 1, 0.2f}, y{4, 8, 100};
  const auto short_line = line{}.grid(1, 3);
  rule.remove.value[0] = 1;
  made(rule, input::with_metric(short_line, three));
  CHECK(made.apply(vtc::view(y.data(), 3, 1)) == std::vector<float>{4 / 4.0f + 8 / 4.0f + 100 / 2.0f});
  // ToMe weighs the three rows alike.
  vtc::merge::bipartite tome{};
  tome.remove = rule.remove;
  made(tome, input::with_metric(short_line, three));
  CHECK(made.apply(vtc::view(y.data(), 3, 1))[0] == Approx(112 / 3.0));
}
