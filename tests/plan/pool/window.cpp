#include "vtc/plan/pool/window.hpp"

#include "catch.hpp"
#include "expect/close.hpp"

using vtc::pool::tap;
using vtc::pool::tap_at;

TEST_CASE("taps by hand: pixel centres at half, edges repeat") {
  // 5 cells to 2: (i + .5) 2.5 - .5 = .75 and 3.25.
  CHECK((tap_at(0, 2, 5).low == 0 && tap_at(0, 2, 5).high == 1 && tap_at(0, 2, 5).share == 0.75));
  CHECK((tap_at(1, 2, 5).low == 3 && tap_at(1, 2, 5).high == 4 && tap_at(1, 2, 5).share == 0.25));
  // As many as there are: the cells themselves.
  for (int i = 0; i < 7; ++i) CHECK((tap_at(i, 7, 7).low == i && tap_at(i, 7, 7).share == 0));
  // More than there are: the first stands before the first centre, the last behind the last.
  CHECK((tap_at(0, 4, 2).low == 0 && tap_at(0, 4, 2).share == 0));
  CHECK((tap_at(3, 4, 2).low == 1 && tap_at(3, 4, 2).high == 1));
}

TEST_CASE("taps stay inside, ascend, and share a whole") {
  for (int inputs = 1; inputs <= 30; ++inputs)
    for (int outputs = 1; outputs <= inputs; ++outputs)
      for (int i = 0; i < outputs; ++i) {
        const tap t = tap_at(i, outputs, inputs);
        REQUIRE((t.low >= 0 && t.high < inputs && t.high - t.low <= 1 && t.share >= 0 && t.share < 1));
        if (i > 0) REQUIRE(t.low >= tap_at(i - 1, outputs, inputs).low);
        // Symmetric: from the other end it is the same place.
        const tap back = tap_at(outputs - 1 - i, outputs, inputs);
        REQUIRE(expect::tolerance{1e-9, 0}.holds(t.low + t.share + back.low + back.share, inputs - 1));
      }
}

TEST_CASE("the share of a frame counts its cells, and is one at least") {
  const vtc::region p{0, 2, 3, 4, 4, 12, 1};
  CHECK(vtc::pool::frame_share(12, 24, p) == 6);
  CHECK(vtc::pool::frame_share(13, 24, p) == 6);
  CHECK(vtc::pool::frame_share(1, 24, p) == 1);
  CHECK(vtc::pool::frame_share(2000000000, 24, p) == 1000000000);  // no overflow
}
