#include "vtc/plan/select/inverse_transform.hpp"

#include "expect/same_plan.hpp"
#include "input/planned.hpp"

using vtc::index_t;
using vtc::status;
using line = vtc::layout_builder<1>;
using vtc::select::inverse_transform;

namespace {

vtc::inputs on(const vtc::layout& where, const std::vector<float>& scores) {
  vtc::inputs in{};
  in.where = where;
  in.scores = scores.data();
  return in;
}

}  // namespace

TEST_CASE("inverse_transform by hand: points on the cumulative score") {
  const auto where = line{}.grid(1, 5);
  input::planned made;
  const std::vector<float> peaks{0, 0, 6, 0, 4};  // u, ascending: 0 0 0 .4 1
  CHECK(expect::anchors(made(inverse_transform{}, on(where, peaks), vtc::keep(2))) == std::vector<int>{2, 4});
  CHECK(expect::anchors(made(inverse_transform{}, on(where, peaks), vtc::keep(2).in_method_order())) == std::vector<int>{4, 2});
  // Points .4, .6, .8, 1 all lie nearest to .4 or to 1: two rows for a budget of four.
  CHECK(expect::anchors(made(inverse_transform{}, on(where, peaks), vtc::keep(4))) == std::vector<int>{2, 4});
  const std::vector<float> equal(5, 1.0f);  // u: 0 .25 .5 .75 1 over the rows 4 3 2 1 0
  CHECK(expect::anchors(made(inverse_transform{}, on(where, equal), vtc::keep(4))) == std::vector<int>{0, 1, 2, 3});
}

TEST_CASE("inverse_transform: the lengths of the values multiply the scores") {
  const auto where = line{}.grid(1, 5);
  input::planned made;
  const std::vector<float> equal(5, 1.0f), values{0.6f, 0.8f, 0, 0, 0, 0, 0, 0, 9, 0};  // lengths 1 0 0 0 9: u 0 0 0 .1 1
  inverse_transform p{};
  p.values = vtc::view(values.data(), 5, 2);
  CHECK(expect::anchors(made(p, on(where, equal), vtc::keep(2))) == std::vector<int>{0, 4});
  p.values = vtc::view(values.data(), 2, 5);
  CHECK(made.outcome(p, on(where, equal), vtc::keep(2)) == status::needs_tensor);
}

TEST_CASE("inverse_transform: reference_count counts the class row; without it a budget is needed") {
  const auto where = line{}.grid(1, 5);
  input::planned made;
  const std::vector<float> peaks{0, 0, 6, 0, 4};
  inverse_transform p{};
  p.reference_count = 3;  // two points
  CHECK(expect::anchors(made(p, on(where, peaks))) == std::vector<int>{2, 4});
  p.reference_count = 1;
  CHECK(made.outcome(p, on(where, peaks)) == status::needs_budget);
  CHECK(made.outcome(inverse_transform{}, on(where, peaks)) == status::needs_budget);
  const std::vector<float> zeros(5, 0.0f);
  CHECK(made(inverse_transform{}, on(where, zeros), vtc::keep(2)).slot_count >= 1);
}
