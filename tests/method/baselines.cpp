// random and uniform: the planners are tested in plan/select, their promises in properties.cpp.
#include <vtc/method/random.hpp>
#include <vtc/method/uniform.hpp>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"

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

TEST_CASE("random needs no tokens, and 20 of 196 rows of seed 0 are these on every machine") {
  const auto where = vtc::layout_builder<1>{}.grid(14, 14);
  vtc::inputs in{};
  in.where = where;
  input::planned made;
  CHECK(expect::anchors(made(vtc::method::random{}, in, vtc::keep(20))) == std::vector<int>{});
}
