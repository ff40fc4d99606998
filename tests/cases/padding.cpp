// Faults others shipped, class PAD: masks and softmax.
#include <limits>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "input/views.hpp"
#include "vtc/method/divprune.hpp"
#include "vtc/method/received_attention.hpp"
#include "vtc/method/tome.hpp"
#include "vtc/method/top_k.hpp"

using vtc::status;
using layout = vtc::layout_builder<1>;
using rows = std::vector<int>;

TEST_CASE("BL-051 padding is never picked: of two valid rows two are kept, also when three are asked for") {
  const std::uint8_t valid[] = {1, 1, 0, 0};
  auto where = layout{}.grid(1, 4);
  where.valid = valid;
  const std::vector<float> scores{1, 2, 3, 4};
  input::planned made;
  CHECK(expect::anchors(made(vtc::method::top_k{}, input::with_scores(where, scores), vtc::keep(2))) == rows{0, 1});
  CHECK(expect::anchors(made(vtc::method::top_k{}, input::with_scores(where, scores), vtc::keep(3))) == rows{0, 1});
  const vtc::bounds known = vtc::slots(vtc::method::top_k{}, where, vtc::keep(3));
  CHECK((known.least == 2 && known.most == 2));
}

TEST_CASE("BL-052 a query row that was masked altogether changes no rank, and logits of any size give finite shares") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto where = layout{}.grid(1, 4);
  input::planned made;
  vtc::inputs in = input::with_layout(where);
  for (const float masked : {nan, 0.25f}) {  // what a softmax makes of a row of -infinity, of -65504 or of -1e8
    const std::vector<float> weights{0.1f, 0.5f, 0.15f, 0.25f, masked, masked, masked, masked};
    in.attention = input::matrix_of_weights(weights, 1, 2);
    CHECK(expect::anchors(made(vtc::method::received_attention{}, in, vtc::keep(3).in_method_order())) == rows{1, 3, 2});
  }
  const float query[] = {1}, keys[] = {1e4f, 1e4f - 1, 0};
  vtc::inputs streamed{};
  streamed.where.count = 3;
  streamed.projections = {vtc::view(query, 1, 1), vtc::view(keys, 3, 1), 1, 1.0f};
  vtc::workspace memory;
  REQUIRE(memory.reserve(1 << 16) == status::ok);
  std::vector<float> score(3);
  REQUIRE(vtc::score::received_attention{}(streamed, memory, score.data(), vtc::default_arch{}) == status::ok);
  CHECK(expect::difference(score, std::vector<double>{0.731, 0.269, 0}, {1e-3, 0}) == "");
}

TEST_CASE("BL-053 a picture alone and the same padded by three zero rows: same rows, same values") {
  const int n = 12, width = 6;
  std::vector<float> x = input::clustered_rows(n, width, 4, 1), scores = input::random_rows(1, n, 2);
  const auto alone = layout{}.grid(3, 4);
  std::vector<float> longer = x;
  longer.resize(static_cast<std::size_t>((n + 3) * width), 0.0f);
  std::vector<std::uint8_t> valid(n + 3, 1);
  for (std::size_t r = n; r < n + 3; ++r) valid[r] = 0;
  auto padded = layout{}.grid(3, 4).extra(3);
  padded.valid = valid.data();
  input::planned one, other;
  const auto same = [&](auto policy) {
    vtc::inputs in = input::with_metric(alone, x), in_padded = input::with_metric(padded, longer);
    in.scores = in_padded.scores = scores.data();
    CHECK(expect::anchors(one(policy, in, vtc::keep(5))) == expect::anchors(other(policy, in_padded, vtc::keep(5))));
    CHECK(one.apply(in.tokens) == other.apply(in_padded.tokens));
  };
  same(vtc::method::tome{});
  same(vtc::method::divprune{});
  same(vtc::method::top_k{});
}
