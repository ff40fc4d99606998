#include <vtc/method/pixel_shuffle.hpp>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "input/views.hpp"

// The planner is tested in plan/pool/pixel_shuffle.cpp.

TEST_CASE("pixel_shuffle: 1024 cells of InternVL become 256 rows four times as wide, 729 of Idefics3 become 81 nine times as wide") {
  input::planned made;
  for (const auto& [side, factor] : {std::pair<int, int>{32, 2}, {27, 3}, {32, 4}}) {
    const auto where = vtc::layout_builder<1>{}.grid(side, side);
    const std::vector<float> x = input::random_rows(side * side, 3, 1);
    vtc::inputs in{};
    in.where = where;
    in.tokens = input::rows_of(x, where);
    vtc::method::pixel_shuffle m{};
    m.factor = factor;
    if (factor == 3) m.order = vtc::pool::channel_order::idefics3;
    CHECK(made(m, in).slot_count == side * side / factor / factor);
    const std::vector<float> out = made.apply(in.tokens);
    CHECK(out.size() == x.size());
    // Output row 1 begins with cell (0, factor), its second third of a block with cell (0, factor + 1).
    CHECK(out[static_cast<std::size_t>(3 * factor * factor)] == x[static_cast<std::size_t>(3 * factor)]);
    CHECK(out[static_cast<std::size_t>(3 * factor * factor + 3)] == x[static_cast<std::size_t>(3 * factor + 3)]);
  }
}

TEST_CASE("pixel_shuffle before a merger and a selection behind it are one plan for every DeepStack level") {
  const auto where = vtc::layout_builder<1>{}.grid(4, 6, 0, 2);
  vtc::inputs in{};
  in.where = where;
  input::planned made;
  const vtc::plan_view& p = made(vtc::method::pixel_shuffle{}, in);
  const std::vector<float> x = input::random_rows(24, 5, 2);
  const vtc::rows four = vtc::view(x.data(), 24, 5).grouped(4);
  CHECK(made.apply(vtc::view(x.data(), 24, 5)) == std::vector<float>(static_cast<const float*>(four.data), static_cast<const float*>(four.data) + 120));
  CHECK(p.slot_count == 6);
}
