#include "vtc/view/rows.hpp"

#include <limits>
#include <type_traits>
#include <vector>

#include "catch.hpp"
#include "input/sample_rows.hpp"

using vtc::element;
using vtc::index_t;
using vtc::status;

TEST_CASE("views are plain data, and a view to write is a view to read") {
  static_assert(std::is_trivially_copyable_v<vtc::rows> && std::is_trivially_copyable_v<vtc::mutable_rows>);
  float x[6] = {1, 2, 3, 4, 5, 6};
  const vtc::mutable_rows to = vtc::view(x, 2, 3);
  const vtc::rows from = to;
  CHECK((from.data == x && from.count == 2 && from.width == 3 && from.stride == 12 && from.type == element::f32));
  CHECK((from.packed() && !from.empty() && vtc::rows{}.empty()));
  CHECK(vtc::view(x, 1, 3, 20).stride == 20);
  CHECK_FALSE(vtc::rows(vtc::view(x, 1, 3, 20)).packed());
}

TEST_CASE("load reads every element at every address") {
  for (const element e : {element::f32, element::f16, element::bf16, element::i8, element::u8})
    for (const int offset : {0, 1, 3})
      for (const bool each : {false, true}) {
        if (each && !vtc::is_quantized(e)) continue;
        const input::sample_rows s = input::make_rows(e, 5, 7, 3, offset, 11, each);
        for (int r = 0; r < 5; ++r)
          for (int c = 0; c < 7; ++c) CHECK(vtc::load(s.view, r, c) == Approx(s.at(r, c)).margin(1e-12));
      }
}

TEST_CASE("columns and slice narrow a view; a slice takes the scales of its rows along") {
  const float scales[] = {1, 2, 3, 4};
  const std::int8_t q[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  const vtc::rows x = vtc::view(q, 4, 3, vtc::affine{1, 0, scales});
  const vtc::rows part = x.slice(2, 2).columns(1, 2);
  CHECK((part.count == 2 && part.width == 2 && part.stride == 3));
  CHECK(vtc::load(part, 0, 0) == 24);  // 8 * 3
  CHECK(vtc::load(part, 1, 1) == 48);  // 12 * 4
  float y[12] = {};
  const vtc::mutable_rows to = vtc::view(y, 4, 3).columns(2, 1).slice(1, 3);
  CHECK(to.row(0) == y + 5);
  CHECK(to.row(2) == y + 11);
}

TEST_CASE("grouped rows are k rows side by side, and without data where that cannot be") {
  float x[24] = {};
  const vtc::rows g = vtc::rows(vtc::view(x, 8, 3)).grouped(4);
  CHECK((g.count == 2 && g.width == 12 && g.stride == 48 && g.row(1) == x + 12));
  CHECK(vtc::view(x, 8, 3).grouped(2).data == x);
  CHECK(vtc::rows(vtc::view(x, 7, 3)).grouped(2).empty());             // seven are not pairs
  CHECK(vtc::rows(vtc::view(x, 4, 3, 16)).grouped(2).empty());         // not adjacent
  CHECK(vtc::rows(vtc::view(x, 8, 3)).grouped(0).empty());
  CHECK(vtc::view(x, 4, 3, 16).grouped(2).empty());
  const float scales[] = {1, 2};
  const std::int8_t q[4] = {};
  CHECK(vtc::view(q, 2, 2, vtc::affine{1, 0, scales}).grouped(2).empty());  // different scales cannot be one row
  CHECK(vtc::check(vtc::rows(vtc::view(x, 7, 3)).grouped(2)) == status::null_rows);
}

TEST_CASE("check names the first reason why rows cannot be read") {
  const float x[8] = {};
  const auto good = vtc::view(x, 2, 4);
  const auto changed = [&](auto change) {
    vtc::rows r = good;
    change(r);
    return vtc::check(r);
  };
  CHECK(vtc::check(good) == status::ok);
  CHECK(changed([](vtc::rows& r) { r.data = nullptr; }) == status::null_rows);
  CHECK(changed([](vtc::rows& r) { r.count = 0; }) == status::bad_shape);
  CHECK(changed([](vtc::rows& r) { r.count = -2; }) == status::bad_shape);
  CHECK(changed([](vtc::rows& r) { r.width = 0; }) == status::bad_shape);
  CHECK(changed([](vtc::rows& r) { r.width = -4; }) == status::bad_shape);
  CHECK(changed([](vtc::rows& r) { r.stride = 15; }) == status::bad_shape);   // rows would overlap
  CHECK(changed([](vtc::rows& r) { r.stride = -16; }) == status::bad_shape);
  CHECK(changed([](vtc::rows& r) { r.stride = 4; }) == status::bad_shape);    // a transposed view
  CHECK(changed([](vtc::rows& r) { r.stride = PTRDIFF_MAX; }) == status::bad_shape);
  CHECK(changed([](vtc::rows& r) { r.type = static_cast<element>(9); }) == status::unknown_element);
  vtc::rows one = good;
  one.count = 1;
  one.stride = PTRDIFF_MAX;  // a stride that is never taken
  CHECK(vtc::check(one) == status::ok);
}
