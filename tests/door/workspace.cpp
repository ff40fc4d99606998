#include "vtc/workspace.hpp"

#include <cstdint>
#include <type_traits>

#include "catch.hpp"
#include "expect/allocations.hpp"
#include "input/threads.hpp"

using vtc::status;
using vtc::workspace;

namespace {
bool is_aligned(const void* p) { return p != nullptr && reinterpret_cast<std::uintptr_t>(p) % 64 == 0; }
}  // namespace

TEST_CASE("takes are aligned to 64 bytes, do not overlap, and go back last first") {
  workspace memory;
  REQUIRE(memory.reserve(1024) == status::ok);
  auto* a = memory.take<std::uint8_t>(1);
  auto* b = memory.take<float>(17);
  CHECK((is_aligned(a) && is_aligned(b)));
  CHECK(reinterpret_cast<unsigned char*>(b) == a + 64);
  CHECK(memory.mark() == 64 + 128);
  const std::size_t here = memory.mark();
  auto* c = memory.take<double>(4, 3);
  memory.rewind(here);
  CHECK(memory.take<double>(12) == c);
  memory.rewind();
  CHECK(memory.take<std::uint8_t>(1) == a);
  CHECK(memory.most() == 64 + 128 + 128);
}

TEST_CASE("the first take that fails sticks until rewind") {
  alignas(64) unsigned char bytes[256];
  workspace memory(bytes, sizeof bytes);
  CHECK_FALSE(memory.owns());
  CHECK(memory.take<float>(32) != nullptr);
  CHECK(memory.take<float>(33) == nullptr);
  CHECK(memory.failed());
  CHECK(memory.take<float>(1) == nullptr);
  memory.rewind();
  CHECK_FALSE(memory.failed());
  CHECK(memory.take<float>(64) != nullptr);
  CHECK(memory.take<float>(0) != nullptr);  // nothing at the very end is no fault
  CHECK_FALSE(memory.failed());
}

TEST_CASE("sizes that overflow or are negative fail, also while measuring") {
  workspace memory, counter;
  REQUIRE(memory.reserve(64) == status::ok);
  counter.measure();
  for (workspace* w : {&memory, &counter}) {
    CHECK(w->take<float>(-1) == nullptr);
    CHECK(w->failed());
    w->rewind();
    CHECK(w->take<double>(INT32_MAX, -1) == nullptr);
    CHECK(w->failed());
    w->rewind();
    if (w != &memory) continue;
    CHECK(w->take<double>(INT32_MAX, INT32_MAX) == nullptr);
    CHECK(w->failed());
  }
  CHECK(memory.reserve(SIZE_MAX) == status::out_of_memory);
  CHECK(memory.reserve(SIZE_MAX - 10) == status::out_of_memory);
}

TEST_CASE("a workspace of the caller uses the aligned part of his bytes and never grows") {
  alignas(64) unsigned char bytes[256];
  workspace memory(bytes + 1, 255);
  CHECK(memory.size() == 192);
  CHECK(memory.take<std::uint8_t>(192) == bytes + 64);
  CHECK(memory.reserve(192) == status::ok);
  CHECK(memory.reserve(193) == status::out_of_memory);
  workspace tiny(bytes + 1, 10), none(nullptr, 100);
  CHECK(tiny.size() == 0);
  CHECK(tiny.take<std::uint8_t>(1) == nullptr);
  CHECK(none.take<std::uint8_t>(1) == nullptr);
  CHECK(none.size() == 0);
}

TEST_CASE("a workspace of its own grows once and stays") {
  workspace memory;
  CHECK(memory.owns());
  CHECK(memory.size() == 0);
  CHECK(expect::allocations_of([&] { (void)memory.reserve(10000); }) == 1);
  CHECK(memory.size() >= 10000);
  CHECK(expect::allocations_of([&] {
          (void)memory.reserve(10000);
          (void)memory.reserve(1);
          (void)memory.take<float>(100);
        }) == 0);
}

TEST_CASE("measuring counts the peak and hands out nothing") {
  workspace counter;
  counter.measure();
  CHECK(counter.take<float>(1000000000) == nullptr);
  CHECK_FALSE(counter.failed());
  const std::size_t here = counter.mark();
  CHECK(here == 4000000000u);
  (void)counter.take<std::uint8_t>(100);
  counter.rewind(here);
  (void)counter.take<std::uint8_t>(10);
  CHECK(counter.most() == 4000000000u + 128);
  CHECK(counter.reserve(SIZE_MAX / 2) == status::ok);  // needs nothing
  counter.measure();
  CHECK(counter.most() == 0);
}

TEST_CASE("a workspace is the only owner") {
  static_assert(!std::is_copy_constructible_v<workspace> && !std::is_copy_assignable_v<workspace> && !std::is_move_constructible_v<workspace>);
  CHECK(workspace().threads.lane_count() == 1);
}

TEST_CASE("an executor without a way to run, or of one lane, is the calling thread") {
  vtc::executor e{};
  e.lanes = 8;
  CHECK(e.lane_count() == 1);
  CHECK(input::threads(8).lane_count() == 8);
  CHECK(input::threads(1).lane_count() == 1);
  CHECK(input::threads(0).lane_count() == 1);
  CHECK(input::threads(-3).lane_count() == 1);
}
