#include "vtc/plan/check.hpp"

#include <limits>
#include <string>
#include <vector>

#include "catch.hpp"
#include "input/hand_plan.hpp"

using input::hand_plan;
using vtc::index_t;
using vtc::plan_rule;
using vtc::reduction;
using vtc::status;

namespace {

hand_plan sound() {
  hand_plan plan(10, reduction::linear);
  plan.slot(1, {1, 0}, {0.5f, 0.5f}).slot(4, {4}, {1.0f}).slot(7, {8, 7, 9}, {0.25f, 0.5f, 0.25f});
  plan.notes = vtc::note::partition;
  return plan;
}

vtc::plan_fault fault_of(const vtc::plan_view& p) {
  vtc::plan_fault fault{plan_rule::counts, 77, 77};
  const status s = vtc::check(p, &fault);
  CHECK((s == status::ok) == (fault.rule == plan_rule::all_hold));
  CHECK((s == status::ok || s == status::bad_plan));
  CHECK(s == vtc::check(p));
  CHECK(std::string(vtc::message(fault.rule)) != "unknown rule");
  return fault;
}

bool broken_at(const vtc::plan_view& p, plan_rule rule, index_t slot, index_t entry) {
  const vtc::plan_fault f = fault_of(p);
  INFO(vtc::message(f.rule) << " at " << f.slot << ", " << f.entry);
  CHECK((f.rule == rule && f.slot == slot && f.entry == entry));
  return f.rule == rule && f.slot == slot && f.entry == entry;
}

}  // namespace

TEST_CASE("sound plans pass") {
  CHECK(fault_of(sound().view()).rule == plan_rule::all_hold);
  CHECK(fault_of(hand_plan(0, reduction::mean).view()).rule == plan_rule::all_hold);
  CHECK(fault_of(input::block_plan(6, 4, 2, reduction::maximum).view()).rule == plan_rule::all_hold);
  hand_plan holes(4, reduction::concatenate);
  holes.slot(1, {vtc::none, 1}).slot(2, {3, 2});
  CHECK(fault_of(holes.view()).rule == plan_rule::all_hold);
  hand_plan extra(5, reduction::linear);  // an appended slot stands last, at any anchor
  extra.slot(2, {2}).slot(4, {4}).slot(1, {0, 1, 3});
  extra.appended = 1;
  CHECK(fault_of(extra.view()).rule == plan_rule::all_hold);
  hand_plan own_order(5, reduction::mean);
  own_order.pick(4).pick(0).pick(2);
  own_order.notes = vtc::note::method_order;
  CHECK(fault_of(own_order.view()).rule == plan_rule::all_hold);
  hand_plan twice(5, reduction::mean);
  twice.pick(1).pick(1);
  twice.notes = vtc::note::duplicate;
  CHECK(fault_of(twice.view()).rule == plan_rule::all_hold);
  hand_plan hollow(5, reduction::linear);
  hollow.slot(0, {}).slot(1, {});
  CHECK(fault_of(hollow.view()).rule == plan_rule::all_hold);
}

