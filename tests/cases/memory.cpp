// Faults others shipped, class MEM: matrices of all pairs, and products of nothing.
#include <string>

#include "expect/allocations.hpp"
#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "input/views.hpp"
#include "vtc/method/catalogue.hpp"

using vtc::index_t;
using vtc::status;
using layout = vtc::layout_builder<1>;

TEST_CASE("BL-081 no method holds all pairs: 16384 rows of 64 numbers, a tenth kept") {
  const index_t n = 16384, d = 64, k = n / 10;
  const auto where = layout{}.grid(128, 128);
  const float nothing[4] = {};  // sizes depend on shapes alone
  vtc::inputs in = input::with_layout(where);
  in.tokens = in.metric = in.aligned = vtc::view(nothing, n, d);
  in.text = vtc::view(nothing, 20, d);
  in.scores = nothing;
  in.attention = {nothing, vtc::element::f32, 16, 1, n, n * 4, n * 4, 0};
  for (index_t i = 0; i < vtc::method_count; ++i)
    vtc::with_method(i, [&](auto policy) {
      const std::string name = policy.information.name;
      INFO(name);
      const std::size_t bytes = vtc::workspace_bytes(policy, in, name == "pixel_shuffle" ? vtc::budget{} : vtc::keep(k));
      // All pairs in f32 would be a GiB. Only cdpruner and conditional_dpp grow with K: their factor has K rows of n numbers, as they say; atc holds the pairs of 1024 rows and takes no more. vispruner alone holds the pairs
      // of what is left after the important half of K, and says why.
      const auto rest = static_cast<std::size_t>(n - k / 2);
      const std::size_t bound = (name == "vispruner" ? 4 * rest * rest : 0) + static_cast<std::size_t>(n) * (name == "cdpruner" || name == "conditional_dpp" ? 4 * k + 300 : 400) + 1024 * static_cast<std::size_t>(d);
      CHECK(bytes < bound);
    });
  in.attention = {};
  in.projections = {vtc::view(nothing, n, 16 * d), vtc::view(nothing, n, 16 * d), 16, 0};
  CHECK(vtc::workspace_bytes(vtc::method::received_attention{}, in, vtc::keep(k)) < static_cast<std::size_t>(n) * (4 * d + 100));
}

TEST_CASE("BL-081 tome on 4096 rows asks for no more than it said, in any number of rounds") {
  const index_t n = 4096, d = 32;
  const std::vector<float> x = input::random_rows(n, d, 1);
  const auto where = layout{}.grid(64, 64);
  for (const index_t k : {3000, 400}) {
    input::planned made;
    const long before = expect::allocated_bytes;
    made(vtc::method::tome{}, input::with_metric(where, x), vtc::keep(k));
    CHECK(expect::allocated_bytes - before < 400L * n);  // the matrix of one round would be 16 MiB
  }
}

TEST_CASE("BL-083 no rows and no columns are errors; one row has no partner; an empty side gives no garbage") {
  input::planned made;
  const std::vector<float> x{1, 2, 3, 4};
  vtc::inputs in = input::with_layout(vtc::layout{0, nullptr, 0, nullptr, nullptr});
  in.metric = vtc::view(x.data(), 0, 4);
  CHECK(made.outcome(vtc::method::tome{}, in, vtc::keep(1)) == status::bad_shape);
  const auto one = layout{}.grid(1, 1);
  in = input::with_layout(one);
  in.metric = vtc::view(x.data(), 1, 0);
  CHECK(made.outcome(vtc::method::tome{}, in, vtc::keep(1)) == status::bad_shape);
  vtc::method::tome removing{};
  removing.remove.count = removing.remove.value[0] = 1;
  CHECK(expect::anchors(made(removing, input::with_metric(one, x))) == std::vector<int>{0});
  CHECK(expect::anchors(made(vtc::method::divprune{}, input::with_metric(one, x), vtc::keep(1))) == std::vector<int>{0});
  const auto behind_class_row = layout{}.extra(1).grid(1, 1);  // the only cell stands at an odd place: nobody looks for it
  CHECK(expect::anchors(made(removing, input::with_metric(behind_class_row, x))) == std::vector<int>{0, 1});
  const auto three = layout{}.grid(1, 3);
  vtc::inputs zip = input::with_metric(three, {1, 0, 0, 1, 1, 1});
  const std::vector<float> weights{1, 2, 3};
  zip.attention = input::class_rows(weights, 1);
  vtc::method::visionzip visionzip{};
  visionzip.planner.contextual = 1;
  const vtc::plan_view& p = made(visionzip, zip, vtc::keep(2));  // one dominant row, one target, one member
  CHECK(p.entry_count == 3);
  visionzip.planner.contextual = 2;
  CHECK(made(visionzip, zip, vtc::keep(2)).entry_count == 3);
}
