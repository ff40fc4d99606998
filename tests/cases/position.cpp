// Faults others shipped, class POS: ids after compression.
#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/views.hpp"
#include "vtc/method/block_pool.hpp"
#include "vtc/method/top_k.hpp"
#include "vtc/sequence/positions.hpp"
#include "vtc/sequence/slots.hpp"

using vtc::index_t;
using vtc::position_rule;
using vtc::status;
using layout = vtc::layout_builder<2>;
using ids = std::vector<std::int32_t>;

TEST_CASE("BL-031 two words, an image of 2 x 3, a word: the image is at 2, rows 2 .. 3, columns 2 .. 4, the word at 5") {
  vtc::method::block_pool as_it_is{};
  as_it_is.stride = 1;
  input::planned made;
  made(as_it_is, input::with_layout(layout{}.grid(2, 3)));
  ids out(18, -1);
  std::int32_t next = 0;
  REQUIRE(vtc::positions(made.plan, nullptr, 0, 3, position_rule::grid, 2, {out.data(), 6, 3, 6}, &next) == status::ok);
  CHECK(out == ids{2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 2, 3, 4, 2, 3, 4});
  CHECK(next == 5);
}

TEST_CASE("BL-032 of 3 + 4 + 2 rows the image keeps two: 0 1 2 4 6 7 8, or 0 .. 6") {
  const auto where = layout{}.extra(3).grid(1, 4).extra(2);
  const std::vector<float> scores{0, 0, 0, 1, 9, 2, 8, 0, 0};
  input::planned made;
  made(vtc::method::top_k{}, input::with_scores(where, scores), vtc::keep(7));
  const ids original{0, 1, 2, 3, 4, 5, 6, 7, 8};
  ids out(7, -1);
  std::int32_t next = 0;
  REQUIRE(vtc::positions(made.plan, original.data(), 9, 1, position_rule::keep, 0, {out.data(), 7, 1, 7}, &next) == status::ok);
  CHECK(out == ids{0, 1, 2, 4, 6, 7, 8});
  CHECK(next == 9);
  REQUIRE(vtc::positions(made.plan, nullptr, 0, 1, position_rule::renumber, 0, {out.data(), 7, 1, 7}, &next) == status::ok);
  CHECK(out == ids{0, 1, 2, 3, 4, 5, 6});
  CHECK(next == 7);
}

TEST_CASE("BL-034 a video cut from 8 to 4, then an image of 4: the image starts at 4; frames that keep nothing have length 0") {
  const auto where = layout{}.frames(4, 1, 2).grid(2, 2);
  const std::vector<float> scores{9, 9, 0, 0, 0, 0, 9, 9, 9, 9, 9, 9};
  input::planned made;
  const vtc::plan_view& p = made(vtc::method::top_k{}, input::with_scores(where, scores), vtc::keep(8));
  index_t regions[2], frames[4];
  REQUIRE(vtc::slots_per_region(p, where, regions) == status::ok);
  CHECK((regions[0] == 4 && regions[1] == 4));
  REQUIRE(vtc::slots_per_frame(p, where.list[0], frames) == status::ok);
  CHECK((frames[0] == 2 && frames[1] == 0 && frames[2] == 0 && frames[3] == 2));
  CHECK(p.anchor[4] == 8);  // the first slot of the image
  ids out(8);
  std::int32_t next = 0;
  REQUIRE(vtc::positions(p, nullptr, 0, 1, position_rule::renumber, 10, {out.data(), 8, 1, 8}, &next) == status::ok);
  CHECK((out[4] == 14 && next == 18));
}
