// Faults others shipped, class SCORE: ranking and its ties.
#include <limits>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/views.hpp"
#include "vtc/method/fastervlm.hpp"
#include "vtc/method/received_attention.hpp"
#include "vtc/method/top_k.hpp"

using vtc::index_t;
using vtc::status;
using layout = vtc::layout_builder<1>;

namespace {

const float nan_value = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();

std::vector<int> best(const std::vector<float>& scores, index_t k, bool best_first = false) {
  static input::planned made;
  const auto where = layout{}.grid(1, static_cast<index_t>(scores.size()));
  return expect::anchors(made(vtc::method::top_k{}, input::with_scores(where, scores), best_first ? vtc::keep(k).in_method_order() : vtc::keep(k)));
}
using rows = std::vector<int>;

}  // namespace

TEST_CASE("BL-010 NaN ranks last, the lowest first among them; infinities are scores") {
  const std::vector<float> some{0.1f, nan_value, 0.9f, nan_value, 0.5f};
  CHECK(best(some, 2) == rows{2, 4});
  CHECK(best(some, 4) == rows{0, 1, 2, 4});
  CHECK(best({inf, 1, inf, inf, 2}, 2) == rows{0, 2});
}

TEST_CASE("BL-012 of equal scores the lower row, for every length") {
  const std::vector<float> some{3, 2, 3, 2, 1, 1};
  CHECK(best(some, 2) == rows{0, 2});
  CHECK(best(some, 3) == rows{0, 1, 2});
  CHECK(best(some, 4) == rows{0, 1, 2, 3});
  CHECK(best({42, 42, 42, 42}, 1) == rows{0});
  CHECK(best({8, -7, 9, 5, 9, 8, 7, 7}, 1) == rows{2});
  for (int n = 2; n <= 67; ++n)
    for (int first = 0; first < n; ++first) {
      std::vector<float> scores(static_cast<std::size_t>(n), 0.5f);
      for (int i = first; i < n; i += 3) scores[static_cast<std::size_t>(i)] = 2;
      REQUIRE(best(scores, 1) == rows{first});
    }
}

TEST_CASE("BL-013 wherever a NaN sits, the best of the others is found, and it is the value at its index") {
  for (std::size_t at = 0; at < 19; ++at)
    for (std::size_t top = 0; top < 19; ++top) {
      if (at == top) continue;
      std::vector<float> scores(19, 1);
      scores[top] = 7;
      scores[at] = nan_value;
      REQUIRE(best(scores, 1) == rows{static_cast<int>(top)});
    }
  CHECK(best({3, nan_value, 1, 5}, 1) == rows{3});
}

TEST_CASE("BL-014 kept rows stay in source order; the order of the scores only on request") {
  const std::vector<float> some{0.9f, 0.1f, 0.2f, 0.95f};
  CHECK(best(some, 2) == rows{0, 3});
  CHECK(best(some, 2, true) == rows{3, 0});
}

TEST_CASE("BL-015 which query rows decide is named: the last one, or the mean over all") {
  const std::vector<float> weights{0.7f, 0.1f, 0.1f, 0.1f, 0.1f, 0.1f, 0.1f, 0.7f};
  const auto where = layout{}.grid(1, 4);
  input::planned made;
  vtc::inputs in = input::with_layout(where);
  in.attention = input::matrix_of_weights(weights, 1, 2, 1);
  CHECK(expect::anchors(made(vtc::method::fastervlm{}, in, vtc::keep(1))) == rows{3});
  in.attention.class_row = 0;
  CHECK(expect::anchors(made(vtc::method::fastervlm{}, in, vtc::keep(1))) == rows{0});
  in.attention.class_row = vtc::none;
  CHECK(expect::anchors(made(vtc::method::fastervlm{}, in, vtc::keep(1))) == rows{0});  // a tie
  CHECK(expect::anchors(made(vtc::method::received_attention{}, in, vtc::keep(1))) == rows{0});
}
