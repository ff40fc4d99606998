#include <vtc/method/top_k.hpp>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"

// The planner is tested in plan/select/top_k.cpp.

TEST_CASE("top_k: scores of the host on AnyRes, newlines stay and count") {
  // 2 x 2 base, then 2 x 3 with a newline after each row: rows 0-3, 4-6 + 7, 8-10 + 11.
  const auto where = vtc::layout_builder<2>{}.grid(2, 2).grid(2, 3, 1);
  const std::vector<float> scores{0.1f, 0.9f, 0.2f, 0.3f, 0.8f, 0.1f, 0.1f, -5, 0.1f, 0.7f, 0.1f, -5};
  vtc::inputs in{};
  in.where = where;
  in.scores = scores.data();
  input::planned made;
  CHECK(expect::anchors(made(vtc::method::top_k{}, in, vtc::keep(5))) == std::vector<int>{1, 4, 7, 9, 11});
}
