#include "vtc/apply/restore.hpp"

#include <vector>

#include "catch.hpp"
#include "input/architectures.hpp"
#include "input/hand_plan.hpp"
#include "input/sample_rows.hpp"
#include "vtc/apply/apply.hpp"
#include "vtc/plan/invert.hpp"

using input::hand_plan;
using vtc::element;
using vtc::index_t;
using vtc::reduction;
using vtc::status;

TEST_CASE("BL-068 the way back gives every source the row of its group") {
  const float x[] = {1, 3, 10, 20, 30, 7};
  hand_plan plan(6, reduction::mean);
  plan.slot(1, {0, 1}).pick(2).slot(4, {3, 4}).pick(5);
  float merged[4], back[6];
  REQUIRE(vtc::apply(plan.view(), vtc::view(x, 6, 1), vtc::view(merged, 4, 1)) == status::ok);
  REQUIRE(vtc::restore(plan.view(), vtc::view(static_cast<const float*>(merged), 4, 1), vtc::view(back, 6, 1)) == status::ok);
  const float expected[] = {2, 2, 10, 25, 25, 7};
  CHECK(std::memcmp(back, expected, sizeof back) == 0);
  index_t slot_of_row[6], seen = 0;
  REQUIRE(vtc::invert(plan.view(), slot_of_row) == status::ok);  // the source map lists 0..5 once
  for (index_t r = 0; r < 6; ++r) seen += slot_of_row[r] != vtc::none && merged[slot_of_row[r]] == back[r];
  CHECK(seen == 6);
}

TEMPLATE_LIST_TEST_CASE("every element, dropped rows are zero, gaps stay", "", input::two_architectures) {
  for (element e : {element::f32, element::f16, element::bf16, element::i8, element::u8, element::i32})
    for (index_t width : {1, 17, 40}) {
      const auto x = input::make_rows(e, 3, width, 5, 1, 3);
      hand_plan plan(8, reduction::anchor);
      plan.slot(1, {1, 6}).slot(2, {2}).slot(5, {5, 4, 0});
      std::vector<unsigned char> bytes(static_cast<std::size_t>(8 * (4 * width + 3) + 2), 0xee);
      const auto out = vtc::view(e, static_cast<void*>(bytes.data() + 2), 8, width, 4 * width + 3, x.view.quant);
      REQUIRE(vtc::restore<TestType>(plan.view(), x.view, out) == status::ok);
      const index_t slot_of[] = {2, 0, 1, vtc::none, 2, 2, 0, vtc::none};
      const std::size_t row_bytes = vtc::size_of(e) * static_cast<std::size_t>(width);
      for (index_t r = 0; r < 8; ++r) {
        const auto* row = static_cast<const unsigned char*>(out.row(r));
        if (slot_of[r] != vtc::none) CHECK(std::memcmp(row, x.view.row(slot_of[r]), row_bytes) == 0);
        else if (e != element::i32) CHECK(vtc::load(out, r, width - 1) == 0);
        std::size_t kept = 0;
        for (std::size_t b = row_bytes; b < static_cast<std::size_t>(out.stride); ++b) kept += row[b] == 0xee;
        CHECK(kept == static_cast<std::size_t>(out.stride) - row_bytes);
      }
      if (e == element::i32) continue;
      std::vector<float> values(static_cast<std::size_t>(8 * width));
      REQUIRE(vtc::restore<TestType>(plan.view(), x.view, vtc::view(values.data(), 8, width)) == status::ok);
      for (index_t r = 0; r < 8; ++r)
        for (index_t c = 0; c < width; ++c)
          REQUIRE(static_cast<double>(values[static_cast<std::size_t>(r * width + c)]) ==
                  Approx(slot_of[r] != vtc::none ? x.at(slot_of[r], c) : 0.0));
    }
}

TEMPLATE_LIST_TEST_CASE("space to depth and back is the identity", "", input::two_architectures) {
  for (element e : {element::f32, element::f16}) {
    const auto x = input::make_rows(e, 24, 13, 0, 0, 4);
    const hand_plan plan = input::block_plan(4, 6, 2, reduction::concatenate);
    std::vector<unsigned char> deep(vtc::size_of(e) * 24 * 13), back(deep.size());
    const auto deep_rows = vtc::view(e, static_cast<void*>(deep.data()), 6, 52);
    REQUIRE(vtc::apply<TestType>(plan.view(), x.view, deep_rows) == status::ok);
    REQUIRE(vtc::restore<TestType>(plan.view(), deep_rows, vtc::view(e, static_cast<void*>(back.data()), 24, 13)) == status::ok);
    CHECK(std::memcmp(back.data(), x.bytes.data(), back.size()) == 0);
  }
  const auto x = input::make_rows(element::f16, 4, 6, 0, 0, 4);  // with conversion on the way back
  hand_plan plan(7, reduction::concatenate);
  plan.slot(0, {0, 3}).slot(1, {1, vtc::none}).slot(2, {2, 6}).slot(4, {vtc::none, 4});
  float back[21];
  REQUIRE(vtc::restore<TestType>(plan.view(), x.view, vtc::view(back, 7, 3)) == status::ok);
  for (index_t c = 0; c < 3; ++c) {
    CHECK(static_cast<double>(back[c]) == x.at(0, c));
    CHECK(static_cast<double>(back[9 + c]) == x.at(0, 3 + c));
    CHECK(static_cast<double>(back[12 + c]) == x.at(3, 3 + c));
    CHECK(back[15 + c] == 0);
  }
}

TEST_CASE("restore refuses what it cannot do") {
  const float x[] = {1, 2, 3, 4};
  float out[6] = {9, 9, 9, 9, 9, 9};
  hand_plan plan(3, reduction::mean), shared(3, reduction::mean);
  plan.slot(0, {0, 1}).pick(2);
  shared.slot(0, {0, 1}).slot(1, {1, 2});
  const vtc::rows two = vtc::view(x, 2, 2);
  CHECK(vtc::restore(shared.view(), two, vtc::view(out, 3, 2)) == status::not_a_partition);
  CHECK(vtc::restore(plan.view(), vtc::view(x, 1, 2), vtc::view(out, 3, 2)) == status::shapes_differ);
  CHECK(vtc::restore(plan.view(), two, vtc::view(out, 2, 2)) == status::output_too_small);
  CHECK(vtc::restore(plan.view(), two, vtc::view(out, 3, 1)) == status::output_too_small);
  CHECK(vtc::restore(plan.view(), two, vtc::mutable_rows{}) == status::null_rows);
  CHECK(vtc::restore(plan.view(), vtc::view(out, 2, 2), vtc::view(out + 2, 2, 2)) == status::output_too_small);
  CHECK(vtc::restore(plan.view(), vtc::view(out, 2, 2), vtc::view(out, 3, 2)) == status::output_overlaps);
  CHECK(vtc::restore(plan.view(), two, vtc::view(element::i32, static_cast<void*>(out), 3, 2)) == status::unknown_element);
  plan.how = reduction::concatenate;
  CHECK(vtc::restore(plan.view(), two, vtc::view(out, 3, 2)) == status::bad_plan);  // slots of different sizes
  for (float v : out) CHECK(v == 9);
  hand_plan nothing(3, reduction::mean);  // everything was dropped
  REQUIRE(vtc::restore(nothing.view(), vtc::rows{}, vtc::view(out, 3, 2)) == status::ok);
  for (float v : out) CHECK(v == 0);
}
