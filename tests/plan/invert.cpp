#include "vtc/plan/invert.hpp"

#include <vector>

#include "catch.hpp"
#include "input/hand_plan.hpp"

using input::hand_plan;
using vtc::index_t;
using vtc::reduction;
using vtc::status;

TEST_CASE("the slot of each source, none where it was dropped") {
  hand_plan plan(7, reduction::mean);
  plan.slot(1, {1, 6}).pick(2).slot(4, {4, 0});
  index_t slot_of_row[7];
  REQUIRE(vtc::invert(plan.view(), slot_of_row) == status::ok);
  const index_t expected[] = {2, 0, 1, vtc::none, 2, vtc::none, 0};
  for (index_t r = 0; r < 7; ++r) CHECK(slot_of_row[r] == expected[r]);
}

TEST_CASE("holes belong to no source") {
  hand_plan plan(3, reduction::concatenate);
  plan.slot(0, {0, vtc::none}).slot(1, {vtc::none, 2});
  index_t slot_of_row[3];
  REQUIRE(vtc::invert(plan.view(), slot_of_row) == status::ok);
  CHECK((slot_of_row[0] == 0 && slot_of_row[1] == vtc::none && slot_of_row[2] == 1));
}

TEST_CASE("shared sources, foreign rows and missing tables are refused, nothing is written") {
  index_t slot_of_row[3] = {5, 5, 5};
  hand_plan shared(3, reduction::linear), foreign(3, reduction::linear);
  shared.slot(0, {0, 1}).slot(1, {1, 2});
  foreign.slot(0, {0, 3});
  CHECK(vtc::invert(shared.view(), slot_of_row) == status::not_a_partition);
  CHECK(vtc::invert(foreign.view(), slot_of_row) == status::bad_plan);
  CHECK(vtc::invert(vtc::plan_view{}, slot_of_row) == status::bad_plan);
  CHECK(vtc::invert(hand_plan(3, reduction::mean).view(), nullptr) == status::null_rows);
  for (index_t r : slot_of_row) CHECK(r == 5);
  REQUIRE(vtc::invert(hand_plan(3, reduction::mean).view(), slot_of_row) == status::ok);
  for (index_t r : slot_of_row) CHECK(r == vtc::none);
}
