#include "vtc/view/attention.hpp"

#include "catch.hpp"

using vtc::element;
using vtc::index_t;
using vtc::status;

TEST_CASE("attention weights lie at any strides of queries and heads") {
  const float w[24] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  const vtc::attention_weights a{w, element::f32, 2, 2, 2, 24, 12, vtc::none};
  CHECK(a.row(1, 1) == w + 9);
  CHECK((a.head(1).count == 2 && a.head(1).width == 2 && a.head(1).stride == 12 && a.head(1).data == w + 6));
  CHECK(vtc::check(a, 2) == status::ok);
}

TEST_CASE("attention weights that cannot be read are named") {
  const float w[64] = {};
  const vtc::attention_weights good{w, element::f32, 2, 3, 4, 48, 16, 0};
  const auto changed = [&](auto change, index_t rows = 4) {
    vtc::attention_weights a = good;
    change(a);
    return vtc::check(a, rows);
  };
  CHECK(changed([](auto&) {}) == status::ok);
  CHECK(changed([](auto&) {}, 5) == status::shapes_differ);
  CHECK(changed([](auto& a) { a.heads = 0; }) == status::bad_shape);
  CHECK(changed([](auto& a) { a.queries = 0; }) == status::bad_shape);
  CHECK(changed([](auto& a) { a.keys = 0; }) == status::bad_shape);
  CHECK(changed([](auto& a) { a.query_stride = 12; }) == status::bad_shape);
  CHECK(changed([](auto& a) { a.head_stride = 44; }) == status::bad_shape);
  CHECK(changed([](auto& a) { a.heads = 1, a.head_stride = 0; }) == status::ok);  // one head needs no stride
  CHECK(changed([](auto& a) { a.class_row = 3; }) == status::bad_index);
  CHECK(changed([](auto& a) { a.class_row = -2; }) == status::bad_index);
  CHECK(changed([](auto& a) { a.class_row = vtc::none; }) == status::ok);
  for (const element e : {element::i8, element::u8, element::i32, static_cast<element>(7)}) CHECK(changed([&](auto& a) { a.type = e; }) == status::unknown_element);
}

TEST_CASE("queries and keys that cannot be read are named") {
  const float x[64] = {};
  const vtc::projection_rows good{vtc::view(x, 3, 6), vtc::view(x, 4, 6), 2, 0};
  const auto changed = [&](auto change, index_t rows = 4) {
    vtc::projection_rows p = good;
    change(p);
    return vtc::check(p, rows);
  };
  CHECK(changed([](auto&) {}) == status::ok);
  CHECK(changed([](auto&) {}, 3) == status::shapes_differ);
  CHECK(changed([](auto& p) { p.heads = 0; }) == status::bad_shape);
  CHECK(changed([](auto& p) { p.heads = 4; }) == status::bad_shape);
  CHECK(changed([](auto& p) { p.queries.width = 4; }) == status::bad_shape);
  CHECK(changed([](auto& p) { p.queries.data = nullptr; }) == status::null_rows);
  CHECK(changed([](auto& p) { p.keys.count = 0; }) == status::bad_shape);
  CHECK(changed([](auto& p) { p.keys.type = element::i32; }) == status::unknown_element);
  CHECK(changed([](auto& p) { p.queries.type = element::i32; }) == status::unknown_element);
}
