#include "vtc/plan/select/anchors_and_registers.hpp"

#include "expect/same_plan.hpp"
#include "input/planned.hpp"

using vtc::index_t;
using vtc::status;
using grid = vtc::layout_builder<1>;
using vtc::select::anchors_and_registers;

namespace {

struct given {
  std::vector<float> deep, middle;
  vtc::inputs on(const vtc::layout& where) const {
    vtc::inputs in{};
    in.where = where;
    in.scores = deep.data();
    return in;
  }
  anchors_and_registers policy(float alpha) const {
    anchors_and_registers p{};
    p.alpha = alpha;
    p.middle = vtc::view(middle.data(), 1, static_cast<index_t>(middle.size()));
    return p;
  }
};

}  // namespace

TEST_CASE("anchors_and_registers by hand: an anchor, its four neighbours, then the deep layer") {
  const given g{{9, 1, 2, 3, 4, 5, 6, 7, 8}, {0, 0, 0, 0, 1, 0, 0, 0, 0}};
  const auto where = grid{}.grid(3, 3);
  input::planned made;
  CHECK(expect::anchors(made(g.policy(0.9f), g.on(where), vtc::keep(7))) == std::vector<int>{0, 1, 3, 4, 5, 7, 8});  // round(7 .9 / 5) = 1
  CHECK(expect::anchors(made(g.policy(0.0f), g.on(where), vtc::keep(3))) == std::vector<int>{0, 7, 8});              // no anchor: the deep layer alone
  CHECK(expect::anchors(made(g.policy(1.0f), g.on(where), vtc::keep(3))) == std::vector<int>{1, 3, 4});              // more neighbours than room: the first
}

TEST_CASE("anchors_and_registers: the end of a line has no neighbour in the next, as published it has") {
  const given g{{9, 0, 0, 0, 0, 0, 0, 0, 8}, {0, 0, 1, 0, 0, 0, 0, 0, 0}};
  const auto where = grid{}.grid(3, 3);
  input::planned made;
  CHECK(expect::anchors(made(g.policy(1.0f), g.on(where), vtc::keep(4))) == std::vector<int>{0, 1, 2, 5});                  // round(.8) = 1
  CHECK(expect::anchors(made(g.policy(1.0f), g.on(where), vtc::keep(5).as_published())) == std::vector<int>{0, 1, 2, 3, 5});  // 3 lies at the other end
}

TEST_CASE("anchors_and_registers: `middle` must have a value for every row") {
  const given g{{1, 2, 3, 4}, {1, 2, 3}};
  const auto where = grid{}.grid(2, 2);
  input::planned made;
  CHECK(made.outcome(g.policy(1), g.on(where), vtc::keep(2)) == status::needs_tensor);
  CHECK(made.outcome(anchors_and_registers{}, g.on(where), vtc::keep(2)) == status::needs_tensor);
}
