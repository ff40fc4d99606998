#include "vtc/sequence/slots.hpp"

#include <vector>

#include "catch.hpp"
#include "input/hand_plan.hpp"

using input::hand_plan;
using vtc::index_t;
using vtc::reduction;
using vtc::status;
using counts = std::vector<index_t>;

namespace {

hand_plan selection(index_t sources, const std::vector<index_t>& rows) {
  hand_plan plan(sources, reduction::mean);
  for (index_t r : rows) plan.pick(r);
  return plan;
}

counts per_frame(const hand_plan& plan, const vtc::region& where) {
  counts n(static_cast<std::size_t>(where.frames), -1);
  REQUIRE(vtc::slots_per_frame(plan.view(), where, n.data()) == status::ok);
  return n;
}

counts per_region(const hand_plan& plan, const vtc::layout& where) {
  counts n(static_cast<std::size_t>(where.parts()), -1);
  REQUIRE(vtc::slots_per_region(plan.view(), where, n.data()) == status::ok);
  return n;
}

}  // namespace

TEST_CASE("BL-028 a frame that repeats the one before has no slots, the sum is what was kept") {
  const auto where = vtc::layout_builder<1>{}.frames(3, 2, 2);
  CHECK(per_frame(selection(12, {0, 1, 2, 3, 8, 9, 10, 11}), where.list[0]) == counts{4, 0, 4});
}

TEST_CASE("BL-034 the image is found behind the rows that the video kept") {
  const auto where = vtc::layout_builder<2>{}.frames(2, 2, 2).grid(2, 2);
  const hand_plan plan = selection(12, {0, 3, 5, 6, 8, 9, 10, 11});
  CHECK(per_region(plan, where) == counts{4, 4});
  CHECK(per_frame(plan, where.list[0]) == counts{2, 2});
  const auto film = vtc::layout_builder<1>{}.frames(3, 2, 2);
  CHECK(per_frame(selection(12, {0, 1, 2, 3, 8, 11}), film.list[0]) == counts{4, 0, 2});
}

TEST_CASE("rows in no region are counted nowhere: class row, newlines, separators") {
  const auto where = vtc::layout_builder<2>{}.extra(1).grid(2, 3, 1).extra(2).frames(2, 1, 2, 1);
  const vtc::layout rows = where;
  REQUIRE(rows.count == 17);
  std::vector<index_t> all;
  for (index_t r = 0; r < 17; ++r) all.push_back(r);
  CHECK(per_region(selection(17, all), where) == counts{6, 4});  // 7 rows are neither
  CHECK(per_frame(selection(17, all), where.list[1]) == counts{2, 2});
  CHECK(per_frame(selection(17, {0, 4, 8, 9, 10, 13, 16}), where.list[1]) == counts{0, 0});
}

TEST_CASE("blocks of 2 x 2 and gaps between frames") {
  vtc::region p{3, 2, 4, 4, 4, 20, 2};
  hand_plan plan(43, reduction::mean);
  plan.pick(2).pick(3).pick(18).pick(19).pick(23).pick(38).pick(39);
  CHECK(per_frame(plan, p) == counts{2, 2});
  for (index_t t = 0; t < 2; ++t)
    for (index_t y = 0; y < 4; ++y)
      for (index_t x = 0; x < 4; ++x) CHECK(vtc::frame_of(p, p.at(t, y, x)) == t);
  CHECK((vtc::frame_of(p, 2) == vtc::none && vtc::frame_of(p, 19) == vtc::none && vtc::frame_of(p, 39) == vtc::none));
}

TEST_CASE("many regions, slots in any order, merged slots by their anchor") {
  input::generator g(61);
  constexpr index_t parts = 33;
  vtc::layout_builder<parts> where;
  std::vector<index_t> region_of;
  for (index_t i = 0; i < parts; ++i) {
    const index_t gap = g.below(3), h = 1 + g.below(4), w = 1 + g.below(5), extra = g.below(2);
    where.extra(gap).grid(h, w, extra);
    region_of.insert(region_of.end(), static_cast<std::size_t>(gap), vtc::none);
    for (index_t y = 0; y < h; ++y) {
      region_of.insert(region_of.end(), static_cast<std::size_t>(w), i);
      region_of.insert(region_of.end(), static_cast<std::size_t>(extra), vtc::none);
    }
  }
  const auto n = static_cast<index_t>(region_of.size());
  hand_plan plan(n, reduction::mean);
  counts expected(parts, 0);
  for (int k = 0; k < 200; ++k) {
    const index_t anchor = g.below(n);
    plan.slot(anchor, {anchor, g.below(n)});
    if (region_of[static_cast<std::size_t>(anchor)] != vtc::none)
      ++expected[static_cast<std::size_t>(region_of[static_cast<std::size_t>(anchor)])];
  }
  CHECK(per_region(plan, where) == expected);
}

TEST_CASE("no region is one line of all rows; no slot is nothing") {
  const vtc::layout line{5, nullptr, 0, nullptr, nullptr};
  CHECK(per_region(selection(5, {0, 2, 4}), line) == counts{3});
  CHECK(per_region(hand_plan(5, reduction::mean), line) == counts{0});
}

TEST_CASE("faults of the layout and of the plan") {
  const auto where = vtc::layout_builder<1>{}.grid(2, 3);
  index_t n[2] = {8, 8};
  CHECK(vtc::slots_per_region(selection(7, {0}).view(), where, n) == status::shapes_differ);
  CHECK(vtc::slots_per_region(selection(6, {0, 6}).view(), where, n) == status::bad_plan);
  CHECK(vtc::slots_per_region(selection(6, {0}).view(), where, nullptr) == status::null_rows);
  vtc::layout broken = where;
  broken.count = 5;
  CHECK(vtc::slots_per_region(selection(5, {0}).view(), broken, n) == status::grid_mismatch);
  CHECK(vtc::slots_per_frame(selection(5, {0}).view(), where.list[0], n) == status::grid_mismatch);
  CHECK(vtc::slots_per_frame(selection(6, {0}).view(), where.list[0], nullptr) == status::null_rows);
  CHECK((n[0] == 8 && n[1] == 8));
}
