#include "experiment/plan_picture.hpp"

#include "catch.hpp"

namespace {

bool same(files::color a, files::color b) { return a.red == b.red && a.green == b.green && a.blue == b.blue; }

}  // namespace

TEST_CASE("plan picture: kept cells are clear, dropped ones dim, merged ones tinted alike") {
  // A class row, then 2 x 3 cells: 1 kept, 2 and 6 merged, 3 and 5 merged, 4 dropped.
  vtc::plan_storage plan;
  plan.clear(7);
  plan.pick(0);
  plan.pick(1);
  plan.slot(2);
  plan.add(2);
  plan.add(6);
  plan.slot(3);
  plan.add(3);
  plan.add(5);
  REQUIRE(plan.finish() == vtc::status::ok);

  const files::color grey{120, 120, 120};
  const files::image picture(12, 8, grey);
  const auto where = vtc::layout_builder<1>{}.extra(1).grid(2, 3);
  const files::image drawn = experiment::draw_plan(picture, plan.view(), vtc::layout(where).part(0));
  const auto cell = [&](int y, int x) { return drawn.at(4 * x + 2, 4 * y + 2); };
  CHECK(same(cell(0, 0), grey));
  CHECK(cell(1, 0).red < 80);
  CHECK(same(cell(0, 1), cell(1, 2)));
  CHECK(same(cell(0, 2), cell(1, 1)));
  CHECK_FALSE(same(cell(0, 1), cell(0, 2)));
  CHECK_FALSE(same(cell(0, 1), grey));
  CHECK(same(drawn.at(3, 3), grey));  // the whole cell
  CHECK(same(drawn.at(5, 1), cell(0, 1)));
  CHECK_FALSE(same(drawn.at(4, 2), cell(0, 1)));  // an edge between two fates
}
