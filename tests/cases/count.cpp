// Faults others shipped, class COUNT: how many rows come out.
#include <algorithm>
#include <cstring>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "input/views.hpp"
#include "vtc/method/catalogue.hpp"
#include "vtc/sequence/slots.hpp"

using vtc::index_t;
using vtc::status;
using layout = vtc::layout_builder<3>;

TEST_CASE("BL-001 removal is capped each round: 177,157,...,37,19,10,6,4") {
  const auto where = layout{}.extra(1).grid(14, 14);
  const std::vector<float> x = input::clustered_rows(197, 8, 40, 1);
  const index_t wanted[] = {177, 157, 137, 117, 97, 77, 57, 37, 19, 10, 6, 4};
  input::planned made;
  vtc::method::tome tome{};
  for (const index_t count : wanted) {
    tome.remove.value[tome.remove.count++] = 20;
    CHECK(made(tome, input::with_metric(where, x)).slot_count == count);
    const vtc::bounds known = vtc::slots(tome, where, vtc::budget{});
    CHECK((known.least == count && known.most == count));
  }
}

TEST_CASE("BL-002 seven important and three context rows of eight are all eight, never a half-built result") {
  const auto where = layout{}.grid(2, 4);
  const std::vector<float> keys = input::random_rows(8, 4, 1), weights{1, 2, 3, 4, 5, 6, 7, 8};
  vtc::inputs in = input::with_metric(where, keys);
  in.attention = input::class_rows(weights, 1);
  vtc::method::visionzip visionzip{};
  visionzip.planner.dominant = 7;
  visionzip.planner.contextual = 3;
  input::planned made;
  CHECK(made(visionzip, in).slot_count == 8);
  CHECK(made.plan.view().has(vtc::note::identity));
  CHECK(made.outcome(visionzip, in, vtc::keep(6)) == status::option_out_of_range);  // ten are not six
  visionzip.planner.contextual = 1;
  CHECK(made(visionzip, in).slot_count == 8);
}

TEST_CASE("BL-003 keep above N is all N in input order; a budget is of each tile only when told so") {
  input::planned made;
  const std::vector<float> scores{9, 1, 8, 2, 7, 3, 6, 4, 5};
  CHECK(expect::anchors(made(vtc::method::top_k{}, input::with_scores(layout{}.grid(1, 6), scores), vtc::keep(10))) == std::vector<int>{0, 1, 2, 3, 4, 5});
  const auto tiles = layout{}.grid(2, 3).grid(1, 3);
  index_t counts[2];
  made(vtc::method::top_k{}, input::with_scores(tiles, scores), vtc::keep(4).each_region());
  REQUIRE(vtc::slots_per_region(made.plan, tiles, counts) == status::ok);
  CHECK((counts[0] == 4 && counts[1] == 3));
  CHECK(made(vtc::method::top_k{}, input::with_scores(tiles, scores), vtc::keep(4)).slot_count == 4);
}

TEST_CASE("BL-005 keeping nothing is an error, dropping nothing is the identity byte for byte") {
  input::planned made;
  const auto where = layout{}.grid(2, 2);
  const std::vector<float> x{1, -0.0f, 3, 4, 5, 6, 7, 8}, scores{4, 3, 2, 1};
  vtc::inputs in = input::with_scores(where, scores);
  in.tokens = input::rows_of(x, where);
  CHECK(made.outcome(vtc::method::top_k{}, in, vtc::keep(0)) == status::keep_is_zero);
  CHECK(made.outcome(vtc::method::top_k{}, in, vtc::keep_ratio(0, 1)) == status::keep_is_zero);
  made(vtc::method::top_k{}, in, vtc::keep_ratio(1, 1));
  const std::vector<float> out = made.apply(in.tokens);
  CHECK(std::memcmp(out.data(), x.data(), 32) == 0);
}

TEST_CASE("BL-007 a quarter of 4, 16 and 6 rows is 1, 4, and 1 or 2 by a named rounding; never less than one") {
  const auto rows = [](index_t n, vtc::budget want) { return vtc::slots(vtc::method::uniform{}, layout{}.grid(1, n), want).most; };
  CHECK(rows(4, vtc::keep_ratio(1, 4)) == 1);
  CHECK(rows(16, vtc::keep_ratio(1, 4)) == 4);
  CHECK(rows(6, vtc::keep_ratio(1, 4)) == 1);
  CHECK(rows(6, vtc::keep_ratio(1, 4, vtc::rounding::nearest)) == 2);
  CHECK(rows(6, vtc::keep_ratio(1, 4, vtc::rounding::up)) == 2);
  CHECK(rows(3, vtc::keep_ratio(1, 4)) == 1);
}

TEST_CASE("BL-008 K counts rows that take in others: 8 in all, or 8 and 2 when both are asked for") {
  const auto where = layout{}.grid(4, 5);
  const std::vector<float> keys = input::random_rows(20, 4, 1), weights = input::random_rows(1, 20, 2);
  vtc::inputs in = input::with_metric(where, keys);
  in.attention = input::class_rows(weights, 1);
  vtc::method::visionzip visionzip{};
  visionzip.planner.contextual = 2;
  input::planned made;
  CHECK(made(visionzip, in, vtc::keep(8)).slot_count == 8);
  visionzip.planner.dominant = 8;
  CHECK(made(visionzip, in).slot_count == 10);
}

TEST_CASE("BL-009 only the image can go: text in front and behind stays, a region that leaves the rows is an error") {
  input::planned made;
  const std::vector<float> scores{0, 0, -9, 4, 3, 2, 1, -9, 0};
  const auto where = layout{}.extra(3).grid(1, 4).extra(2);
  for (index_t k = 5; k < 9; ++k) {
    const std::vector<int> rows = expect::anchors(made(vtc::method::top_k{}, input::with_scores(where, scores), vtc::keep(k)));
    for (const int text : {0, 1, 2, 7, 8}) CHECK(std::count(rows.begin(), rows.end(), text) == 1);
    for (int i = 3; i < 7; ++i) CHECK(std::count(rows.begin(), rows.end(), i) == (i < k - 2 ? 1 : 0));
  }
  vtc::layout late = where;
  const vtc::region beyond{6, 1, 1, 4, 4, 4, 1};
  late.regions = &beyond;
  CHECK(made.outcome(vtc::method::top_k{}, input::with_scores(late, scores), vtc::keep(6)) == status::grid_mismatch);
}
