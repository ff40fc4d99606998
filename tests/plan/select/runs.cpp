#include "vtc/plan/select/runs.hpp"

#include "expect/same_plan.hpp"
#include "input/planned.hpp"

using vtc::index_t;
using line = vtc::layout_builder<1>;
using vtc::select::runs;

namespace {

// Two runs of four rows: the first all alike, the second all different.
const std::vector<float> x{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

vtc::inputs on(const vtc::layout& where, const std::vector<float>& scores) {
  vtc::inputs in{};
  in.where = where;
  in.tokens = vtc::view(x.data(), 8, 4);
  in.scores = scores.data();
  return in;
}
runs two(float alpha) {
  runs p{};
  p.parts = 2;
  p.alpha = alpha;
  return p;
}

}  // namespace

TEST_CASE("runs by hand: shares by the mean attention of a run, then the most attention in it") {
  const auto where = line{}.grid(1, 8);
  input::planned made;
  // Means 1 and .75: of 4, 2.29 and 1.71.
  CHECK(expect::anchors(made(two(0), on(where, {1, 1, 1, 1, 3, 0, 0, 0}), vtc::keep(4))) == std::vector<int>{0, 1, 4, 5});
  // Means 1 and 2.25: 1.23 and 2.77.
  CHECK(expect::anchors(made(two(0), on(where, {1, 1, 2, 0, 9, 0, 0, 0}), vtc::keep(4))) == std::vector<int>{2, 4, 5, 6});
}

TEST_CASE("runs: variety counts beside attention") {
  // In a run of equal rows every variance is ((0-1)^2 + 3 (1-1)^2) / 3 = 1/3, in one of orthogonal rows 0: weights 2 and 1 (alpha 1).
  const auto where = line{}.grid(1, 8);
  input::planned made;
  CHECK(expect::anchors(made(two(1), on(where, std::vector<float>(8, 1.0f)), vtc::keep(6))) == std::vector<int>{0, 1, 2, 3, 4, 5});
  CHECK(expect::anchors(made(two(0), on(where, std::vector<float>(8, 1.0f)), vtc::keep(6))) == std::vector<int>{0, 1, 2, 4, 5, 6});
}

TEST_CASE("runs: what a full run cannot take goes to the others; as published it becomes rows of zeros") {
  const auto where = line{}.grid(1, 8);
  input::planned made;
  const std::vector<float> scores{0, 0, 0, 0, 1, 1, 1, 1};
  CHECK(expect::anchors(made(two(0), on(where, scores), vtc::keep(6))) == std::vector<int>{0, 1, 4, 5, 6, 7});
  CHECK_FALSE(made.plan.view().has(vtc::note::padded));
  const vtc::plan_view& p = made(two(0), on(where, scores), vtc::keep(6).as_published());
  CHECK(p.slot_count == 6);
  CHECK(p.has(vtc::note::padded));
  const std::vector<float> rows = made.apply(vtc::view(x.data(), 8, 4));
  index_t zero = 0;
  for (std::size_t s = 0; s < 6; ++s) zero += rows[4 * s] == 0 && rows[4 * s + 1] == 0 && rows[4 * s + 2] == 0 && rows[4 * s + 3] == 0;
  CHECK(zero >= 1);
}

TEST_CASE("runs: more parts than rows are as many as there are rows") {
  const auto where = line{}.grid(1, 8);
  input::planned made;
  runs many{};
  many.parts = 100;
  CHECK(expect::anchors(made(many, on(where, {0, 5, 0, 4, 0, 0, 3, 0}), vtc::keep(3))) == std::vector<int>{1, 3, 6});
}
