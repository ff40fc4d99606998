// Faults others shipped, class PROTECT: class rows and newlines.
#include <cstring>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/views.hpp"
#include "vtc/method/fastervlm.hpp"
#include "vtc/method/received_attention.hpp"
#include "vtc/method/tome.hpp"
#include "vtc/method/top_k.hpp"

using vtc::status;
using layout = vtc::layout_builder<1>;

TEST_CASE("BL-023 a class row is not swallowed by a patch that equals it") {
  const std::vector<float> x{0.1f, 0.7f, 0.1f, 0.7f, 0.1f, 0.7f, 3, 1, 3, 1};
  const auto where = layout{}.extra(1).grid(2, 2);
  vtc::method::tome tome{};
  tome.remove.count = 1;
  tome.remove.value[0] = 2;
  input::planned made;
  const vtc::plan_view& p = made(tome, input::with_metric(where, x));
  CHECK(p.slot_count == 3);
  CHECK(expect::sources(p, 0) == std::vector<int>{0});
  const std::vector<float> out = made.apply(input::rows_of(x, where));
  CHECK(std::memcmp(out.data(), x.data(), 8) == 0);
  tome.remove.value[0] = 3;  // at most floor((5 - 1) / 2)
  CHECK(made(tome, input::with_metric(where, x)).slot_count == 3);
}

TEST_CASE("BL-024 without a class row the mean over all query rows decides, and row 0 is a cell like any other") {
  const std::vector<float> weights{0.1f, 0.2f, 0.3f, 0.4f, 0.1f, 0.2f, 0.3f, 0.4f, 0.1f, 0.6f, 0.2f, 0.1f, 0.1f, 0.7f, 0.1f, 0.1f};  // columns: .4 1.7 .9 1.
  const auto where = layout{}.grid(2, 2);
  input::planned made;
  vtc::inputs in = input::with_layout(where);
  in.attention = input::matrix_of_weights(weights, 1, 4);
  CHECK(expect::anchors(made(vtc::method::fastervlm{}, in, vtc::keep(2))) == std::vector<int>{1, 3});
  CHECK(expect::anchors(made(vtc::method::received_attention{}, in, vtc::keep(3))) == std::vector<int>{1, 2, 3});
}

TEST_CASE("BL-026 newlines are not scored: they stay, or go where the host masks them; rows are those of the original eight") {
  const std::vector<float> scores{1, 5, 2, 99, 3, 6, 4, 99};
  auto where = layout{}.grid(2, 3, 1);
  input::planned made;
  CHECK(expect::anchors(made(vtc::method::top_k{}, input::with_scores(where, scores), vtc::keep(4))) == std::vector<int>{1, 3, 5, 7});
  CHECK(made.outcome(vtc::method::top_k{}, input::with_scores(where, scores), vtc::keep(1)) == status::keep_below_protected);
  const std::uint8_t without[] = {1, 1, 1, 0, 1, 1, 1, 0};
  where.valid = without;
  CHECK(expect::anchors(made(vtc::method::top_k{}, input::with_scores(where, scores), vtc::keep(2))) == std::vector<int>{1, 5});
}
