// What the door does by itself: roles, lead, regions, order, growing scratch, own planners. What it does with every method: method/properties.cpp.
#include "vtc/make_plan.hpp"

#include <limits>
#include <string>
#include <vector>

#include "catch.hpp"
#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "vtc/plan/merge/bipartite.hpp"
#include "vtc/plan/select/top_k.hpp"
#include "vtc/plan/select/uniform.hpp"
#include "vtc/score/class_attention.hpp"

using vtc::index_t;
using vtc::role;
using vtc::status;
using vtc::note::identity;
using layout = vtc::layout_builder<3>;

namespace {

// Writes down what the door hands over, and picks the first rows.
struct seen {
  std::vector<index_t> candidates;
  index_t slots, region, kept, kept_in_all, lead;
  std::string roles;
  std::vector<float> norms;
};
struct spy {
  static constexpr vtc::input needs = vtc::input::nothing;
  std::vector<seen>* calls;

  template <class Arch>
  status build(const vtc::inputs& in, const vtc::task& t, vtc::workspace&, vtc::plan_storage& plan, Arch) const noexcept {
    seen s{{t.candidate, t.candidate + t.count}, t.slots, t.region, t.kept, t.kept_in_all, t.lead, "", {}};
    for (index_t r = 0; r < in.where.count; ++r) s.roles += t.roles[r] == role::kept ? 'k' : t.roles[r] == role::candidate ? 'c' : '.';
    calls->push_back(s);
    for (index_t i = 0; i < t.slots; ++i) plan.pick(t.candidate[i]);
    return status::ok;
  }
};
struct comparing_spy : spy {
  static constexpr vtc::input needs = vtc::input::metric;
  static constexpr vtc::input compares = vtc::input::metric;

  template <class Arch>
  status build(const vtc::inputs& in, const vtc::task& t, vtc::workspace& memory, vtc::plan_storage& plan, Arch arch) const noexcept {
    const status s = spy::build(in, t, memory, plan, arch);
    calls->back().norms.assign(t.squared_norm, t.squared_norm + t.count);
    return s;
  }
};

vtc::inputs on(const vtc::layout& where) {
  vtc::inputs in{};
  in.where = where;
  return in;
}

}  // namespace

TEST_CASE("rows are kept, candidates or padding: outside of grids, protected, masked; padding wins over both") {
  std::vector<seen> calls;
  std::vector<std::uint8_t> valid(12, 1), protect(12, 0);
  valid[0] = valid[4] = valid[5] = 0;  // the class row, a cell, a protected cell
  protect[5] = protect[6] = 1;
  auto where = layout{}.extra(2).grid(2, 3, 1).extra(2);
  where.valid = valid.data();
  where.protect = protect.data();
  input::planned made;
  made(spy{&calls}, on(where), vtc::keep(8));
  REQUIRE(calls.size() == 1);
  CHECK(calls[0].roles == ".kcc..kcckkk");
  CHECK(calls[0].candidates == std::vector<index_t>{2, 3, 7, 8});
  CHECK((calls[0].slots == 3 && calls[0].region == vtc::none && calls[0].kept == 5 && calls[0].kept_in_all == 5 && calls[0].lead == 1));
  CHECK(expect::anchors(made.plan) == std::vector<int>{1, 2, 3, 6, 7, 9, 10, 11});
}

TEST_CASE("with each region: counts are of the cells of a region, rows outside come on top, lead is what stands in front of it") {
  std::vector<seen> calls;
  std::vector<std::uint8_t> protect(20, 0);
  protect[1] = protect[9] = 1;
  auto where = layout{}.extra(1).grid(2, 2, 1).extra(1).grid(2, 4).grid(1, 4);
  where.protect = protect.data();
  input::planned made;
  made(spy{&calls}, on(where), vtc::keep(2).each_region());
  REQUIRE(calls.size() == 3);
  CHECK(calls[0].candidates == std::vector<index_t>{2, 4, 5});
  CHECK((calls[0].slots == 1 && calls[0].region == 0 && calls[0].kept == 1 && calls[0].lead == 2));  // the class row and a protected cell
  CHECK(calls[1].candidates == std::vector<index_t>{8, 10, 11, 12, 13, 14, 15});
  CHECK((calls[1].slots == 1 && calls[1].region == 1 && calls[1].kept == 1 &&
         calls[1].lead == 1));  // the separator; the newline belongs to the grid before
  CHECK((calls[2].slots == 2 && calls[2].kept == 0 && calls[2].lead == 0));
  for (const seen& s : calls) CHECK(s.kept_in_all == 6);
  CHECK(made.plan.view().slot_count == 6 + 4);
  const vtc::bounds b = vtc::slots(spy{&calls}, where, vtc::keep(2).each_region());
  CHECK((b.least == 10 && b.most == 10));
}

