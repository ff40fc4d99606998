#include <vtc/method/divprune.hpp>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "input/views.hpp"

// The planner is tested in plan/select/max_min.cpp.

TEST_CASE("divprune: with the tokens as metric, a small object on a flat background survives") {
  // 6 x 6 cells of sky with a little noise, and one bird.
  const int bird = 22, width = 8;
  input::generator g(2);
  std::vector<float> x;
  for (int r = 0; r < 36; ++r)
    for (int c = 0; c < width; ++c) x.push_back((r == bird) == (c == 5) ? 4.0f : g.value() / 64);
  const auto where = vtc::layout_builder<1>{}.grid(6, 6);
  vtc::inputs in{};
  in.where = where;
  in.tokens = in.metric = input::rows_of(x, where);
  input::planned made;
  CHECK(expect::anchors(made(vtc::method::divprune{}, in, vtc::keep(1))) == std::vector<int>{bird});
  const std::vector<int> few = expect::anchors(made(vtc::method::divprune{}, in, vtc::keep(4)));
  CHECK(std::count(few.begin(), few.end(), bird) == 1);
}

TEST_CASE("divprune: the class row is kept and does not compete") {
  const std::vector<float> x{-9, -9, 1, 0, 0.6f, 0.8f, 1, 0.1f, 0, 1};
  const auto where = vtc::layout_builder<1>{}.extra(1).grid(2, 2);
  vtc::inputs in{};
  in.where = where;
  in.metric = input::rows_of(x, where);
  input::planned made;
  // Nearest others, as cosines: 1-3 .995, 2-4 .8: rows 2 and 4 are lonelier, the lower first; farthest from it is 1.
  CHECK(expect::anchors(made(vtc::method::divprune{}, in, vtc::keep(3).in_method_order())) == std::vector<int>{0, 2, 1});
}
