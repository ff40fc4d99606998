#include "vtc/plan/compose.hpp"

#include <cmath>
#include <vector>

#include "catch.hpp"
#include "input/hand_plan.hpp"
#include "oracle/apply.hpp"

using input::hand_plan;
using vtc::index_t;
using vtc::reduction;
using vtc::status;

namespace {

// The result of the composed plan against one plan after the other, both in f64.
double distance(const vtc::plan_view& both, const hand_plan& second, const hand_plan& first, std::uint64_t seed) {
  const int width = 5;
  input::generator g(seed);
  std::vector<double> x;
  for (index_t i = 0; i < first.sources * width; ++i) x.push_back(static_cast<double>(g.value()));
  const std::vector<double> middle = oracle::apply(first.view(), x, width, first.how);
  const int middle_width = static_cast<int>(middle.size() / first.anchor.size());
  const std::vector<double> expected = oracle::apply(second.view(), middle, middle_width, second.how);
  const std::vector<double> got = oracle::apply(both, x, width, both.how);
  REQUIRE(got.size() == expected.size());
  double worst = 0;
  for (std::size_t i = 0; i < got.size(); ++i) worst = std::max(worst, std::fabs(got[i] - expected[i]));
  return worst;
}

hand_plan random_selection(index_t sources, index_t slots, reduction how, input::generator& g) {
  hand_plan plan(sources, how);
  index_t row = 0;
  for (index_t s = 0; s < slots; ++s) {
    plan.pick(row);
    row += 1 + g.below(std::max(1, (sources - row - 1) / (slots - s)));
  }
  return plan;
}

}  // namespace

TEST_CASE("two rounds of merging by hand") {
  // 0 and 1 become one row of size 2, then 4 joins it: thirds of all three.
  hand_plan first(5, reduction::linear), second(4, reduction::linear);
  first.slot(1, {0, 1}, {0.5f, 0.5f}).slot(2, {2}, {1.0f}).slot(3, {3}, {1.0f}).slot(4, {4}, {1.0f});
  second.slot(0, {3, 0}, {1.0f / 3, 2.0f / 3}).slot(1, {1}, {1.0f}).slot(2, {2}, {1.0f});
  first.notes = second.notes = vtc::note::partition;
  vtc::workspace memory;
  vtc::plan_storage plan;
  REQUIRE(vtc::compose(second.view(), first.view(), memory, plan) == status::ok);
  const vtc::plan_view& p = plan.view();
  CHECK(vtc::check(p) == status::ok);
  CHECK((p.source_count == 5 && p.slot_count == 3 && p.entry_count == 5 && p.how == reduction::linear));
  CHECK((p.anchor[0] == 1 && p.anchor[1] == 2 && p.anchor[2] == 3));
  CHECK((p.source[0] == 4 && p.source[1] == 0 && p.source[2] == 1));
  for (int e = 0; e < 3; ++e) CHECK(p.weight[e] == Approx(1.0 / 3));
  CHECK((p.weight[3] == 1 && p.weight[4] == 1));
  CHECK(p.has(vtc::note::partition));
}

TEST_CASE("pooling twice is one mean, pooling unequally is not") {
  vtc::workspace memory;
  vtc::plan_storage plan;
  const hand_plan first = input::block_plan(8, 8, 2, reduction::mean), second = input::block_plan(4, 4, 2, reduction::mean);
  REQUIRE(vtc::compose(second.view(), first.view(), memory, plan) == status::ok);
  CHECK((plan.view().how == reduction::mean && plan.view().weight == nullptr && plan.view().slot_count == 4 &&
         plan.view().entry_count == 64));
  CHECK((plan.view().shape.height == 2 && plan.view().has(vtc::note::partition)));
  CHECK(vtc::check(plan.view()) == status::ok);
  CHECK(distance(plan.view(), second, first, 1) < 1e-12);

  hand_plan uneven(3, reduction::mean), pairs(2, reduction::mean);
  uneven.slot(0, {0, 1}).pick(2);
  pairs.slot(0, {0, 1});
  REQUIRE(vtc::compose(pairs.view(), uneven.view(), memory, plan) == status::ok);
  CHECK((plan.view().how == reduction::linear && plan.view().weight[0] == 0.25f && plan.view().weight[1] == 0.25f &&
         plan.view().weight[2] == 0.5f));

  hand_plan shared(3, reduction::mean);  // row 1 is met twice: its parts add up
  shared.slot(0, {0, 1}).slot(1, {1, 2});
  REQUIRE(vtc::compose(pairs.view(), shared.view(), memory, plan) == status::ok);
  CHECK((plan.view().entry_count == 3 && plan.view().source[1] == 1));
  CHECK((plan.view().weight[0] == 0.25f && plan.view().weight[1] == 0.5f && plan.view().weight[2] == 0.25f));
}

