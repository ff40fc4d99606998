#include "vtc/host/dimensions.hpp"

#include "host/expect_view.hpp"

using vtc::element;
using vtc::status;
namespace host = vtc::host;

namespace {

host::dimensions packed(std::initializer_list<int> sides, element type = element::f32) {
  host::dimensions d{};
  d.type = type;
  for (const int n : sides) d.add(n);
  d.packed();
  return d;
}

}  // namespace

TEST_CASE("rows: the innermost side is the width, the others together are the rows, leading ones count nothing") {
  const std::vector<float> x = host_test::counted(48);
  host_test::check_rows(host::rows_of(packed({1, 6, 8}), static_cast<const void*>(x.data())), 6, 8, 8);
  host_test::check_rows(host::rows_of(packed({2, 3, 8}), static_cast<const void*>(x.data())), 6, 8, 8);
  host_test::check_rows(host::rows_of(packed({1, 1, 1, 2, 3, 1, 8}), static_cast<const void*>(x.data())), 6, 8, 8);
  host_test::check_rows(host::rows_of(packed({48}), static_cast<const void*>(x.data())), 1, 48, 48);
  host_test::check_rows(host::rows_of(packed({6, 1}), static_cast<const void*>(x.data())), 6, 1, 1);
}

TEST_CASE("rows at strides: padded rows, and frames at the same distance; uneven distances are refused") {
  const std::vector<float> x = host_test::counted(64);
  host::dimensions d{};
  d.type = element::f32;
  d.add(2, 3 * 10 * 4);
  d.add(3, 10 * 4);
  d.add(8, 4);
  host_test::check_rows(host::rows_of(d, static_cast<const void*>(x.data())), 6, 8, 10);
  d.stride[0] += 4;  // frames further apart than rows
  CHECK(vtc::check(host::rows_of(d, static_cast<const void*>(x.data()))) == status::bad_shape);
}

TEST_CASE("what cannot be seen is refused by every call: transposed, empty, overlapping, too many sides, unknown elements") {
  const std::vector<float> x = host_test::counted(64);
  const auto outcome = [&](const host::dimensions& d) { return vtc::check(host::rows_of(d, static_cast<const void*>(x.data()))); };
  host::dimensions d{};
  d.type = element::f32;
  d.add(6, 4);
  d.add(8, 6 * 4);  // features are not adjacent
  CHECK(outcome(d) == status::bad_shape);
  CHECK(outcome(packed({3, 0})) == status::bad_shape);
  CHECK(outcome(packed({0, 8})) == status::bad_shape);
  CHECK(outcome(packed({})) == status::ok);  // a number: one row of one
  CHECK(outcome(packed({2, 2, 2, 2, 2, 2, 2, 2, 2})) == status::bad_shape);
  CHECK(outcome(packed({2000000000, 2000000000})) == status::bad_shape);
  CHECK(outcome(packed({2, 2, 1073741824, 1})) == status::bad_shape);
  d = packed({2, 8});
  d.stride[0] = 16;  // rows run into each other
  CHECK(outcome(d) == status::bad_shape);
  CHECK(outcome(packed({2, 8}, host::unknown_element)) == status::unknown_element);
  CHECK(vtc::check(host::rows_of(packed({2, 8}), static_cast<const void*>(nullptr))) == status::null_rows);
}

TEST_CASE("attention: heads, queries and keys from the right; a part of the keys") {
  const std::vector<float> x = host_test::counted(2 * 3 * 5);
  const vtc::attention_weights a = host::attention_of(packed({1, 2, 3, 5}), x.data(), 0);
  CHECK((a.heads == 2 && a.queries == 3 && a.keys == 5 && a.class_row == 0));
  CHECK(vtc::check(a, 5) == status::ok);
  CHECK(*static_cast<const float*>(a.row(1, 2)) == 25);
  const vtc::attention_weights patches = host::attention_columns(a, 1, 4);
  CHECK(vtc::check(patches, 4) == status::ok);
  CHECK(*static_cast<const float*>(patches.row(1, 2)) == 26);
  CHECK(vtc::check(host::attention_columns(a, 2, 4), 4) != status::ok);
  CHECK(vtc::check(host::attention_of(packed({3, 5}), x.data()), 5) == status::ok);
  CHECK(vtc::check(host::attention_of(packed({5}), x.data()), 5) == status::ok);
  CHECK(vtc::check(host::attention_of(packed({2, 2, 3, 5}), x.data()), 5) != status::ok);  // two pictures at once
}

TEST_CASE("projections: heads of a row side by side; heads before rows are refused") {
  const std::vector<float> q = host_test::counted(4 * 6), k = host_test::counted(4 * 6);
  const vtc::projection_rows p = host::projections_of(packed({1, 4, 2, 3}), q.data(), packed({1, 4, 2, 3}), k.data());
  CHECK((p.heads == 2 && vtc::check(p, 4) == status::ok));
  host_test::check_rows(p.keys, 4, 6, 6);
  host::dimensions turned{};  // [rows, heads, d] seen in memory that lies [heads, rows, d]
  turned.type = element::f32;
  turned.add(4, 3 * 4);
  turned.add(2, 12 * 4);
  turned.add(3, 4);
  CHECK(vtc::check(host::projections_of(turned, q.data(), turned, k.data()), 4) != status::ok);
}