TEST_CASE("each rule names its fault") {
  vtc::plan_view p = sound().view();
  hand_plan plan = sound();
  p = plan.view();
  p.slot_count = -1;
  CHECK(broken_at(p, plan_rule::counts, vtc::none, vtc::none));
  p = plan.view();
  p.anchor = nullptr;
  CHECK(broken_at(p, plan_rule::counts, vtc::none, vtc::none));
  p = plan.view();
  p.appended = 4;
  CHECK(broken_at(p, plan_rule::counts, vtc::none, vtc::none));
  p = plan.view();
  p.how = static_cast<reduction>(6);
  CHECK(broken_at(p, plan_rule::counts, vtc::none, vtc::none));

  plan.begin[0] = 1;
  CHECK(broken_at(plan.view(), plan_rule::begins, 0, vtc::none));
  plan = sound();
  plan.begin[2] = 1;
  CHECK(broken_at(plan.view(), plan_rule::begins, 1, vtc::none));
  plan = sound();
  plan.begin[3] = 5;
  CHECK(broken_at(plan.view(), plan_rule::begins, 3, vtc::none));
  plan.begin[3] = 7;
  CHECK(broken_at(plan.view(), plan_rule::begins, 2, vtc::none));

  for (index_t wrong : {-2, -1, 10, INT32_MAX, INT32_MIN}) {
    plan = sound();
    plan.source[4] = wrong;
    CHECK(broken_at(plan.view(), plan_rule::sources, 2, 4));
    plan = sound();
    plan.anchor[1] = wrong;
    CHECK(broken_at(plan.view(), plan_rule::anchors, 1, vtc::none));
  }
  plan = sound();
  plan.weight[2] = std::numeric_limits<float>::infinity();
  CHECK(broken_at(plan.view(), plan_rule::weights, 1, 2));
  plan.weight[1] = std::numeric_limits<float>::quiet_NaN();
  CHECK(broken_at(plan.view(), plan_rule::weights, 0, 1));
  plan = sound();
  plan.how = reduction::mean;
  CHECK(broken_at(plan.view(), plan_rule::weights, 0, 0));
  plan = sound();
  plan.how = reduction::concatenate;
  CHECK(broken_at(plan.view(), plan_rule::entries, 1, vtc::none));
  hand_plan hollow(5, reduction::maximum);
  hollow.pick(0).slot(1, {});
  CHECK(broken_at(hollow.view(), plan_rule::entries, 1, vtc::none));

  plan = sound();
  plan.anchor[2] = 0;
  CHECK(broken_at(plan.view(), plan_rule::anchors_ascend, 2, vtc::none));
  plan.notes = vtc::note::method_order;
  CHECK(fault_of(plan.view()).rule == plan_rule::all_hold);
  plan.anchor[2] = 1;
  CHECK(broken_at(plan.view(), plan_rule::anchors_distinct, 2, vtc::none));
  plan = sound();
  plan.anchor[1] = 1;
  CHECK(broken_at(plan.view(), plan_rule::anchors_distinct, 1, vtc::none));

  plan = sound();
  plan.shape = vtc::cells{1, 2, 2};
  CHECK(broken_at(plan.view(), plan_rule::shape, vtc::none, vtc::none));
  plan.shape = vtc::cells{1, 0, 2};
  CHECK(broken_at(plan.view(), plan_rule::shape, vtc::none, vtc::none));
  plan.shape = vtc::cells{INT32_MAX, INT32_MAX, INT32_MAX};
  CHECK(broken_at(plan.view(), plan_rule::shape, vtc::none, vtc::none));
  plan.shape = vtc::cells{1, 1, 3};
  CHECK(fault_of(plan.view()).rule == plan_rule::all_hold);

  plan = sound();
  plan.source[5] = 1;
  CHECK(broken_at(plan.view(), plan_rule::partition, 2, 5));
  plan.notes = 0;
  CHECK(fault_of(plan.view()).rule == plan_rule::all_hold);
}

TEST_CASE("repeats are found at any distance and number of rows") {
  input::generator g(41);
  for (index_t n : {1, 2, 63, 64, 65, 32767, 32768, 32769, 100000}) {
    hand_plan plan(n, reduction::mean);
    std::vector<index_t> rows;
    for (index_t r = 0; r < n; ++r) rows.push_back(r);
    for (index_t i = n - 1; i > 0; --i) std::swap(rows[static_cast<std::size_t>(i)], rows[static_cast<std::size_t>(g.below(i + 1))]);
    plan.slot(0, rows);
    CHECK(vtc::is_partition(plan.view()));
    CHECK(vtc::detail::first_repeat<vtc::default_arch>(plan.source.data(), n, n) == vtc::none);
    if (n == 1) continue;
    const index_t a = g.below(n - 1), b = a + 1 + g.below(n - a - 1);
    plan.source[static_cast<std::size_t>(b)] = plan.source[static_cast<std::size_t>(a)];
    CHECK_FALSE(vtc::is_partition(plan.view()));
    CHECK(vtc::detail::first_repeat<vtc::default_arch>(plan.source.data(), n, n) == b);
  }
}
