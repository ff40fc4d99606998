#include "vtc/slot_count.hpp"

#include <vector>

#include "catch.hpp"
#include "vtc/plan/merge/bipartite.hpp"
#include "vtc/plan/pool/block.hpp"
#include "vtc/plan/select/top_k.hpp"
#include "vtc/plan/select/uniform.hpp"

using vtc::index_t;
using vtc::status;
using layout = vtc::layout_builder<3>;

namespace {

template <class P>
std::pair<index_t, index_t> known(const P& policy, const vtc::layout& where, const vtc::budget& want) {
  const vtc::bounds b = vtc::slots(policy, where, want);
  return {b.least, b.most};
}
using pair = std::pair<index_t, index_t>;

}  // namespace

TEST_CASE("exact methods give the smaller of K and the valid rows, kept ones counted") {
  const vtc::select::uniform any{};
  CHECK(known(any, layout{}.grid(4, 4), vtc::keep(5)) == pair{5, 5});
  CHECK(known(any, layout{}.grid(4, 4), vtc::keep(50)) == pair{16, 16});
  CHECK(known(any, layout{}.extra(1).grid(4, 4, 1), vtc::keep(7)) == pair{7, 7});
  CHECK(known(any, layout{}.grid(4, 4).grid(2, 2), vtc::keep(5)) == pair{5, 5});
  CHECK(known(any, layout{}.grid(4, 4).extra(2).grid(2, 2), vtc::keep(5).each_region()) == pair{5 + 4 + 2, 5 + 4 + 2});
  CHECK(known(any, layout{}.frames(3, 4, 4), vtc::keep_ratio(1, 4)) == pair{12, 12});
  std::vector<std::uint8_t> valid(16, 1);
  valid[0] = valid[3] = 0;
  auto masked = layout{}.grid(4, 4);
  masked.valid = valid.data();
  CHECK(known(any, masked, vtc::keep(15)) == pair{14, 14});
  CHECK(known(any, masked, vtc::keep_ratio(1, 2)) == pair{7, 7});
}

TEST_CASE("pooling and merging by their options alone") {
  CHECK(known(vtc::pool::block{}, layout{}.grid(27, 27), {}) == pair{169, 169});
  CHECK(known(vtc::pool::block{}, layout{}.extra(1).frames(2, 4, 4, 1), {}) == pair{17, 17});
  vtc::merge::bipartite m{};
  m.remove.count = 2;
  m.remove.value[0] = 5;
  m.remove.value[1] = 100;
  CHECK(known(m, layout{}.extra(1).grid(1, 20), {}) == pair{1 + 8, 1 + 8});
  m.threshold = 0.9f;
  CHECK(known(m, layout{}.extra(1).grid(1, 20), {}) == pair{9, 21});
}

TEST_CASE("budgets that look at scores give bounds") {
  CHECK(known(vtc::select::top_k{}, layout{}.extra(1).grid(4, 4), vtc::keep_mass(0.9f)) == pair{2, 17});
  CHECK(known(vtc::select::top_k{}, layout{}.extra(1).grid(4, 4), vtc::keep_mass(0.9f).at_least(5).at_most(9)) == pair{5, 9});
  CHECK(known(vtc::select::top_k{}, layout{}.grid(4, 4).grid(4, 4), vtc::keep_outliers().at_most(3).each_region()) == pair{2, 6});
}

TEST_CASE("what make_plan refuses without data has no count, and the long form says why") {
  vtc::bounds b{7, 7};
  const auto refuses = [&](status wanted, const vtc::layout& where, const vtc::budget& want) {
    CHECK(vtc::slots(vtc::select::uniform{}, where, want, b) == wanted);
    CHECK((b.least == 7 && b.most == 7));  // untouched
    CHECK(known(vtc::select::uniform{}, where, want) == pair{vtc::none, vtc::none});
  };
  refuses(status::keep_is_zero, layout{}.grid(2, 2), vtc::keep(0));
  refuses(status::needs_budget, layout{}.grid(2, 2), {});
  refuses(status::budget_unsupported, layout{}.grid(2, 2), vtc::keep_mass(0.5f));
  refuses(status::keep_below_protected, layout{}.extra(3).grid(2, 2), vtc::keep(2));
  refuses(status::bad_shape, layout{}, vtc::keep(2));
  refuses(status::grid_mismatch, vtc::layout{3, layout{}.grid(2, 2).list, 1, nullptr, nullptr}, vtc::keep(2));
  const std::vector<std::uint8_t> valid(4, 0);
  auto nothing = layout{}.grid(2, 2);
  nothing.valid = valid.data();
  refuses(status::no_valid_row, nothing, vtc::keep(2));
  CHECK(vtc::slots(vtc::pool::block{}, vtc::layout{4, nullptr, 0, nullptr, nullptr}, {}, b) == status::needs_geometry);
}
