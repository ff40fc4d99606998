// Faults others shipped, class GRID: sides that do not divide, height and width, order of cells.
#include <set>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "input/views.hpp"
#include "vtc/method/adaptive_pool.hpp"
#include "vtc/method/block_pool.hpp"
#include "vtc/method/pixel_shuffle.hpp"
#include "vtc/method/tome.hpp"
#include "vtc/method/top_k.hpp"

using vtc::index_t;
using vtc::status;
using layout = vtc::layout_builder<2>;
using floats = std::vector<float>;

namespace {

floats counted(int from, int to) {
  floats x;
  for (int i = from; i <= to; ++i) x.push_back(static_cast<float>(i));
  return x;
}
vtc::method::adaptive_pool output(index_t h, index_t w) {
  vtc::method::adaptive_pool p{};
  p.output = {h, w};
  return p;
}

}  // namespace

TEST_CASE("BL-035 a 3 x 5 grid less 4 rows is 11, and every cell is in one of them once") {
  input::planned made;
  const floats x = input::clustered_rows(15, 6, 4, 1);
  const vtc::plan_view& p = made(vtc::method::tome{}, input::with_metric(layout{}.grid(3, 5), x), vtc::keep(11));
  CHECK(p.slot_count == 11);
  CHECK(p.entry_count == 15);
  CHECK(std::set<int>(p.source, p.source + 15).size() == 15);
}

TEST_CASE("BL-036 odd sides: 169 or 196 of 27 x 27; edge windows divide by what is there; a larger target is refused") {
  input::planned made;
  vtc::method::block_pool pool{};
  CHECK(made(pool, input::with_layout(layout{}.grid(27, 27))).slot_count == 169);
  pool.how = vtc::pool::mode::bilinear;
  CHECK(made(pool, input::with_layout(layout{}.grid(27, 27))).slot_count == 196);
  pool.how = vtc::pool::mode::mean;
  const floats nine = counted(1, 9);
  made(pool, input::with_layout(layout{}.grid(3, 3)));
  CHECK(made.apply(vtc::view(nine.data(), 9, 1)) == floats{3});
  pool.odd = vtc::pool::edge::partial;
  made(pool, input::with_layout(layout{}.grid(3, 3)));
  CHECK(made.apply(vtc::view(nine.data(), 9, 1)) == floats{3, 4.5f, 7.5f, 9});
  made(output(1, 2), input::with_layout(layout{}.grid(1, 3)));
  CHECK(made.apply(vtc::view(nine.data(), 3, 1)) == floats{1.5f, 2.5f});
  CHECK(made.outcome(output(3, 3), input::with_layout(layout{}.grid(2, 2))) == status::option_out_of_range);
}

TEST_CASE("BL-037 space to depth on every grid up to 12 x 12 is a plain loop, odd sides are an error or padded with zeros") {
  input::planned made;
  for (int height = 1; height <= 12; ++height)
    for (int width = 1; width <= 12; ++width)
      for (const int f : {2, 4}) {
        const auto where = layout{}.grid(height, width);
        vtc::method::pixel_shuffle shuffle{};
        shuffle.factor = f;
        const bool divides = height % f == 0 && width % f == 0;
        REQUIRE(made.outcome(shuffle, input::with_layout(where)) == (divides ? status::ok : status::grid_mismatch));
        shuffle.pad = true;
        const floats x = input::random_rows(height * width, 6, 1);
        made(shuffle, input::with_layout(where));
        const floats out = made.apply(input::rows_of(x, where));
        const int h = (height + f - 1) / f, w = (width + f - 1) / f;
        REQUIRE(out.size() == static_cast<std::size_t>(h * w * 6 * f * f));
        std::size_t at = 0;
        for (int i = 0; i < h; ++i)
          for (int j = 0; j < w; ++j)
            for (int y = f * i; y < f * i + f; ++y)
              for (int column = f * j; column < f * j + f; ++column)
                for (int c = 0; c < 6; ++c, ++at)
                  REQUIRE(out[at] == (y < height && column < width ? x[static_cast<std::size_t>((y * width + column) * 6 + c)] : 0.0f));
      }
}

