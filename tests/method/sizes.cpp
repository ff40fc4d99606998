// Every method on every number of rows and width that models have, and on small and odd ones: the count is right, no row comes twice, every plan is sound.
#include <algorithm>

#include "catch.hpp"
#include "input/host.hpp"
#include "input/methods.hpp"
#include "vtc/plan/check.hpp"

using input::host;
using input::method;
using vtc::index_t;
using vtc::status;

namespace {

std::vector<int> widths_for(int rows) {
  if (rows > 729) return {64};
  if (rows > 7) return {1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 48, 63, 64, 65, 67, rows == 196 ? 1024 : 66};
  std::vector<int> all{1024};
  for (int d = 1; d <= 67; ++d) all.push_back(d);
  return all;
}

vtc::layout_builder<1> grid_of(int rows) {
  const int side = rows == 196 ? 14 : rows == 729 ? 27 : rows == 2880 ? 48 : 1;
  if (rows == 577) return vtc::layout_builder<1>{}.extra(1).grid(24, 24);
  return vtc::layout_builder<1>{}.grid(side, rows / side);
}

void expect_sound(const method& m, const vtc::inputs& in, index_t keep, vtc::workspace& memory, vtc::plan_storage& plan) {
  const vtc::budget want = m.takes_budget ? vtc::keep(keep) : vtc::budget{};
  const status s = m.make_plan(in, want, memory, plan);
  if (m.name.substr(0, 3) == "atc" && in.where.count > 1024) {
    CHECK(s == status::bad_shape);
    return;
  }
  if (!m.takes_budget && (s == status::grid_mismatch || s == status::reduction_unsupported)) return;  // odd sides, or rows that must stay
  if (m.counts == vtc::counting::at_most && s == status::budget_unsupported) return;
  if (keep <= 3 && m.name.find("contextual=3") != std::string::npos && s == status::option_out_of_range) return;
  REQUIRE(s == status::ok);
  vtc::plan_fault fault{};
  (void)vtc::check(plan, &fault);
  CHECK(std::string(vtc::message(fault.rule)) == vtc::message(vtc::plan_rule::all_hold));
  vtc::bounds known{};
  REQUIRE(m.slots(in.where, want, known) == status::ok);
  const vtc::plan_view& p = plan.view();
  CHECK((p.slot_count >= known.least && p.slot_count <= known.most));
  if (m.counts == vtc::counting::exact && m.takes_budget) CHECK(p.slot_count == std::min(keep, in.where.count));
  CHECK(std::adjacent_find(p.anchor, p.anchor + p.slot_count - p.appended) == p.anchor + p.slot_count - p.appended);
}

}  // namespace

TEST_CASE("every method works on every number of rows and every width") {
  const std::vector<method> all = input::methods();
  vtc::workspace memory;
  vtc::plan_storage plan;
  for (const int rows : {1, 2, 3, 7, 196, 577, 729, 2880})
    for (const int width : widths_for(rows)) {
      input::shape s{};
      s.channels = s.metric = s.aligned = width;
      if (rows > 729) s.heads = 1;
      const host from(grid_of(rows), static_cast<std::uint64_t>(rows + width), s);
      for (const method& m : all)
        for (const index_t keep : {index_t{2}, static_cast<index_t>(rows / 9 + 1)}) {
          INFO(m.name << ", " << rows << " rows of " << width << ", keep " << keep);
          expect_sound(m, from.inputs(), keep, memory, plan);
        }
    }
}