TEST_CASE("protected cells of blocks are counted where they lie") {
  std::vector<seen> calls;
  std::vector<std::uint8_t> protect(16, 0);
  protect[6] = 1;  // cell (1, 2): row 1 of the second block
  auto where = layout{}.grid(4, 4, 0, 2);
  where.protect = protect.data();
  input::planned made;
  made(spy{&calls}, on(where), vtc::keep(5).each_region());
  CHECK((calls[0].kept == 1 && calls[0].slots == 4));
  CHECK(made.plan.view().slot_count == 5);
}

TEST_CASE("a region that begins in the gap behind the last grid row of another one counts nothing in front of it") {
  const vtc::region list[] = {{0, 1, 2, 3, 4, 8, 1}, {7, 1, 1, 5, 5, 5, 1}};
  std::vector<std::uint8_t> protect(12, 0);
  protect[8] = 1;
  const vtc::layout where{12, list, 2, protect.data(), nullptr};
  std::vector<seen> calls;
  input::planned made;
  made(spy{&calls}, on(where), vtc::keep(2).each_region());
  REQUIRE(calls.size() == 2);
  CHECK(calls[1].candidates == std::vector<index_t>{7, 9, 10, 11});
  CHECK(calls[1].lead == 0);
}

TEST_CASE("regions with nothing to remove are not asked, regions with room for kept rows only are emptied") {
  std::vector<seen> calls;
  std::vector<std::uint8_t> protect(12, 0);
  protect[4] = protect[5] = 1;
  auto where = layout{}.grid(1, 2).grid(1, 6).grid(1, 4);
  where.protect = protect.data();
  input::planned made;
  const vtc::plan_view& p = made(spy{&calls}, on(where), vtc::keep(2).each_region());
  REQUIRE(calls.size() == 1);
  CHECK(calls[0].region == 2);
  CHECK(expect::anchors(p) == std::vector<int>{0, 1, 4, 5, 8, 9});
  CHECK_FALSE(p.has(identity));
  CHECK(made(spy{&calls}, on(where), vtc::keep(6).each_region()).has(identity));
}

TEST_CASE("norms are of the candidates in order; a row that is not finite has none and is no candidate") {
  std::vector<seen> calls;
  const float inf = std::numeric_limits<float>::infinity();
  const std::vector<float> x{9, 9, 3, 4, inf, 0, 0, 0, 1, 2};
  const auto where = layout{}.extra(1).grid(2, 2);
  vtc::inputs in = on(where);
  in.metric = vtc::view(x.data(), 5, 2);
  input::planned made;
  comparing_spy policy{};
  policy.calls = &calls;
  const vtc::plan_view& p = made(policy, in, vtc::keep(3));
  CHECK(calls[0].candidates == std::vector<index_t>{1, 3, 4});
  CHECK(calls[0].norms == std::vector<float>{25, 0, 5});
  CHECK(calls[0].roles == "kc.cc");
  CHECK(p.has(vtc::note::non_finite));
  // The exact count falls with the rows that turned out to be padding, and the identity is one of what is left.
  CHECK(expect::anchors(made(policy, in, vtc::keep(5))) == std::vector<int>{0, 1, 3, 4});
  CHECK(made.plan.view().has(identity));
  const std::vector<float> bad(10, inf);
  in.metric = vtc::view(bad.data(), 5, 2);
  CHECK(expect::anchors(made(policy, in, vtc::keep(3))) == std::vector<int>{0});
  const auto cells = layout{}.grid(1, 5);
  in.where = cells;
  CHECK(made.outcome(policy, in, vtc::keep(3)) == status::no_valid_row);
}

namespace {

struct failing {
  static constexpr vtc::input needs = vtc::input::nothing;
  status fault;
  status build(const vtc::inputs&, const vtc::task& t, vtc::workspace&, vtc::plan_storage& plan, vtc::default_arch) const noexcept {
    plan.pick(t.candidate[0]);
    return fault;
  }
};

}  // namespace

