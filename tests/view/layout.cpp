#include "vtc/view/layout.hpp"

#include <set>
#include <vector>

#include "catch.hpp"

using vtc::index_t;
using vtc::region;
using vtc::status;

TEST_CASE("a layout is written in the order of its rows") {
  const auto where = vtc::layout_builder<4>{}.extra(1).grid(2, 3, 1).extra(2).frames(2, 4, 4, 0, 2);
  const vtc::layout l = where;
  CHECK(l.count == 1 + 8 + 2 + 32);
  CHECK(l.region_count == 2);
  CHECK((l.regions[0].begin == 1 && l.regions[0].height == 2 && l.regions[0].width == 3 && l.regions[0].row_pitch == 4 && l.regions[0].frame_pitch == 8));
  CHECK(l.regions[0].size() == 6);
  CHECK(l.regions[0].end() == 9);
  CHECK((l.regions[1].begin == 11 && l.regions[1].frames == 2 && l.regions[1].block == 2 && l.regions[1].size() == 32 && l.regions[1].frame_size() == 16));
  CHECK(vtc::check(l) == status::ok);
}

TEST_CASE("cells of a grid with gaps, and of blocks, by hand") {
  const region gaps{10, 2, 2, 3, 5, 12, 1};
  CHECK(gaps.at(0, 0, 0) == 10);
  CHECK(gaps.at(0, 1, 2) == 17);
  CHECK(gaps.at(1, 0, 1) == 23);
  const region blocks{0, 1, 4, 6, 6, 24, 2};  // rows 0 1 2 3 are cells (0,0) (0,1) (1,0) (1,1)
  CHECK(blocks.at(0, 0, 1) == 1);
  CHECK(blocks.at(0, 1, 0) == 2);
  CHECK(blocks.at(0, 0, 2) == 4);
  CHECK(blocks.at(0, 2, 0) == 12);
  CHECK(blocks.at(0, 3, 5) == 23);
  std::set<index_t> rows;
  for (index_t y = 0; y < 4; ++y)
    for (index_t x = 0; x < 6; ++x) rows.insert(blocks.at(0, y, x));
  CHECK(rows.size() == 24);
  CHECK(*rows.rbegin() == 23);
}

TEST_CASE("no region at all is one line") {
  const vtc::layout l{7, nullptr, 0, nullptr, nullptr};
  CHECK(l.parts() == 1);
  CHECK((l.part(0).width == 7 && l.part(0).height == 1 && l.part(0).begin == 0 && l.part(0).at(0, 0, 6) == 6));
  CHECK(vtc::check(l) == status::ok);
}

TEST_CASE("check refuses layouts that do not fit their rows") {
  const auto of = [](index_t count, std::vector<region> list) {
    return vtc::check(vtc::layout{count, list.data(), static_cast<index_t>(list.size()), nullptr, nullptr});
  };
  CHECK(of(12, {{0, 1, 3, 4, 4, 12, 1}}) == status::ok);
  CHECK(of(11, {{0, 1, 3, 4, 4, 12, 1}}) == status::grid_mismatch);     // leaves the rows
  CHECK(of(12, {{-1, 1, 3, 4, 4, 12, 1}}) == status::grid_mismatch);
  CHECK(of(12, {{0, 1, 0, 4, 4, 12, 1}}) == status::grid_mismatch);     // a side of nothing
  CHECK(of(12, {{0, 1, 3, -4, 4, 12, 1}}) == status::grid_mismatch);
  CHECK(of(12, {{0, 0, 3, 4, 4, 12, 1}}) == status::grid_mismatch);
  CHECK(of(12, {{0, 1, 3, 4, 3, 12, 1}}) == status::grid_mismatch);     // grid rows overlap
  CHECK(of(24, {{0, 2, 3, 4, 4, 11, 1}}) == status::grid_mismatch);     // frames overlap
  CHECK(of(24, {{0, 1, 3, 4, 4, 12, 1}, {11, 1, 1, 4, 4, 4, 1}}) == status::grid_mismatch);  // regions overlap
  CHECK(of(24, {{12, 1, 3, 4, 4, 12, 1}, {0, 1, 3, 4, 4, 12, 1}}) == status::grid_mismatch);  // or do not ascend
  CHECK(of(24, {{0, 1, 3, 4, 4, 12, 2}}) == status::grid_mismatch);     // three is not whole blocks of two
  CHECK(of(40, {{0, 1, 4, 4, 5, 20, 2}}) == status::grid_mismatch);     // blocks with gaps
  CHECK(of(INT32_MAX, {{0, 60000, 60000, 60000, 60000, INT32_MAX, 1}}) == status::grid_mismatch);  // more cells than an index counts
  CHECK(of(0, {}) == status::bad_shape);
  CHECK(of(-1, {}) == status::bad_shape);
  CHECK(vtc::check(vtc::layout{5, nullptr, 2, nullptr, nullptr}) == status::grid_mismatch);
  // More regions than the builder has room for.
  CHECK(vtc::check(vtc::layout_builder<1>{}.grid(1, 2).grid(1, 2)) == status::grid_mismatch);
}
