#include "vtc/plan/merge/groups.hpp"

#include <vector>

#include "catch.hpp"
#include "expect/same_plan.hpp"

using vtc::index_t;

namespace {

struct fixture {
  std::vector<index_t> candidate;
  vtc::workspace memory;
  vtc::task t{};
  vtc::merge::group_list groups;

  fixture(std::vector<index_t> rows, bool weighted) : candidate(std::move(rows)) {
    REQUIRE(memory.reserve(4096) == vtc::status::ok);
    t.candidate = candidate.data();
    t.count = static_cast<index_t>(candidate.size());
    groups.take(t, weighted, memory);
    REQUIRE_FALSE(memory.failed());
  }
  expect::plan_copy written(const float* sizes = nullptr) {
    vtc::plan_storage plan;
    plan.clear(100);
    groups.write(t, sizes, plan);
    REQUIRE(plan.finish() == vtc::status::ok);
    return expect::plan_copy(plan.view());
  }
};

}  // namespace

TEST_CASE("groups by hand: split puts every second place first, rename joins, write makes slots") {
  fixture f({3, 5, 8, 13, 21}, false);
  f.groups.split(0, f.t, nullptr);  // 3 8 21 | 5 13
  CHECK(std::vector<index_t>(f.groups.anchor, f.groups.anchor + 5) == std::vector<index_t>{3, 8, 21, 5, 13});
  CHECK(std::vector<index_t>(f.groups.source, f.groups.source + 5) == std::vector<index_t>{3, 8, 21, 5, 13});
  const index_t renamed[] = {0, 2, 1, 1, 2};  // 8 joins 13, 21 joins 5; 3 stands first
  f.groups.rename(f.t, renamed, 3, 2);
  CHECK(f.groups.count == 3);
  const expect::plan_copy p = f.written();
  CHECK(p.anchor == std::vector<index_t>{3, 5, 13});
  CHECK(p.rows(0) == std::vector<index_t>{3});
  CHECK(p.rows(1) == std::vector<index_t>{5, 21});
  CHECK(p.rows(2) == std::vector<index_t>{8, 13});
  CHECK(p.how == vtc::reduction::mean);
  CHECK(p.weight.empty());
}

TEST_CASE("groups: split behind an odd number of kept rows takes the other places, and unsplit puts all back") {
  for (const index_t first : {0, 1})
    for (int n = 1; n <= 9; ++n) {
      std::vector<index_t> rows;
      for (int i = 0; i < n; ++i) rows.push_back(2 * i);
      fixture f(rows, false);
      f.groups.split(first, f.t, nullptr);
      for (int g = 0; g < n; ++g) {
        const int lefts = (n + 1 - first) / 2, place = g < lefts ? 2 * g + first : 2 * (g - lefts) + 1 - first;
        CHECK(f.groups.anchor[g] == rows[static_cast<std::size_t>(place)]);
      }
      f.groups.unsplit(first, f.t);
      const expect::plan_copy p = f.written();
      CHECK(p.anchor == rows);
      CHECK(p.source == rows);
    }
}

TEST_CASE("groups: final weights are shares of the sizes; a group of one weighs 1, one without any size is an equal mean") {
  fixture f({0, 1, 2, 3, 4}, true);
  const float sizes[] = {1, 3, 0, 0, 7};
  f.groups.split(0, f.t, sizes);     // 0 2 4 | 1 3
  const index_t renamed[] = {1, 2, 0, 1, 2};
  f.groups.rename(f.t, renamed, 3, 2);
  const expect::plan_copy p = f.written(sizes);
  CHECK(p.anchor == std::vector<index_t>{4, 1, 3});
  CHECK(p.weight == std::vector<float>{1, 0.25f, 0.75f, 0.5f, 0.5f});
  CHECK(p.how == vtc::reduction::linear);
}
