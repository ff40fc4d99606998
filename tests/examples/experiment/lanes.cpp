#include "experiment/lanes.hpp"

#include <atomic>
#include <stdexcept>
#include <vector>

#include "catch.hpp"

TEST_CASE("lanes: every item once, and no lane in two places") {
  std::vector<std::atomic<int>> seen(1000);
  std::vector<std::atomic<int>> inside(static_cast<std::size_t>(experiment::lane_count()));
  std::atomic<bool> shared{false};
  experiment::for_each_item("test", 1000, [&](int item, int lane) {
    if (++inside[static_cast<std::size_t>(lane)] != 1) shared = true;
    ++seen[static_cast<std::size_t>(item)];
    --inside[static_cast<std::size_t>(lane)];
  });
  for (const auto& n : seen) CHECK(n == 1);
  CHECK_FALSE(shared);
  experiment::for_each_item("test", 0, [&](int, int) { FAIL("no item"); });
}

TEST_CASE("lanes: an exception comes out") {
  CHECK_THROWS_AS(experiment::for_each_item("test", 100,
                                            [](int item, int) {
                                              if (item == 37) throw std::runtime_error("item 37");
                                            }),
                  std::runtime_error);
}
