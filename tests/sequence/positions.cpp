#include "vtc/sequence/positions.hpp"

#include <vector>

#include "catch.hpp"
#include "input/hand_plan.hpp"

using input::hand_plan;
using vtc::index_t;
using vtc::position_rule;
using vtc::reduction;
using vtc::status;
using ids = std::vector<std::int32_t>;

namespace {

struct placed {
  ids id;
  std::int32_t next;
};

placed place(const hand_plan& plan, const ids& original, index_t axes, position_rule rule, std::int32_t base) {
  const auto slots = static_cast<index_t>(plan.anchor.size());
  placed p{ids(static_cast<std::size_t>(axes * (slots + 2)), -9), -9};
  REQUIRE(vtc::positions(plan.view(), original.empty() ? nullptr : original.data(), plan.sources, axes, rule, base,
                         {p.id.data(), slots, axes, slots + 2}, &p.next) == status::ok);
  for (index_t a = 0; a < axes; ++a)  // the gap between the planes stays
    CHECK((p.id[static_cast<std::size_t>(a * (slots + 2) + slots)] == -9 &&
           p.id[static_cast<std::size_t>(a * (slots + 2) + slots + 1)] == -9));
  ids packed;
  for (index_t a = 0; a < axes; ++a) packed.insert(packed.end(), p.id.begin() + a * (slots + 2), p.id.begin() + a * (slots + 2) + slots);
  p.id = packed;
  return p;
}

// What M-RoPE gives an image: time stands still, rows and columns count from base.
ids image_ids(index_t height, index_t width, std::int32_t base) {
  ids all(static_cast<std::size_t>(height * width), base);
  for (index_t y = 0; y < height; ++y) all.insert(all.end(), static_cast<std::size_t>(width), base + y);
  for (index_t y = 0; y < height; ++y)
    for (index_t x = 0; x < width; ++x) all.push_back(base + x);
  return all;
}

hand_plan selection(index_t sources, const std::vector<index_t>& rows) {
  hand_plan plan(sources, reduction::mean);
  for (index_t r : rows) plan.pick(r);
  return plan;
}

}  // namespace

TEST_CASE("BL-031 text behind a 2 x 3 image goes on after its longest side") {
  const ids image = image_ids(2, 3, 2);
  const placed all = place(selection(6, {0, 1, 2, 3, 4, 5}), image, 3, position_rule::keep, 2);
  CHECK(all.id == image);
  CHECK(all.next == 5);
  const placed cut = place(selection(6, {1, 3}), image, 3, position_rule::keep, 2);
  CHECK(cut.id == ids{2, 2, 2, 3, 3, 2});
  CHECK(cut.next == 5);  // as if nothing had been cut, although column 2 and row 3 are partly gone
  hand_plan grid = selection(6, {0, 1, 2, 3, 4, 5});
  grid.shape = vtc::cells{1, 2, 3};
  const placed own = place(grid, {}, 3, position_rule::grid, 2);
  CHECK(own.id == image);
  CHECK(own.next == 5);
}

TEST_CASE("BL-032 rows that stay keep their ids, or are numbered anew") {
  const ids line{0, 1, 2, 3, 4, 5, 6, 7, 8};
  const hand_plan plan = selection(9, {0, 1, 2, 4, 6, 7, 8});
  const placed kept = place(plan, line, 1, position_rule::keep, 0), compact = place(plan, {}, 1, position_rule::renumber, 0);
  CHECK(kept.id == ids{0, 1, 2, 4, 6, 7, 8});
  CHECK(kept.next == 9);
  CHECK(compact.id == ids{0, 1, 2, 3, 4, 5, 6});
  CHECK(compact.next == 7);
}

TEST_CASE("BL-034 a prompt cut at any row gives the ids of one shot") {
  // Video of 3 frames x 4 with 4, 0 and 2 rows kept, then an image of 4, with ids 100 apart in between.
  std::vector<index_t> rows{0, 1, 2, 3, 9, 11, 12, 13, 14, 15};
  ids original;
  for (index_t r = 0; r < 16; ++r) original.push_back(r < 12 ? 7 + r : 107 + r);
  const placed kept = place(selection(16, rows), original, 1, position_rule::keep, 7),
               anew = place(selection(16, rows), {}, 1, position_rule::renumber, 7);
  CHECK(kept.id[6] == 119);
  for (index_t cut = 1; cut < 16; ++cut) {
    std::vector<index_t> before, after;
    for (index_t r : rows) (r < cut ? before : after).push_back(r < cut ? r : r - cut);
    const ids head(original.begin(), original.begin() + cut), tail(original.begin() + cut, original.end());
    const placed a = place(selection(cut, before), head, 1, position_rule::keep, 7),
                 b = place(selection(16 - cut, after), tail, 1, position_rule::keep, a.next);
    ids together = a.id;
    together.insert(together.end(), b.id.begin(), b.id.end());
    CHECK(together == kept.id);
    CHECK(b.next == kept.next);
    const placed c = place(selection(cut, before), {}, 1, position_rule::renumber, 7),
                 d = place(selection(16 - cut, after), {}, 1, position_rule::renumber, c.next);
    together = c.id;
    together.insert(together.end(), d.id.begin(), d.id.end());
    CHECK(together == anew.id);
    CHECK(d.next == anew.next);
  }
}

