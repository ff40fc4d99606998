#include "vtc/plan/select/top_share.hpp"

#include "expect/same_plan.hpp"
#include "input/planned.hpp"

TEST_CASE("top_share: a share of the rows, rounded down, where no count is given; a budget comes first") {
  const std::vector<float> scores{1, 5, 2, 6, 3};
  const auto where = vtc::layout_builder<1>{}.grid(1, 5);
  vtc::inputs in{};
  in.where = where;
  in.scores = scores.data();
  input::planned made;
  vtc::select::top_share p{};
  CHECK(made.outcome(p, in) == vtc::status::needs_budget);
  p.ratio = 0.5f;
  CHECK(expect::anchors(made(p, in)) == std::vector<int>{1, 3});
  CHECK(expect::anchors(made(p, in, vtc::keep(3))) == std::vector<int>{1, 3, 4});
  CHECK(expect::anchors(made(p, in, vtc::budget{}.at_least(3))) == std::vector<int>{1, 3, 4});
}
