#include <vtc/method/random.hpp>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"

// The planner is tested in plan/select/random.cpp.

TEST_CASE("random needs no tokens, and 20 of 196 rows of seed 0 are these on every machine") {
  const auto where = vtc::layout_builder<1>{}.grid(14, 14);
  vtc::inputs in{};
  in.where = where;
  input::planned made;
  CHECK(expect::anchors(made(vtc::method::random{}, in, vtc::keep(20))) ==
        std::vector<int>{2, 32, 33, 41, 42, 43, 53, 88, 94, 95, 102, 111, 127, 142, 147, 148, 170, 179, 183, 190});
}