TEST_CASE("every defined pair equals one plan after the other") {
  input::generator g(51);
  vtc::workspace memory;
  vtc::plan_storage plan;
  const reduction all[] = {reduction::mean,      reduction::linear,      reduction::maximum,
                           reduction::keep_norm, reduction::concatenate, reduction::anchor};
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    for (reduction a : all)
      for (reduction b : all)
        for (bool select_first : {false, true})
          for (bool select_second : {false, true}) {
            const hand_plan first = select_first ? random_selection(30, 12, a, g) : input::random_plan(30, 12, 4, a, g);
            const hand_plan second = select_second ? random_selection(12, 5, b, g) : input::random_plan(12, 5, 4, b, g);
            const bool copies_first = first.view().selection(), copies_second = second.view().selection();
            const bool average = (a == reduction::mean || a == reduction::linear) && (b == reduction::mean || b == reduction::linear);
            const bool defined = copies_first || copies_second || average || (a == reduction::maximum && b == reduction::maximum);
            INFO("first " << int(a) << " second " << int(b) << " selections " << select_first << select_second);
            const status s = vtc::compose(second.view(), first.view(), memory, plan);
            if (!defined) {
              CHECK(s == status::reduction_unsupported);
              continue;
            }
            if (s == status::reduction_unsupported) {  // an anchor that is not the one row copied
              CHECK((a == reduction::anchor || b == reduction::anchor));
              continue;
            }
            REQUIRE(s == status::ok);
            CHECK(vtc::check(plan.view()) == status::ok);
            CHECK(distance(plan.view(), second, first, seed) < 2e-5);
            for (index_t k = 0; k < plan.view().slot_count; ++k)
              CHECK(plan.view().anchor[k] == first.anchor[static_cast<std::size_t>(second.anchor[static_cast<std::size_t>(k)])]);
          }
}

TEST_CASE("selection after pooling, pixel shuffle after selection, cells that stay a grid") {
  vtc::workspace memory;
  vtc::plan_storage plan;
  const hand_plan pool = input::block_plan(4, 4, 2, reduction::maximum);
  hand_plan pick(4, reduction::mean), identity(4, reduction::mean);
  pick.pick(1).pick(3);
  REQUIRE(vtc::compose(pick.view(), pool.view(), memory, plan) == status::ok);
  CHECK(
      (plan.view().how == reduction::maximum && plan.view().slot_count == 2 && plan.view().source[0] == 2 && plan.view().source[7] == 15));
  CHECK(plan.view().shape.height == 0);
  identity.pick(0).pick(1).pick(2).pick(3);
  identity.notes = vtc::note::identity | vtc::note::partition;
  REQUIRE(vtc::compose(identity.view(), pool.view(), memory, plan) == status::ok);
  CHECK((plan.view().shape.height == 2 && plan.view().shape.width == 2 && !plan.view().has(vtc::note::identity)));
  hand_plan deep(2, reduction::concatenate);
  deep.slot(0, {1, vtc::none, 0});
  REQUIRE(vtc::compose(deep.view(), pick.view(), memory, plan) == status::ok);
  CHECK((plan.view().how == reduction::concatenate && plan.view().source[0] == 3 && plan.view().source[1] == vtc::none &&
         plan.view().source[2] == 1));
}

