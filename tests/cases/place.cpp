// Faults others shipped, class PLACE: counts that a host reserves room by.
#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/views.hpp"
#include "vtc/method/top_k.hpp"
#include "vtc/method/uniform.hpp"
#include "vtc/sequence/slots.hpp"

using vtc::index_t;
using vtc::status;
using layout = vtc::layout_builder<5>;

TEST_CASE("BL-028 frames have as many rows as were kept of them: 4, 0, 4; the bound before and the count after are two calls") {
  const auto where = layout{}.frames(3, 2, 2);
  const std::vector<float> scores{9, 9, 9, 9, 0, 0, 0, 0, 5, 5, 5, 5};  // frame 1 repeats frame 0
  CHECK(vtc::slots(vtc::method::top_k{}, where, vtc::keep_mass(1)).most == 12);
  input::planned made;
  index_t counts[3];
  made(vtc::method::top_k{}, input::with_scores(where, scores), vtc::keep(8));
  REQUIRE(vtc::slots_per_frame(made.plan, where.list[0], counts) == status::ok);
  CHECK((counts[0] == 4 && counts[1] == 0 && counts[2] == 4));
  CHECK(made(vtc::method::top_k{}, input::with_scores(where, scores), vtc::keep_mass(1)).slot_count == 8);
}

TEST_CASE("BL-030 five frames of at least one row each are five, and the count before says five") {
  const auto where = layout{}.grid(2, 2).grid(2, 2).grid(2, 2).grid(2, 2).grid(2, 2);
  for (const vtc::budget& want : {vtc::keep(1).each_region(), vtc::keep_ratio(1, 100).each_region()}) {
    input::planned made;
    CHECK(made(vtc::method::uniform{}, input::with_layout(where), want).slot_count == 5);
    CHECK(vtc::slots(vtc::method::uniform{}, where, want).most == 5);
  }
}