TEST_CASE("BL-038 2 x 2 cells, not four neighbours of a row; rows that lie in blocks already say so") {
  input::planned made;
  const vtc::plan_view& p = made(vtc::method::block_pool{}, input::with_layout(layout{}.grid(4, 4)));
  CHECK(expect::sources(p, 0) == std::vector<int>{0, 1, 4, 5});
  CHECK(expect::sources(p, 1) == std::vector<int>{2, 3, 6, 7});
  CHECK(expect::sources(p, 2) == std::vector<int>{8, 9, 12, 13});
  CHECK(expect::sources(p, 3) == std::vector<int>{10, 11, 14, 15});
  const vtc::plan_view& q = made(vtc::method::block_pool{}, input::with_layout(layout{}.grid(4, 4, 0, 2)));
  for (int s = 0; s < 4; ++s) CHECK(expect::sources(q, s) == std::vector<int>{4 * s, 4 * s + 1, 4 * s + 2, 4 * s + 3});
}

TEST_CASE("BL-040 height is not width: 2 x 3 pooled by 2 x 1 is 1.5, 2.5, 3.5") {
  vtc::method::block_pool pool{};
  pool.kernel = {2, 1};
  input::planned made;
  made(pool, input::with_layout(layout{}.grid(2, 3)));
  const floats x = counted(0, 5);
  CHECK(made.apply(vtc::view(x.data(), 6, 1)) == floats{1.5f, 2.5f, 3.5f});
}

TEST_CASE("BL-041 scores of patches become scores of merged cells by a pooling plan, mean or maximum; other counts are refused") {
  const auto patches = layout{}.grid(4, 4);
  const floats scores = counted(0, 15);
  vtc::method::block_pool pool{};
  input::planned made;
  made(pool, input::with_layout(patches));
  const floats means = made.apply(vtc::view(scores.data(), 16, 1));
  CHECK(means == floats{2.5f, 4.5f, 10.5f, 12.5f});
  pool.how = vtc::pool::mode::max;
  made(pool, input::with_layout(patches));
  CHECK(made.apply(vtc::view(scores.data(), 16, 1)) == floats{5, 7, 13, 15});
  const auto cells = layout{}.grid(2, 2);
  CHECK(expect::anchors(made(vtc::method::top_k{}, input::with_scores(cells, means), vtc::keep(1))) == std::vector<int>{3});
  vtc::inputs in = input::with_layout(cells);
  in.attention = input::class_rows(scores, 1);  // sixteen weights for four rows
  in.scores = means.data();
  CHECK(made.outcome(vtc::method::top_k{}, in, vtc::keep(1)) == status::shapes_differ);
}

TEST_CASE("BL-042 windows stay of equal size, and no row is merged across them") {
  const auto where = layout{}.grid(2, 2).grid(2, 2);
  const floats x{1, 0, 0.9f, 0.1f, 0, 1, 0.5f, 0.5f, 1, 0, 0.2f, 1, 0, 1, 0.3f, 0.3f};
  vtc::method::tome tome{};
  tome.remove.count = tome.remove.value[0] = 1;
  input::planned made;
  const vtc::plan_view& p = made(tome, input::with_metric(where, x), vtc::budget{}.each_region());
  CHECK(p.slot_count == 6);
  for (int s = 0; s < 6; ++s)
    for (const int r : expect::sources(p, s)) CHECK((r < 4) == (s < 3));
}

TEST_CASE("BL-043 shrinking to a budget leaves every side at least one") {
  input::planned made;
  const auto shape = [&](index_t height, index_t width, index_t most) {
    const vtc::cells c = made(vtc::method::adaptive_pool{}, input::with_layout(layout{}.grid(height, width)), vtc::keep(most)).shape;
    return std::pair<int, int>{c.height, c.width};
  };
  CHECK(shape(1, 22, 20) == std::pair<int, int>{1, 20});  // 31 x 639 pixels in cells of 28
  CHECK(shape(1, 20, 5) == std::pair<int, int>{1, 5});
  CHECK(shape(22, 1, 20) == std::pair<int, int>{20, 1});
  CHECK(made.outcome(vtc::method::adaptive_pool{}, input::with_layout(layout{}.grid(4, 4).grid(1, 4)), vtc::keep(1)) == status::budget_unsupported);
}