TEST_CASE("a call that fails late leaves an empty plan, one that is refused leaves the plan of before") {
  const auto where = layout{}.grid(1, 4);
  input::planned made;
  made(vtc::select::uniform{}, on(where), vtc::keep(2));
  CHECK(made.outcome(failing{status::ok}, on(where), vtc::keep(0)) == status::keep_is_zero);
  CHECK(made.plan.view().slot_count == 2);
  CHECK(made.outcome(failing{status::bad_index}, on(where), vtc::keep(2)) == status::bad_index);
  CHECK(made.plan.view().slot_count == 0);
  CHECK(made.plan.view().source_count == 4);
  CHECK(vtc::check(made.plan) == status::ok);
  // A planner that makes fewer slots than it was asked for is noted.
  CHECK(made.outcome(failing{status::ok}, on(where), vtc::keep(2)) == status::ok);
  CHECK(made.plan.view().has(vtc::note::incomplete));
}

namespace {

struct fixed {
  static constexpr vtc::input needs = vtc::input::nothing;
  std::vector<index_t> anchors;
  index_t appended;
  status build(const vtc::inputs&, const vtc::task&, vtc::workspace&, vtc::plan_storage& plan, vtc::default_arch) const noexcept {
    for (std::size_t i = 0; i < anchors.size(); ++i) {
      if (static_cast<index_t>(i) < appended) plan.append(anchors[i]);
      else plan.slot(anchors[i]);
      plan.add(anchors[i], 0.5f);
    }
    plan.reduce_by(vtc::reduction::linear);
    return status::ok;
  }
};

}  // namespace

TEST_CASE("slots of a planner are put in order by anchor; anchors that repeat or are kept rows are no plan") {
  const auto where = layout{}.extra(1).grid(1, 6).extra(1);
  input::planned made;
  CHECK(expect::anchors(made(fixed{{5, 2, 4}, 0}, on(where), vtc::keep(5))) == std::vector<int>{0, 2, 4, 5, 7});
  CHECK(made.plan.view().weight[1] == 0.5f);
  CHECK(made.plan.view().weight[0] == 1);
  CHECK(expect::anchors(made(fixed{{1, 5, 2}, 1}, on(where), vtc::keep(5))) ==
        std::vector<int>{0, 2, 5, 7, 1});  // appended slots stay last
  CHECK(made.plan.view().appended == 1);
  CHECK(expect::anchors(made(fixed{{1, 5, 2}, 1}, on(where), vtc::keep(5).in_method_order())) == std::vector<int>{0, 7, 5, 2, 1});
  const auto halves = layout{}.grid(1, 4).grid(1, 4);
  CHECK(made.outcome(fixed{{7, 0}, 1}, on(halves), vtc::keep(2).each_region()) == status::bad_plan);  // row 0 in both regions
  CHECK(made.outcome(fixed{{8, 0}, 1}, on(halves), vtc::keep(2)) == status::bad_plan);
  CHECK(expect::anchors(made(fixed{{5, 2, 4}, 0}, on(where), vtc::keep(5).in_method_order())) == std::vector<int>{0, 7, 5, 2, 4});
  for (const std::vector<index_t>& bad : {std::vector<index_t>{5, 5, 1}, {0, 1, 2}, {1, 2, 8}, {1, -1, 2}}) {
    CHECK(made.outcome(fixed{bad, 0}, on(where), vtc::keep(5)) == status::bad_plan);
    CHECK(made.plan.view().slot_count == 0);
  }
}

namespace {

struct greedy {
  static constexpr vtc::input needs = vtc::input::nothing;
  int* calls;
  status build(const vtc::inputs&, const vtc::task& t, vtc::workspace& memory, vtc::plan_storage& plan, vtc::default_arch) const noexcept {
    ++*calls;
    auto* bytes = memory.take<std::uint8_t>(100000);
    if (bytes == nullptr) return status::out_of_memory;
    bytes[99999] = 1;
    for (index_t i = 0; i < t.slots; ++i) plan.pick(t.candidate[i]);
    return status::ok;
  }
};

}  // namespace

TEST_CASE("a planner that does not say what it takes gets more room until it fits; in a caller's buffer it is out of memory") {
  int calls = 0;
  const auto where = layout{}.grid(10, 10);
  input::planned made;
  CHECK(made(greedy{&calls}, on(where), vtc::keep(10)).slot_count == 10);
  CHECK(calls > 1);
  calls = 0;
  CHECK(made(greedy{&calls}, on(where), vtc::keep(10)).slot_count == 10);
  CHECK(calls == 1);  // the room stays
  alignas(64) unsigned char bytes[4096];
  vtc::workspace small(bytes, sizeof bytes);
  CHECK(vtc::make_plan(greedy{&calls}, on(where), vtc::keep(10), small, made.plan) == status::out_of_memory);
  CHECK(made.plan.view().slot_count == 0);
}

