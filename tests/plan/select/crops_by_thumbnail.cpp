#include "vtc/plan/select/crops_by_thumbnail.hpp"

#include "expect/same_plan.hpp"
#include "input/planned.hpp"

using vtc::index_t;
using vtc::status;
using layout = vtc::layout_builder<3>;
using vtc::select::crops_by_thumbnail;

namespace {

vtc::inputs on(const vtc::layout& where, const std::vector<float>& scores) {
  vtc::inputs in{};
  in.where = where;
  in.scores = scores.data();
  return in;
}

}  // namespace

TEST_CASE("crops_by_thumbnail by hand: a thumbnail that prefers nothing shares evenly") {
  const auto where = layout{}.grid(2, 2).grid(2, 2).grid(2, 2);
  input::planned made;
  CHECK(expect::anchors(made(crops_by_thumbnail{}, on(where, {0, 0, 0, 0, 1, 2, 3, 4, 4, 3, 2, 1}), vtc::keep(6))) == std::vector<int>{0, 1, 6, 7, 8, 9});
}

TEST_CASE("crops_by_thumbnail by hand: the crop that the thumbnail looks at gets more, and the thumbnail's place counts in it") {
  const auto where = layout{}.grid(2, 2).grid(2, 2).grid(2, 2);
  input::planned made;
  crops_by_thumbnail sharp{};
  sharp.temperature = 1;
  // Sums of the halves 0 and 200: z = (0, 1), weights 1, .5, 1.5: of 6 rows 2, 1 and 3. In the right crop, the thumbnail's resized
  // columns are 75 and 100 of length 180, the own scores of length 7.7: .93 .94 .67 .68.
  const std::vector<float> scores{0, 100, 0, 100, 1, 2, 3, 4, 4, 3, 2, 1};
  CHECK(expect::anchors(made(sharp, on(where, scores), vtc::keep(6))) == std::vector<int>{1, 3, 7, 8, 9, 11});
}

TEST_CASE("crops_by_thumbnail: a thumbnail alone keeps its best, best first in method order") {
  const auto one = layout{}.grid(2, 3);
  input::planned made;
  const std::vector<float> scores{1, 5, 2, 6, 3, 4};
  CHECK(expect::anchors(made(crops_by_thumbnail{}, on(one, scores), vtc::keep(3).in_method_order())) == std::vector<int>{3, 1, 5});
  CHECK(expect::anchors(made(crops_by_thumbnail{}, on(one, scores), vtc::keep(3))) == std::vector<int>{1, 3, 5});
  crops_by_thumbnail half{};
  half.ratio = 0.5f;
  CHECK(expect::anchors(made(half, on(one, scores))) == std::vector<int>{1, 3, 5});
}

TEST_CASE("crops_by_thumbnail: counts are exact whatever the scores; crops that do not fit are refused") {
  const auto where = layout{}.grid(3, 3).grid(3, 3).grid(2, 5);
  input::planned made;
  std::vector<float> scores;
  for (int i = 0; i < 28; ++i) scores.push_back(static_cast<float>((i * 7) % 11));
  for (index_t k = 1; k < 28; ++k) CHECK(made(crops_by_thumbnail{}, on(where, scores), vtc::keep(k)).slot_count == k);
  crops_by_thumbnail wrong{};
  wrong.crop_grid = {2, 2};
  CHECK(made.outcome(wrong, on(where, scores), vtc::keep(6)) == status::option_out_of_range);
}