TEST_CASE("appended slots and orders are handed on") {
  hand_plan first(6, reduction::linear), second(4, reduction::mean);
  first.slot(2, {2}).slot(4, {4}).slot(5, {5}).slot(1, {0, 1, 3}, {});
  first.appended = 1;
  second.pick(0).pick(2).pick(3);
  vtc::workspace memory;
  vtc::plan_storage plan;
  REQUIRE(vtc::compose(second.view(), first.view(), memory, plan) == status::ok);
  CHECK((plan.view().appended == 1 && plan.view().anchor[2] == 1));
  CHECK(vtc::check(plan.view()) == status::ok);

  hand_plan backwards(4, reduction::mean), two(4, reduction::mean);
  backwards.pick(3).pick(1).pick(0).pick(2);
  backwards.notes = vtc::note::method_order;
  two.pick(0).pick(3);
  REQUIRE(vtc::compose(two.view(), backwards.view(), memory, plan) == status::ok);
  CHECK((plan.view().anchor[0] == 3 && plan.view().anchor[1] == 2 && plan.view().has(vtc::note::method_order)));
  CHECK(vtc::check(plan.view()) == status::ok);
}

TEST_CASE("composing takes what it says, and nothing more the second time") {
  const hand_plan first = input::block_plan(16, 16, 2, reduction::mean), second = input::block_plan(8, 8, 2, reduction::mean);
  vtc::plan_storage plan;
  alignas(64) static unsigned char bytes[256 * 16 + 64];
  vtc::workspace exact(bytes, 256 * 16), small(bytes, 256 * 16 - 1);
  CHECK(vtc::compose(second.view(), first.view(), small, plan) == status::out_of_memory);
  CHECK(small.mark() == 0);
  REQUIRE(vtc::compose(second.view(), first.view(), exact, plan) == status::ok);
  CHECK((exact.mark() == 0 && !exact.failed()));
  const std::size_t held = plan.bytes();
  REQUIRE(vtc::compose(second.view(), first.view(), exact, plan) == status::ok);
  CHECK(plan.bytes() == held);
  vtc::workspace in_use;  // what a caller has taken is left alone
  REQUIRE(in_use.reserve(256 * 16 + 1024) == status::ok);
  float* mine = in_use.take<float>(16);
  mine[0] = 42;
  REQUIRE(vtc::compose(second.view(), first.view(), in_use, plan) == status::ok);
  CHECK((mine[0] == 42 && in_use.mark() == 64));
}

TEST_CASE("faults are named and the plan keeps what it held") {
  vtc::workspace memory;
  vtc::plan_storage plan;
  const hand_plan pool = input::block_plan(4, 4, 2, reduction::mean), other = input::block_plan(6, 6, 2, reduction::mean);
  const hand_plan second = input::block_plan(2, 2, 2, reduction::mean), most = input::block_plan(2, 2, 2, reduction::maximum);
  REQUIRE(vtc::compose(second.view(), pool.view(), memory, plan) == status::ok);
  CHECK(vtc::compose(second.view(), other.view(), memory, plan) == status::shapes_differ);
  CHECK(vtc::compose(most.view(), pool.view(), memory, plan) == status::reduction_unsupported);
  hand_plan broken = pool;
  broken.source[3] = 99;
  CHECK(vtc::compose(second.view(), broken.view(), memory, plan) == status::bad_plan);
  CHECK((plan.view().slot_count == 1 && plan.view().entry_count == 16));
  hand_plan one(1, reduction::mean);
  one.pick(0);
  CHECK(vtc::compose(one.view(), plan.view(), memory, plan) == status::output_overlaps);
  CHECK(plan.view().entry_count == 16);
}

TEST_CASE("nothing after nothing") {
  vtc::workspace memory;
  vtc::plan_storage plan;
  REQUIRE(vtc::compose(hand_plan(0, reduction::mean).view(), hand_plan(7, reduction::mean).view(), memory, plan) == status::ok);
  CHECK((plan.view().source_count == 7 && plan.view().slot_count == 0));
}
