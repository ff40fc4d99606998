#include "vtc/view/boxes.hpp"

#include <limits>
#include <random>
#include <vector>

#include "catch.hpp"

using vtc::index_t;
using vtc::rectangle;
using vtc::status;

namespace {

std::vector<index_t> marked(const vtc::layout& where, const std::vector<vtc::placement>& placements, const std::vector<rectangle>& boxes) {
  std::vector<std::uint8_t> protect(static_cast<std::size_t>(where.count), 0);
  REQUIRE(vtc::protect_boxes(where, placements.data(), static_cast<index_t>(placements.size()), boxes.data(),
                             static_cast<index_t>(boxes.size()), protect.data()) == status::ok);
  std::vector<index_t> rows;
  for (std::size_t r = 0; r < protect.size(); ++r)
    if (protect[r] != 0) rows.push_back(static_cast<index_t>(r));
  return rows;
}
using list = std::vector<index_t>;

}  // namespace

TEST_CASE("a stretched picture: cells that a box touches, with a class row in front") {
  const auto builder = vtc::layout_builder<1>{}.extra(1).grid(4, 4);  // 80 x 40 pixels: a cell is 20 x 10
  const vtc::layout where = builder;
  const auto on = [&](const rectangle& box) { return marked(where, {vtc::stretched(where, 0, 80, 40)}, {box}); };
  CHECK(on({0, 0, 20, 10}) == list{1});  // exactly one cell: edges do not touch the neighbours
  CHECK(on({19, 9, 21, 11}) == list{1, 2, 5, 6});
  CHECK(on({60, 30, 80, 40}) == list{16});
  CHECK(on({-100, -100, 1000, 5}) == list{1, 2, 3, 4});
  CHECK(on({80, 0, 90, 40}).empty());  // beside the picture
  CHECK(on({39.5f, 12, 39.75f, 13}) == list{6});
}

TEST_CASE("padding is touched by no box, and shifts the cells") {
  const auto builder = vtc::layout_builder<1>{}.grid(6, 6);  // 60 x 20 pixels on 6 x 6 cells: two rows of cells in the middle
  const vtc::layout where = builder;
  CHECK(marked(where, {vtc::padded(where, 0, 60, 20)}, {{0, 0, 60, 20}}) == list{12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23});
  CHECK(marked(where, {vtc::padded(where, 0, 60, 20)}, {{50, 10, 60, 20}}) == list{23});
  CHECK(marked(where, {vtc::padded(where, 0, 60, 20, false)}, {{50, 10, 60, 20}}) == list{11});
  // 94 x 47 on 6 x 6 is three rows of cells in the middle, from 1.5 to 4.5: half cells count.
  CHECK(marked(where, {vtc::padded(where, 0, 94, 47)}, {{0, 0, 1, 47}}) == list{6, 12, 18, 24});
}

TEST_CASE("tiles, a thumbnail, blocks and frames") {
  const auto builder = vtc::layout_builder<5>{}.grid(2, 2).grid(2, 2, 1).grid(2, 2, 1).frames(2, 2, 2).grid(2, 2, 0, 2);
  const vtc::layout where = builder;  // regions begin at 0, 4, 10, 16, 24
  const std::vector<vtc::placement> cut{vtc::stretched(where, 0, 40, 20), vtc::tile(where, 1, 40, 20, 0, 0, 1, 2),
                                        vtc::tile(where, 2, 40, 20, 0, 1, 1, 2)};
  CHECK(marked(where, cut, {{0, 0, 5, 5}}) == list{0, 4});
  CHECK(marked(where, cut, {{15, 15, 25, 20}}) == list{2, 3, 8, 13});  // across the seam of the tiles
  CHECK(marked(where, {vtc::stretched(where, 3, 40, 20)}, {{0, 0, 5, 5}}) == list{16, 20});
  vtc::placement second = vtc::stretched(where, 3, 40, 20);
  second.frame = 1;
  CHECK(marked(where, {second}, {{0, 0, 5, 5}}) == list{20});
  CHECK(marked(where, {vtc::stretched(where, 4, 40, 20)}, {{0, 15, 5, 20}}) == list{26});
}

TEST_CASE("any box on any placement marks what a sampled picture shows") {
  std::mt19937 generator(3);
  const auto side = [&](int most) { return std::uniform_int_distribution<int>(1, most)(generator); };
  for (int trial = 0; trial < 300; ++trial) {
    const int height = side(7), width = side(7), scale_x = side(6), scale_y = side(6);
    const auto builder = vtc::layout_builder<1>{}.grid(height, width);
    const vtc::layout where = builder;
    const int w = width * scale_x, h = height * scale_y;  // whole pixels a cell, so that plain loops can tell
    const int left = side(w) - 1, top = side(h) - 1, right = left + side(w - left), bottom = top + side(h - top);
    std::vector<char> touched(static_cast<std::size_t>(height * width), 0);
    for (int y = top; y < bottom; ++y)
      for (int x = left; x < right; ++x) touched[static_cast<std::size_t>(y / scale_y * width + x / scale_x)] = 1;
    list expected;
    for (std::size_t r = 0; r < touched.size(); ++r)
      if (touched[r] != 0) expected.push_back(static_cast<index_t>(r));
    const rectangle box{static_cast<float>(left), static_cast<float>(top), static_cast<float>(right), static_cast<float>(bottom)};
    REQUIRE(marked(where, {vtc::stretched(where, 0, static_cast<float>(w), static_cast<float>(h))}, {box}) == expected);
  }
}

TEST_CASE("boxes and placements that make no sense are named, and nothing is marked") {
  const auto builder = vtc::layout_builder<1>{}.grid(4, 4);
  const vtc::layout where = builder;
  std::vector<std::uint8_t> protect(16, 0);
  const vtc::placement good = vtc::stretched(where, 0, 8, 8);
  const rectangle box{0, 0, 4, 4};
  const auto run = [&](const vtc::placement& p, const rectangle& b) { return vtc::protect_boxes(where, &p, 1, &b, 1, protect.data()); };
  const float nan_value = std::numeric_limits<float>::quiet_NaN(), infinite = std::numeric_limits<float>::infinity();
  vtc::placement bad = good;
  bad.region = 1;
  CHECK(run(bad, box) == status::bad_index);
  bad = good;
  bad.frame = 1;
  CHECK(run(bad, box) == status::bad_index);
  bad = good;
  bad.picture.right = 0;
  CHECK(run(bad, box) == status::bad_shape);
  CHECK(run(good, {4, 0, 0, 4}) == status::bad_shape);
  CHECK(run(good, {0, 0, 0, 4}) == status::bad_shape);
  CHECK(run(good, {0, 0, nan_value, 4}) == status::bad_shape);
  CHECK(run(good, {-infinite, 0, 4, 4}) == status::bad_shape);
  CHECK(vtc::protect_boxes(where, &good, 1, &box, 1, nullptr) == status::null_rows);
  CHECK(vtc::protect_boxes(where, nullptr, 1, &box, 1, protect.data()) == status::null_rows);
  CHECK(vtc::protect_boxes(where, nullptr, 0, nullptr, 0, protect.data()) == status::ok);
  CHECK(vtc::protect_boxes(vtc::layout{16, nullptr, 3, nullptr, nullptr}, &good, 1, &box, 1, protect.data()) == status::grid_mismatch);
  CHECK(protect == std::vector<std::uint8_t>(16, 0));
}
