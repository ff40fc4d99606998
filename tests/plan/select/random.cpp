#include "vtc/plan/select/random.hpp"

#include <cstdlib>
#include <map>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"

using vtc::index_t;

namespace {

using line = vtc::layout_builder<3>;

vtc::select::random seeded(index_t seed) {
  vtc::select::random r{};
  r.seed = seed;
  return r;
}
std::vector<int> drawn(input::planned& made, index_t seed, const vtc::layout& where, const vtc::budget& want) {
  vtc::inputs in{};
  in.where = where;
  return expect::anchors(made(seeded(seed), in, want));
}

}  // namespace

TEST_CASE("random: splitmix64 and selection sampling by hand") {
  // Region `none` is counted as 0, so seed 0 starts at 0: the first outputs of splitmix64 are e220a8397b1dcdaf, 6e789e6aa1b965f4, 06c45d188009454f,
  // f88bb8a8724c81ec, 1b39896a51a8749b. Row i is taken where floor(upper 32 bits * rows left / 2^32) < rows still wanted; 2 of 5:
  // .8833 * 5 = 4, no; .4315 * 4 = 1 < 2, yes; .0264 * 3 = 0 < 1, yes.
  input::planned made;
  CHECK(drawn(made, 0, line{}.grid(1, 5), vtc::keep(2)) == std::vector<int>{1, 2});
}

TEST_CASE("random: the same seed is the same plan, whatever the host's own generator does, and other seeds differ") {
  input::planned made;
  const auto where = line{}.grid(14, 14);
  const std::vector<int> first = drawn(made, 7, where, vtc::keep(40));
  std::srand(123);
  const int before = std::rand();
  std::srand(123);
  CHECK(drawn(made, 7, where, vtc::keep(40)) == first);
  CHECK(std::rand() == before);
  CHECK(drawn(made, 8, where, vtc::keep(40)) != first);
}

TEST_CASE("random: regions of one call draw different sets") {
  input::planned made;
  const auto where = line{}.grid(6, 6).grid(6, 6);
  const std::vector<int> rows = drawn(made, 0, where, vtc::keep(12).each_region());
  REQUIRE(rows.size() == 24);
  std::vector<int> first(rows.begin(), rows.begin() + 12), second(rows.begin() + 12, rows.end());
  for (int& r : second) r -= 36;
  CHECK(first.back() < 36);
  CHECK(first != second);
}

TEST_CASE("random: every row and every pair is as likely as any other") {
  input::planned made;
  std::map<std::vector<int>, int> times;
  const auto where = line{}.grid(1, 6);
  for (index_t seed = 0; seed < 6000; ++seed) ++times[drawn(made, seed, where, vtc::keep(2))];
  CHECK(times.size() == 15);
  for (const auto& [pair, n] : times) {
    INFO(pair[0] << " and " << pair[1] << ": " << n);
    CHECK((n > 320 && n < 480));  // 400 expected, four standard deviations of 19.3
  }
}