namespace {

struct row_number {
  static constexpr vtc::input needs = vtc::input::nothing;
  status operator()(const vtc::inputs& in, vtc::workspace&, float* score, vtc::default_arch) const noexcept {
    for (index_t r = 0; r < in.where.count; ++r) score[r] = static_cast<float>(r % 3);
    return status::ok;
  }
};

struct refusing : row_number {
  status operator()(const vtc::inputs&, vtc::workspace&, float*, vtc::default_arch) const noexcept { return status::bad_index; }
};

}  // namespace

TEST_CASE("any score stands before any planner that reads scores") {
  const auto where = layout{}.grid(1, 9);
  input::planned made;
  CHECK(expect::anchors(made(vtc::scored<row_number, vtc::select::top_k>{}, on(where), vtc::keep(4))) == std::vector<int>{1, 2, 5, 8});
  static_assert(vtc::scored<row_number, vtc::select::top_k>::needs == vtc::input::nothing, "the score of the host is not needed any more");
  static_assert(vtc::scored<vtc::score::class_attention, vtc::merge::bipartite>::needs == (vtc::input::attention | vtc::input::metric));
  CHECK(made.outcome(vtc::scored<refusing, vtc::select::top_k>{}, on(where), vtc::keep(4)) == status::bad_index);
}

TEST_CASE("the same call on every architecture of this machine gives the same plan") {
  std::vector<float> x, scores;
  input::planned made;
  for (int i = 0; i < 64 * 24; ++i) x.push_back(static_cast<float>((i * 37) % 101 - 50) / 8);
  const auto where = layout{}.grid(8, 8);
  vtc::inputs in = on(where);
  in.metric = vtc::view(x.data(), 64, 24);
  REQUIRE(vtc::make_plan<vtc::default_arch>(vtc::merge::bipartite{}, in, vtc::keep(20), made.memory, made.plan) == status::ok);
  const expect::plan_copy first(made.plan.view());
  REQUIRE(vtc::make_plan<vtc::scalar>(vtc::merge::bipartite{}, in, vtc::keep(20), made.memory, made.plan) == status::ok);
  CHECK(expect::difference(made.plan.view(), first) == "");  // small integers: every sum is exact
}

TEST_CASE("a boost multiplies scores, the host's and those of a method; below zero it divides; exact workspace") {
  const auto where = layout{}.grid(1, 5);
  const std::vector<float> scores{5, 4, 3, -1, -8}, boost{1, 0.5f, 2, 1, 16};
  vtc::inputs in = on(where);
  in.scores = scores.data();
  in.boost = boost.data();
  input::planned made;
  CHECK(expect::anchors(made(vtc::select::top_k{}, in, vtc::keep(2))) == std::vector<int>{0, 2});  // 5 2 6 -1 -0.5
  CHECK(expect::anchors(made(vtc::select::top_k{}, in, vtc::keep(4))) == std::vector<int>{0, 1, 2, 4});
  CHECK(made.memory.size() <= vtc::workspace_bytes(vtc::select::top_k{}, in, vtc::keep(2)) + 2 * vtc::workspace::alignment);

  const std::vector<float> attention{5, 4, 3, 2, 1};
  vtc::inputs own = on(where);
  own.attention = vtc::attention_weights{attention.data(), vtc::element::f32, 1, 1, 5, 20, 20, 0};
  using fastervlm = vtc::scored<vtc::score::class_attention, vtc::select::top_k>;
  own.boost = boost.data();
  CHECK(expect::anchors(made(fastervlm{}, own, vtc::keep(2))) == std::vector<int>{2, 4});  // 5 2 6 2 16
  own.boost = nullptr;
  CHECK(expect::anchors(made(fastervlm{}, own, vtc::keep(2))) == std::vector<int>{0, 1});

  const auto given = vtc::give(where, vtc::scores(scores.data()), vtc::boost(boost.data()));
  static_assert(vtc::ranks_by_scores<vtc::select::top_k> && vtc::ranks_by_scores<fastervlm> && !vtc::ranks_by_scores<vtc::select::uniform>);
  vtc::workspace memory;
  vtc::plan_storage plan;
  REQUIRE(vtc::make_plan(vtc::select::top_k{}, given, vtc::keep(1), memory, plan) == status::ok);
  CHECK(expect::anchors(plan) == std::vector<int>{2});
}
