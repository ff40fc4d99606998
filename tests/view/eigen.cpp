#include "vtc/view/eigen.hpp"

#include "catch.hpp"
#include "expect/same_plan.hpp"
#include "vtc/apply/apply.hpp"
#include "vtc/method/uniform.hpp"
#include "vtc/vtc.hpp"

using vtc::status;

TEST_CASE("an Eigen matrix, a map and a block are rows; nothing is copied") {
  vtc::eigen_matrix m(4, 6);
  for (int i = 0; i < 24; ++i) m.data()[i] = static_cast<float>(i);
  const vtc::rows all = vtc::view(static_cast<const vtc::eigen_matrix&>(m));
  CHECK((all.data == m.data() && all.count == 4 && all.width == 6 && all.stride == 24));
  vtc::mutable_rows to = vtc::view(m);
  *static_cast<float*>(to.row(2)) = 100;
  CHECK(m(2, 0) == 100);
  const Eigen::Map<const vtc::eigen_matrix, 0, Eigen::OuterStride<>> part(m.data() + 2, 3, 2, Eigen::OuterStride<>(6));
  const vtc::rows narrow = vtc::view(part);
  CHECK((narrow.count == 3 && narrow.width == 2 && narrow.stride == 24));
  CHECK(vtc::load(narrow, 1, 1) == 9);
}

TEST_CASE("f32 rows are Eigen maps wherever they lie on four bytes, and empty ones where they do not") {
  float x[20];
  for (int i = 0; i < 20; ++i) x[i] = static_cast<float>(i);
  const auto m = vtc::map(vtc::view(static_cast<const float*>(x + 1), 3, 4, 20));
  CHECK((m.rows() == 3 && m.cols() == 4));
  CHECK(m(2, 3) == 14);
  CHECK(vtc::map(vtc::view(x, 2, 2, 18)).size() == 0);  // a stride that is no number of floats
  CHECK(vtc::map(vtc::view(vtc::element::f32, static_cast<const void*>(reinterpret_cast<const char*>(x) + 2), 2, 2)).size() == 0);
  CHECK(vtc::map(vtc::view(vtc::element::f16, static_cast<const void*>(x), 2, 2)).size() == 0);
  CHECK(vtc::map(vtc::rows{}).size() == 0);
  vtc::map(vtc::view(x, 2, 2))(1, 1) = -5;
  CHECK(x[3] == -5);
}

TEST_CASE("a plan applied to Eigen matrices") {
  vtc::eigen_matrix tokens(9, 3), out(3, 3);
  for (int i = 0; i < 27; ++i) tokens.data()[i] = static_cast<float>(i);
  const auto where = vtc::layout_builder<1>{}.grid(3, 3);
  vtc::workspace memory;
  vtc::plan_storage plan;
  const vtc::eigen_matrix& read = tokens;
  REQUIRE(vtc::compress(vtc::method::uniform{}, vtc::give(where, vtc::tokens(vtc::view(read))), vtc::keep(3), memory, plan, vtc::view(out)) == status::ok);
  for (int k = 0; k < 3; ++k) CHECK(out.row(k) == tokens.row(plan.view().anchor[k]));
}
