#include <vtc/method/uniform.hpp>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"

// The planner is tested in plan/select/uniform.cpp.

TEST_CASE("uniform on 24 x 24 cells with a class row: 64 rows, every ninth") {
  const auto where = vtc::layout_builder<1>{}.extra(1).grid(24, 24);
  vtc::inputs in{};
  in.where = where;
  input::planned made;
  const std::vector<int> rows = expect::anchors(made(vtc::method::uniform{}, in, vtc::keep(65)));
  REQUIRE(rows.size() == 65);
  CHECK(rows[0] == 0);
  for (int i = 0; i < 64; ++i) CHECK(rows[static_cast<std::size_t>(i + 1)] == 1 + 9 * i + 4);
}
