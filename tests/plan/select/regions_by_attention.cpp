#include "vtc/plan/select/regions_by_attention.hpp"

#include "expect/same_plan.hpp"
#include "input/planned.hpp"

using vtc::index_t;
using vtc::status;
using layout = vtc::layout_builder<3>;
using vtc::select::regions_by_attention;

namespace {

//                               whole picture  left crop    right crop
const std::vector<float> scores{1, 9, 2, 8, 4, 3, 2, 1, 1, 2, 3, 4};

vtc::inputs on(const vtc::layout& where) {
  vtc::inputs in{};
  in.where = where;
  in.scores = scores.data();
  return in;
}
regions_by_attention with(vtc::grid_size crops) {
  regions_by_attention p{};
  p.tile_grid = crops;
  return p;
}

}  // namespace

TEST_CASE("regions_by_attention by hand: votes by place send all to the right crop, votes by number one to each") {
  const auto where = layout{}.grid(2, 2).grid(2, 2).grid(2, 2);
  input::planned made;
  // alpha .5 of 6: three rows of the whole picture; its two best cells, 1 and 3, vote; both lie on the right.
  CHECK(expect::anchors(made(with({1, 2}), on(where), vtc::keep(6))) == std::vector<int>{1, 2, 3, 9, 10, 11});
  // By number, cell 1 belongs to the first half and cell 3 to the second: of three rows, two and one.
  CHECK(expect::anchors(made(with({}), on(where), vtc::keep(6))) == std::vector<int>{1, 2, 3, 4, 5, 11});
  CHECK(expect::anchors(made(with({}), on(where), vtc::keep(6).as_published())) == std::vector<int>{1, 2, 3, 4, 11});  // truncated: a row is lost
}

TEST_CASE("regions_by_attention: the first layer votes where it is given") {
  const auto where = layout{}.grid(2, 2).grid(2, 2).grid(2, 2);
  input::planned made;
  regions_by_attention p = with({1, 2});
  const std::vector<float> initial{4, 0, 4, 0, 5, 6, 5, 0};  // two heads: sums 9 6 9 0
  p.initial = vtc::view(initial.data(), 2, 4);
  CHECK(expect::anchors(made(p, on(where), vtc::keep(6))) == std::vector<int>{1, 2, 3, 4, 5, 6});
  p.initial = vtc::view(initial.data(), 1, 8);
  CHECK(made.outcome(p, on(where), vtc::keep(6)) == status::needs_tensor);
}

TEST_CASE("regions_by_attention: one region keeps its best, a share where no count is given; crops that do not fit are refused") {
  const auto one = layout{}.grid(3, 4), where = layout{}.grid(2, 2).grid(2, 2).grid(2, 2);
  input::planned made;
  CHECK(expect::anchors(made(with({}), on(one), vtc::keep(3))) == std::vector<int>{1, 3, 4});
  regions_by_attention quarter{};
  quarter.rate = 0.3f;  // 3.6 rows
  CHECK(expect::anchors(made(quarter, on(one))) == std::vector<int>{1, 3, 4});
  CHECK(made.outcome(with({}), on(one)) == status::needs_budget);
  CHECK(made.outcome(with({2, 2}), on(where), vtc::keep(6)) == status::option_out_of_range);
  CHECK(expect::anchors(made(with({}), on(where), vtc::keep(1).each_region())) == std::vector<int>{1, 4, 11});
}
