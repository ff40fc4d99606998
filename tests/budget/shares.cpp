#include "vtc/budget/shares.hpp"

#include <limits>
#include <vector>

#include "catch.hpp"
#include "vtc/budget/rate.hpp"
#include "vtc/kernel/arch.hpp"

using vtc::index_t;

namespace {

std::vector<index_t> divided(std::vector<vtc::part_share> parts, index_t total) {
  vtc::divide_by_shares<vtc::default_arch>(parts.data(), static_cast<index_t>(parts.size()), total);
  std::vector<index_t> counts;
  for (const vtc::part_share& p : parts) counts.push_back(p.count);
  return counts;
}

}  // namespace

TEST_CASE("shares by hand: largest remainder, lower part first, caps and floors") {
  CHECK(divided({{1, 9, 0, 0}, {1, 9, 0, 0}, {1, 9, 0, 0}}, 4) == std::vector<index_t>{2, 1, 1});
  CHECK(divided({{3, 9, 0, 0}, {2, 9, 0, 0}, {1, 9, 0, 0}}, 7) == std::vector<index_t>{4, 2, 1});  // 3.5 2.33 1.17
  CHECK(divided({{1, 1, 0, 0}, {1, 9, 0, 0}, {1, 9, 0, 0}}, 9) == std::vector<index_t>{1, 4, 4});
  CHECK(divided({{0, 9, 2, 0}, {1, 9, 0, 0}}, 6) == std::vector<index_t>{2, 4});
  CHECK(divided({{0, 2, 0, 0}, {0, 2, 0, 0}}, 3) == std::vector<index_t>{2, 1});  // no weight at all: equal
  CHECK(divided({{5, 2, 0, 0}, {0, 3, 0, 0}}, 9) == std::vector<index_t>{2, 3});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(divided({{nan, 4, 0, 0}, {-1, 4, 0, 0}, {2, 4, 0, 0}}, 5) == std::vector<index_t>{1, 0, 4});
}

TEST_CASE("shares add up to the total, within caps, for any weights") {
  std::uint32_t state = 1;
  const auto next = [&] { return state = state * 1664525u + 1013904223u, state >> 8; };
  for (int round = 0; round < 2000; ++round) {
    std::vector<vtc::part_share> parts(1 + next() % 9);
    index_t room = 0;
    for (vtc::part_share& p : parts) {
      p = {static_cast<double>(next() % 100), static_cast<index_t>(next() % 20), 0, 0};
      room += p.cap;
    }
    const auto total = static_cast<index_t>(next() % 100);
    const std::vector<index_t> counts = divided(parts, total);
    index_t sum = 0;
    bool within = true;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      sum += counts[i];
      within = within && counts[i] >= 0 && counts[i] <= parts[i].cap;
    }
    CHECK(within);
    CHECK(sum == (total < room ? total : room));
  }
}

TEST_CASE("a rate means the decimal that was written, multiplied in double as the published codes do") {
  using vtc::rate_rounding;
  CHECK(vtc::rows_of(0.1f, 70, rate_rounding::up) == 7);  // 0.1f * 70 is above 7
  CHECK(vtc::rows_of(0.7f, 10) == 7);
  CHECK(vtc::rows_of(0.29f, 100) == 28);  // int(0.29 * 100) in Python too
  CHECK(vtc::rows_of(0.5f, 5, rate_rounding::half_to_even) == 2);
  CHECK(vtc::rows_of(0.5f, 7, rate_rounding::half_to_even) == 4);
  CHECK(vtc::rows_of(0.34f, 6, rate_rounding::up) == 3);
}
