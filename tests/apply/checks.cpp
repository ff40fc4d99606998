// A file built with VTC_CHECKS meets files built without it: each keeps its own answer.
#undef VTC_CHECKS
#define VTC_CHECKS 1
#include "catch.hpp"
#include "input/hand_plan.hpp"
#include "vtc/apply/apply.hpp"

using input::hand_plan;
using vtc::index_t;
using vtc::reduction;
using vtc::status;

TEST_CASE("with VTC_CHECKS a foreign plan is looked through before it is run") {
  const float x[] = {1, 2, 3, 4, 5, 6};
  float out[4] = {9, 9, 9, 9};
  hand_plan plan(3, reduction::mean);
  plan.slot(0, {0, 1}).pick(2);
  const auto run = [&](const hand_plan& p) { return vtc::apply(p.view(), vtc::view(x, 3, 2), vtc::view(out, 2, 2)); };
  for (index_t wrong : {-2, -1, 3, INT32_MAX}) {
    hand_plan broken = plan;
    broken.source[1] = wrong;
    CHECK(run(broken) == status::bad_plan);
    broken = plan;
    broken.anchor[1] = wrong;
    CHECK(run(broken) == status::bad_plan);
  }
  hand_plan torn = plan;
  torn.begin[1] = 7;
  CHECK(run(torn) == status::bad_plan);
  for (float v : out) CHECK(v == 9);
  REQUIRE(run(plan) == status::ok);
  CHECK((out[0] == 2 && out[3] == 6));
}
