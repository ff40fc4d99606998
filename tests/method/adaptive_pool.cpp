#include <vtc/method/adaptive_pool.hpp>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"

// The planner is tested in plan/pool/adaptive.cpp.

TEST_CASE("adaptive_pool: 12 x 12 of 24 x 24 is what 2 x 2 blocks are, and K = 144 chooses it") {
  const auto where = vtc::layout_builder<1>{}.grid(24, 24);
  vtc::inputs in{};
  in.where = where;
  vtc::method::adaptive_pool set{};
  set.output = {12, 12};
  input::planned made;
  const expect::plan_copy by_size(made(set, in)), by_count(made(vtc::method::adaptive_pool{}, in, vtc::keep(144)));
  CHECK(expect::difference(by_size, by_count) == "");
  CHECK(by_size.rows(13) == std::vector<vtc::index_t>{50, 51, 74, 75});
}