TEST_CASE("the places of a pooled grid, on one, two and three axes") {
  hand_plan plan(2 * 4 * 6, reduction::mean);
  for (index_t f = 0; f < 2; ++f)
    for (index_t i = 0; i < 6; ++i) plan.pick(f * 24 + (i / 3) * 12 + (i % 3) * 2);
  plan.shape = vtc::cells{2, 2, 3};
  const placed one = place(plan, {}, 1, position_rule::grid, 10);
  CHECK(one.id == ids{10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21});
  CHECK(one.next == 22);
  const placed two = place(plan, {}, 2, position_rule::grid, 10);
  CHECK(two.id == ids{10, 10, 10, 11, 11, 11, 10, 10, 10, 11, 11, 11, 10, 11, 12, 10, 11, 12, 10, 11, 12, 10, 11, 12});
  CHECK(two.next == 13);
  const placed three = place(plan, {}, 3, position_rule::grid, 10);
  CHECK(ids(three.id.begin(), three.id.begin() + 12) == ids{10, 10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 11});
  CHECK(ids(three.id.begin() + 12, three.id.end()) == two.id);
  CHECK(three.next == 13);
  hand_plan film(9, reduction::mean);  // the longest side may be time
  for (index_t f = 0; f < 9; ++f) film.pick(f);
  film.shape = vtc::cells{9, 1, 1};
  CHECK(place(film, {}, 3, position_rule::grid, 0).next == 9);
  CHECK(place(film, {}, 2, position_rule::grid, 0).next == 1);
}

TEST_CASE("renumber counts on every axis") {
  const placed p = place(selection(6, {1, 5}), {}, 3, position_rule::renumber, 4);
  CHECK(p.id == ids{4, 5, 4, 5, 4, 5});
  CHECK(p.next == 6);
}

TEST_CASE("next looks at dropped rows and at all axes, also below zero") {
  const ids original{-9, -3, -7, -5, -8, -4};
  CHECK(place(selection(3, {0}), original, 2, position_rule::keep, 0).next == -2);
  CHECK(place(hand_plan(3, reduction::mean), original, 2, position_rule::keep, 0).next == -2);
}

TEST_CASE("faults are named and nothing is written") {
  const ids original = image_ids(2, 3, 0);
  ids out(32, -9);
  std::int32_t next = -9;
  const hand_plan plan = selection(6, {0, 1, 3, 4});
  hand_plan grid = plan, ringed = plan;
  grid.shape = vtc::cells{1, 2, 2};
  ringed.shape = vtc::cells{1, 1, 3};  // a row beside the grid
  const auto run = [&](const hand_plan& p, const std::int32_t* from, index_t axes, position_rule rule, vtc::planes to,
                       std::int32_t base = 0) {
    const status s = vtc::positions(p.view(), from, 6, axes, rule, base, to, &next);
    if (s != status::ok) CHECK((out == ids(32, -9) && next == -9));
    return s;
  };
  const vtc::planes three{out.data(), 4, 3, 4};
  CHECK(run(plan, nullptr, 3, position_rule::keep, three) == status::null_rows);
  CHECK(run(plan, original.data(), 3, position_rule::keep, {nullptr, 4, 3, 4}) == status::null_rows);
  CHECK(run(plan, original.data(), 3, position_rule::keep, {out.data(), 3, 3, 4}) == status::output_too_small);
  CHECK(run(plan, original.data(), 3, position_rule::keep, {out.data(), 4, 2, 4}) == status::output_too_small);
  CHECK(run(plan, original.data(), 3, position_rule::keep, {out.data(), 4, 3, 3}) == status::bad_shape);
  CHECK(run(plan, original.data(), 0, position_rule::keep, {out.data(), 4, 0, 4}) == status::bad_shape);
  CHECK(vtc::positions(plan.view(), original.data(), 5, 3, position_rule::keep, 0, three, &next) == status::bad_shape);
  CHECK(run(plan, out.data(), 1, position_rule::keep, {out.data() + 5, 4, 1, 4}) == status::output_overlaps);
  CHECK(run(plan, nullptr, 3, position_rule::grid, three) == status::grid_mismatch);
  CHECK(run(ringed, nullptr, 3, position_rule::grid, three) == status::grid_mismatch);
  CHECK(run(grid, nullptr, 4, position_rule::grid, {out.data(), 4, 4, 4}) == status::grid_mismatch);
  CHECK(run(grid, nullptr, 3, position_rule::grid, three, INT32_MAX - 1) == status::bad_shape);
  CHECK(run(plan, nullptr, 1, position_rule::renumber, {out.data(), 4, 1, 4}, INT32_MAX - 3) == status::bad_shape);
  hand_plan foreign = plan;
  foreign.anchor[3] = 6;
  CHECK(run(foreign, original.data(), 1, position_rule::keep, {out.data(), 4, 1, 4}) == status::bad_plan);
  CHECK(run(grid, nullptr, 3, position_rule::grid, three, INT32_MAX - 2) == status::ok);
  CHECK(next == INT32_MAX);
}
