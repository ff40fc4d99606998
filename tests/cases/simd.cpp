// Faults others shipped, class SIMD, as far as one program can show them. The others: tests/weak_symbols (BL-087, 088), tests/kernel/
// order_fast_math (BL-089), tests/headers (BL-090).
#include <cmath>
#include <limits>

#include "expect/same_plan.hpp"
#include "input/host.hpp"
#include "input/planned.hpp"
#include "input/views.hpp"
#include "vtc/method/block_pool.hpp"
#include "vtc/method/divprune.hpp"
#include "vtc/method/tome.hpp"
#include "vtc/view/eigen.hpp"

using vtc::index_t;
using vtc::status;
using layout = vtc::layout_builder<1>;

namespace {

const std::vector<float>& seventeen_wide() {
  static const std::vector<float> x = input::clustered_rows(36, 17, 9, 1);
  return x;
}

}  // namespace

TEST_CASE("BL-084 buffers shifted by 1 .. 15 floats, width 17: right results, no fault") {
  const auto where = layout{}.grid(6, 6);
  const vtc::inputs packed = input::with_metric(where, seventeen_wide());
  input::planned made, shifted;
  const expect::plan_copy tome(made(vtc::method::tome{}, packed, vtc::keep(9))), divprune(made(vtc::method::divprune{}, packed, vtc::keep(9)));
  made(vtc::method::block_pool{}, packed);
  const std::vector<float> pooled = made.apply(packed.tokens);
  for (std::size_t floats = 1; floats <= 15; ++floats) {
    const input::moved there(packed, vtc::element::f32, 0, 4 * floats);
    CHECK(expect::difference(shifted(vtc::method::tome{}, there.inputs, vtc::keep(9)), tome) == "");
    CHECK(expect::difference(shifted(vtc::method::divprune{}, there.inputs, vtc::keep(9)), divprune) == "");
    std::vector<float> out(9 * 17 + 16);
    REQUIRE(vtc::apply(made.plan, there.inputs.tokens, vtc::view(out.data() + floats, 9, 17)) == status::ok);
    CHECK(std::vector<float>(out.begin() + static_cast<std::ptrdiff_t>(floats), out.begin() + static_cast<std::ptrdiff_t>(floats) + 9 * 17) == pooled);
  }
}

TEST_CASE("BL-086 a row stride of 20 with NaN in the gaps; a transposed view is refused") {
  const auto where = layout{}.grid(6, 6);
  const vtc::inputs packed = input::with_metric(where, seventeen_wide());
  const input::moved wide(packed, vtc::element::f32, 12, 0);  // gaps are filled with NaN
  REQUIRE(wide.inputs.metric.stride == 80);
  input::planned one, other;
  CHECK(expect::difference(one(vtc::method::tome{}, wide.inputs, vtc::keep(9)), other(vtc::method::tome{}, packed, vtc::keep(9))) == "");
  CHECK_FALSE(one.plan.view().has(vtc::note::non_finite));
  CHECK(one.apply(wide.inputs.tokens) == other.apply(packed.tokens));
  vtc::inputs transposed = packed;
  transposed.metric.stride = 4;
  CHECK(one.outcome(vtc::method::tome{}, transposed, vtc::keep(9)) == status::bad_shape);
}

TEST_CASE("BL-091 Eigen maps are unaligned: four bytes are enough") {
  std::vector<float> x(40, 1.0f);
  for (std::size_t shift = 0; shift < 16; ++shift) {
    x[shift] = 5;
    const auto m = vtc::map(vtc::view(static_cast<const float*>(x.data() + shift), 3, 7));
    CHECK(m.sum() == Approx(25));
    x[shift] = 1;
  }
  static_assert(std::is_same_v<vtc::eigen_map, Eigen::Map<const vtc::eigen_matrix, Eigen::Unaligned, Eigen::OuterStride<>>>);
}
