#include "vtc/compress.hpp"

#include <algorithm>
#include <vector>

#include "catch.hpp"
#include "expect/same_plan.hpp"
#include "input/token_field.hpp"
#include "vtc/apply/restore.hpp"
#include "vtc/plan/merge/bipartite.hpp"
#include "vtc/plan/pool/pixel_shuffle.hpp"
#include "vtc/plan/select/top_k.hpp"

using vtc::index_t;
using vtc::status;
using layout = vtc::layout_builder<1>;

TEST_CASE("compress is make_plan and apply: slot k of the plan is row k of the output") {
  const auto where = layout{}.extra(1).grid(2, 3);
  const std::vector<float> x{-1, 0, 10, 20, 30, 40, 50}, scores{0, 1, 5, 2, 4, 3, 6};
  std::vector<float> out(4, -77.0f);
  vtc::workspace memory;
  vtc::plan_storage plan;
  REQUIRE(vtc::compress(vtc::select::top_k{}, vtc::give(where, vtc::tokens(vtc::view(x.data(), 7, 1)), vtc::scores(scores.data())), vtc::keep(4), memory, plan,
                        vtc::view(out.data(), 4, 1)) == status::ok);
  CHECK(out == std::vector<float>{-1, 10, 30, 50});
  CHECK(expect::anchors(plan) == std::vector<int>{0, 2, 4, 6});
}

TEST_CASE("the output may have another element, another stride, and more rows than needed") {
  const auto where = layout{}.grid(2, 2);
  const std::vector<float> x{1, 2, 3, 4, 5, 6, 7, 8}, scores{4, 3, 2, 1};
  vtc::workspace memory;
  vtc::plan_storage plan;
  std::vector<std::uint16_t> out(20, 0xffff);
  REQUIRE(vtc::compress(vtc::select::top_k{}, vtc::give(where, vtc::tokens(vtc::view(x.data(), 4, 2)), vtc::scores(scores.data())), vtc::keep(2), memory, plan,
                        vtc::view(vtc::element::f16, static_cast<void*>(out.data()), 4, 2, 10)) == status::ok);
  CHECK(vtc::float_from_half(out[0]) == 1);
  CHECK(vtc::float_from_half(out[6]) == 4);
  CHECK(std::count(out.begin(), out.end(), 0xffff) == 16);
}

TEST_CASE("in place for a selection in source order, refused for what is computed or reordered") {
  const auto where = layout{}.grid(2, 4);
  std::vector<float> x = input::random_rows(8, 3, 1);
  const std::vector<float> before = x, scores{1, 6, 2, 7, 3, 8, 4, 5};
  vtc::workspace memory;
  vtc::plan_storage plan;
  const auto in = vtc::give(where, vtc::tokens(vtc::view(static_cast<const float*>(x.data()), 8, 3)), vtc::metric(vtc::view(before.data(), 8, 3)), vtc::scores(scores.data()));
  const vtc::mutable_rows to = vtc::view(x.data(), 8, 3);
  CHECK(vtc::compress(vtc::merge::bipartite{}, in, vtc::keep(5), memory, plan, to) == status::output_overlaps);
  CHECK(vtc::compress(vtc::select::top_k{}, in, vtc::keep(3).in_method_order(), memory, plan, to) == status::output_overlaps);
  CHECK(x == before);
  REQUIRE(vtc::compress(vtc::select::top_k{}, in, vtc::keep(3), memory, plan, to) == status::ok);
  for (int k = 0; k < 3; ++k)
    for (int c = 0; c < 3; ++c) CHECK(x[static_cast<std::size_t>(3 * k + c)] == before[static_cast<std::size_t>(3 * plan.view().anchor[k] + c)]);
}

TEST_CASE("one plan, many tensors, and the way back") {
  const auto where = layout{}.grid(4, 4);
  const std::vector<float> x = input::random_rows(16, 3, 2), level = input::random_rows(16, 5, 3);
  std::vector<float> wide(4 * 12), cut(4 * 20), back(16 * 5, -77.0f);
  vtc::workspace memory;
  vtc::plan_storage plan;
  REQUIRE(vtc::compress(vtc::pool::pixel_shuffle{}, vtc::give(where, vtc::tokens(vtc::view(x.data(), 16, 3))), {}, memory, plan, vtc::view(wide.data(), 4, 12)) ==
          status::ok);
  REQUIRE(vtc::apply(plan, vtc::view(level.data(), 16, 5), vtc::view(cut.data(), 4, 20)) == status::ok);
  REQUIRE(vtc::restore(plan, vtc::view(static_cast<const float*>(cut.data()), 4, 20), vtc::view(back.data(), 16, 5)) == status::ok);
  CHECK(back == level);
}
