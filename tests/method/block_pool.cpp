#include <vtc/method/block_pool.hpp>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "input/views.hpp"

// The planner is tested in plan/pool/block.cpp.

TEST_CASE("block_pool: 2 x 2 means of LLaVA-OneVision, newline after each row and class row kept") {
  const auto where = vtc::layout_builder<1>{}.extra(1).grid(2, 4, 1);
  //                            class   row 0         newline  row 1        newline
  const std::vector<float> x{-1, /**/ 1, 2, 3, 4, /**/ -2, /**/ 5, 6, 7, 8, /**/ -3};
  vtc::inputs in{};
  in.where = where;
  in.tokens = input::rows_of(x, where);
  input::planned made;
  made(vtc::method::block_pool{}, in);
  CHECK(made.apply(in.tokens) == std::vector<float>{-1, 3.5f, 5.5f, -2, -3});
  CHECK(made.sizes() == std::vector<float>{1, 4, 4, 1, 1});
}

TEST_CASE("block_pool: every frame of a video by itself, and the shape says how many there are") {
  const auto where = vtc::layout_builder<1>{}.frames(8, 14, 14);
  vtc::inputs in{};
  in.where = where;
  input::planned made;
  const vtc::plan_view& p = made(vtc::method::block_pool{}, in);
  CHECK(p.slot_count == 8 * 49);
  CHECK((p.shape.frames == 8 && p.shape.height == 7 && p.shape.width == 7));
  CHECK(expect::sources(p, 49) == std::vector<int>{196, 197, 210, 211});
}
