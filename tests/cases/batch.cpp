// Faults others shipped, class BATCH: several images, tiles, ragged results.
#include <algorithm>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "input/views.hpp"
#include "vtc/method/catalogue.hpp"
#include "vtc/sequence/slots.hpp"

using vtc::index_t;
using vtc::status;
using layout = vtc::layout_builder<4>;
using rows = std::vector<int>;

namespace {

// Where each region's rows begin in the result, and where the last ends.
rows offsets(const vtc::plan_view& p, const vtc::layout& where) {
  std::vector<index_t> counts(static_cast<std::size_t>(where.parts()));
  REQUIRE(vtc::slots_per_region(p, where, counts.data()) == status::ok);
  rows sums{0};
  for (const index_t n : counts) sums.push_back(sums.back() + n);
  return sums;
}

}  // namespace

TEST_CASE("BL-044 two images that keep two and three rows are one ragged result: 0, 2, 5") {
  const auto where = layout{}.grid(1, 6).grid(1, 6);
  const std::vector<float> scores{9, 0, 0, 9, 0, 0, 3, 3, 0, 3, 0, 0};
  input::planned made;
  const vtc::plan_view& p = made(vtc::method::top_k{}, input::with_scores(where, scores), vtc::keep_mass(1).each_region());
  CHECK(expect::anchors(p) == rows{0, 3, 6, 7, 9});
  CHECK(offsets(p, where) == rows{0, 2, 5});
}

TEST_CASE("BL-046 three tiles of four: two of each are six, two in all are two") {
  const auto where = layout{}.grid(2, 2).grid(2, 2).grid(2, 2);
  input::planned made;
  CHECK(made(vtc::method::uniform{}, input::with_layout(where), vtc::keep(2).each_region()).slot_count == 6);
  CHECK(made(vtc::method::uniform{}, input::with_layout(where), vtc::keep(2)).slot_count == 2);
}

TEST_CASE("BL-048 each of two pictures is what it is alone") {
  const std::vector<float> x{1, 0, 0.5f, 2, -1, 1, 0.25f, 0.5f, 3, 1, 0, 1, 2, -1, -0.5f, -2}, text{1, 0.5f};
  const auto both = layout{}.grid(1, 4).grid(1, 4), one = layout{}.grid(1, 4);
  const auto asked = [&](const vtc::layout& where, const float* from) {
    vtc::inputs in = input::with_layout(where);
    in.metric = in.aligned = vtc::view(from, where.count, 2);
    in.text = vtc::view(text.data(), 1, 2);
    return in;
  };
  input::planned made;
  for (const index_t k : {1, 2, 3}) {
    rows alone = expect::anchors(made(vtc::method::cdpruner{}, asked(one, x.data()), vtc::keep(k)));
    for (const int r : expect::anchors(made(vtc::method::cdpruner{}, asked(one, x.data() + 8), vtc::keep(k)))) alone.push_back(r + 4);
    CHECK(expect::anchors(made(vtc::method::cdpruner{}, asked(both, x.data()), vtc::keep(k).each_region())) == alone);
  }
}

TEST_CASE("BL-049 tiles of 1 and 3 times 2 rows begin at 0, 2 and end at 8; rows of packed pictures are numbered through") {
  const auto tiles = layout{}.grid(1, 2).frames(3, 1, 2);
  CHECK((tiles.list[0].begin == 0 && tiles.list[1].begin == 2 && tiles.total == 8));
  input::planned made;
  CHECK(offsets(made(vtc::method::uniform{}, input::with_layout(tiles), vtc::keep(8)), tiles) == rows{0, 2, 8});
  const auto packed = layout{}.grid(1, 5).grid(1, 4);
  const std::vector<float> scores{0, 9, 9, 0, 0, 9, 9, 0, 0};  // in each, by its own numbers: {1, 2} and {0, 1}
  CHECK(expect::anchors(made(vtc::method::top_k{}, input::with_scores(packed, scores), vtc::keep(2).each_region())) == rows{1, 2, 5, 6});
}

TEST_CASE("BL-050 text between two images stays, with one budget for both or one each") {
  const auto where = layout{}.grid(1, 3).extra(1).grid(1, 3);
  const std::vector<float> scores{1, 2, 3, -9, 6, 5, 4};
  input::planned made;
  CHECK(expect::anchors(made(vtc::method::top_k{}, input::with_scores(where, scores), vtc::keep(4))) == rows{3, 4, 5, 6});
  CHECK(expect::anchors(made(vtc::method::top_k{}, input::with_scores(where, scores), vtc::keep(1).each_region())) == rows{2, 3, 4});
}
