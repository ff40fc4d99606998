#include "vtc/plan/plan.hpp"

#include <vector>

#include "catch.hpp"

using vtc::index_t;
using vtc::reduction;
using vtc::status;

TEST_CASE("a plan is what was put into it") {
  vtc::plan_storage plan;
  plan.clear(9);
  plan.slot(2);
  plan.add(2);
  plan.add(5);
  plan.pick(7);
  plan.reduce_by(reduction::maximum);
  plan.add_note(vtc::note::partition);
  plan.shape(vtc::cells{1, 1, 2});
  REQUIRE(plan.finish() == status::ok);
  const vtc::plan_view& p = plan.view();
  CHECK((p.source_count == 9 && p.slot_count == 2 && p.entry_count == 3 && p.how == reduction::maximum && p.shape.width == 2));
  CHECK((p.slot_begin[0] == 0 && p.slot_begin[1] == 2 && p.slot_begin[2] == 3));
  CHECK((p.source[0] == 2 && p.source[1] == 5 && p.source[2] == 7 && p.anchor[0] == 2 && p.anchor[1] == 7));
  CHECK(p.weight == nullptr);
  CHECK((p.has(vtc::note::partition) && !p.has(vtc::note::identity)));
  CHECK_FALSE(p.selection());
}

TEST_CASE("one weight gives every entry one") {
  vtc::plan_storage plan;
  plan.clear(4);
  plan.pick(0);
  plan.slot(1);
  plan.add(1, 0.25f);
  plan.add(2, 0.75f);
  plan.pick(3);
  REQUIRE(plan.finish() == status::ok);
  REQUIRE(plan.view().weight != nullptr);
  CHECK((plan.view().weight[0] == 1 && plan.view().weight[1] == 0.25f && plan.view().weight[2] == 0.75f && plan.view().weight[3] == 1));
}

TEST_CASE("a plan that is used again forgets what it held, but not its memory") {
  vtc::plan_storage plan;
  plan.clear(1000);
  for (index_t r = 0; r < 1000; ++r) {
    plan.slot(r);
    plan.add(r, 0.5f);
  }
  plan.shape(vtc::cells{1, 10, 100});
  REQUIRE(plan.finish() == status::ok);
  const std::size_t bytes = plan.bytes();
  plan.clear(3);
  plan.pick(1);
  REQUIRE(plan.finish() == status::ok);
  CHECK((plan.view().slot_count == 1 && plan.view().weight == nullptr && plan.view().shape.width == 0 && plan.view().notes == 0));
  CHECK(plan.bytes() == bytes);
}

TEST_CASE("an empty plan has tables") {
  vtc::plan_storage plan;
  plan.clear(5);
  REQUIRE(plan.finish() == status::ok);
  CHECK((plan.view().slot_count == 0 && plan.view().slot_begin != nullptr && plan.view().slot_begin[0] == 0));
}

TEST_CASE("slots put into another order keep their entries and weights") {
  vtc::plan_storage plan;
  plan.clear(6);
  plan.slot(5);
  plan.add(5, 0.5f);
  plan.add(4, 0.25f);
  plan.pick(1);
  plan.start_copy(3, 4);
  plan.copy_slot(1);
  plan.pick(3);
  plan.copy_slot(0);
  REQUIRE(plan.finish() == status::ok);
  const vtc::plan_view& p = plan.view();
  CHECK((p.slot_count == 3 && p.anchor[0] == 1 && p.anchor[1] == 3 && p.anchor[2] == 5));
  CHECK((p.entry_count == 4 && p.source[2] == 5 && p.source[3] == 4 && p.weight[2] == 0.5f && p.weight[3] == 0.25f && p.weight[0] == 1));
}

TEST_CASE("room that was reserved is enough") {
  vtc::plan_storage plan;
  REQUIRE(plan.reserve(10, 40) == status::ok);
  const std::size_t bytes = plan.bytes();
  plan.clear(40);
  for (index_t s = 0; s < 10; ++s) {
    plan.slot(s * 4);
    for (index_t e = 0; e < 4; ++e) plan.add(s * 4 + e);
  }
  plan.start_copy(10, 40);
  for (index_t s = 9; s >= 0; --s) plan.copy_slot(s);
  REQUIRE(plan.finish() == status::ok);
  CHECK(plan.bytes() == bytes);
  CHECK(plan.view().anchor[0] == 36);
}

TEST_CASE("a selection is one unweighted source per slot") {
  vtc::plan_storage plan;
  plan.clear(6);
  plan.pick(1);
  plan.pick(4);
  REQUIRE(plan.finish() == status::ok);
  CHECK(plan.view().selection());
  plan.reduce_by(reduction::concatenate);
  REQUIRE(plan.finish() == status::ok);
  CHECK_FALSE(plan.view().selection());
}
