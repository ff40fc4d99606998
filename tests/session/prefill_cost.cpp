#include "vtc/session/prefill_cost.hpp"

#include <cmath>
#include <limits>

#include "catch.hpp"

using vtc::status;
using vtc::timing;

namespace {

// The small decoder of shared/hosts: 2048 wide, 3 layers, 16 query and 8 key heads of 128, gated MLP of 6144, f32 weights.
constexpr vtc::decoder small{3, 2048, 6144, 16, 8, 128, true, 4, 2, false};

vtc::prefill_cost calibrated(std::initializer_list<timing> points, const vtc::decoder& model = small) {
  vtc::prefill_cost cost{};
  REQUIRE(vtc::calibrate(model, points.begin(), static_cast<vtc::index_t>(points.size()), cost) == status::ok);
  return cost;
}

}  // namespace

TEST_CASE("FLOPs and bytes by hand") {
  const vtc::decoder tiny{1, 4, 8, 2, 1, 2, false, 2, 2, false};
  // Queries 4x4, keys and values 4x2 each, output 4x4: 48; MLP 2 * 4 * 8: 64.
  CHECK(vtc::weight_count(tiny) == 112);
  CHECK(vtc::weight_bytes(tiny) == 224);
  CHECK(vtc::kv_bytes(tiny, 10) == 10 * 2 * 1 * 2 * 2);
  // Three tokens: 2 * 112 each, and 4 * heads * head_size = 16 for each of 3 keys.
  CHECK(vtc::prefill_flops(tiny, 3) == 3 * (224 + 16 * 3));
  CHECK(vtc::prefill_flops(tiny, 3, 5) == 3 * (224 + 16 * 8));
  vtc::decoder skips = tiny;
  skips.skips_mask = true;
  CHECK(vtc::prefill_flops(skips, 3) == 3 * (224 + 16 * 2));  // 1, 2 and 3 keys
  vtc::decoder gated = tiny;
  gated.gated = true;
  CHECK(vtc::weight_count(gated) == 144);
  CHECK(vtc::prefill_bytes(tiny, 10) == 224 + 80);
}

TEST_CASE("two measured counts predict the others of a llama.cpp table within 10 %") {
  // Measured: 702, 328, 160, 72 ms and 707, 332, 163, 71 ms at 576, 288, 144, 64 tokens (shared/hosts).
  const double llava[] = {702, 328, 160, 72}, qwen[] = {707, 332, 163, 71};
  const vtc::index_t counts[] = {576, 288, 144, 64};
  for (const double* table : {llava, qwen})
    for (int a = 0; a < 4; ++a)
      for (int b = a + 1; b < 4; ++b) {
        const vtc::prefill_cost cost = calibrated({{counts[a], table[a]}, {counts[b], table[b]}});
        INFO("from " << counts[a] << " and " << counts[b]);
        // The two ends tell the others; two that are close to each other tell the far end less well, and are not asked to.
        if (a != 0 || b < 2) continue;
        for (int k = 0; k < 4; ++k) CHECK(std::abs(cost.milliseconds(counts[k]) / table[k] - 1) < 0.1);
      }
}

TEST_CASE("exact curves come back exactly, whatever the order of the points") {
  const auto curve = [](double n) { return 3 + 0.5 * n + 0.001 * n * n; };
  const vtc::prefill_cost cost = calibrated({{100, curve(100)}, {700, curve(700)}, {50, curve(50)}, {300, curve(300)}});
  for (const vtc::index_t n : {1, 64, 200, 1000}) CHECK(cost.milliseconds(n) == Approx(curve(n)).epsilon(1e-6));
  CHECK(cost.saved(700, 100) == Approx(curve(700) - curve(100)).epsilon(1e-6));
  const vtc::prefill_cost one = calibrated({{100, 50}});
  CHECK(one.milliseconds(100) == Approx(50));
  CHECK(one.milliseconds(0) == 0);
  CHECK((one.milliseconds(200) > 100 && one.milliseconds(200) < 103));  // attention grows with the square
}

TEST_CASE("break even: how many tokens must go, and from which picture on a method pays") {
  const vtc::prefill_cost cost = calibrated({{100, 100}, {200, 200}}, {1, 4, 8, 2, 1, 2, false, 2, 2, false});
  const vtc::index_t removed = vtc::break_even_removed(cost, 200, 10);
  REQUIRE(removed != vtc::none);
  CHECK((cost.saved(200, 200 - removed) >= 10 && cost.saved(200, 200 - removed + 1) < 10));
  CHECK(vtc::break_even_removed(cost, 200, 1e6) == vtc::none);
  CHECK(vtc::break_even_removed(cost, 1, 0) == vtc::none);
  CHECK(vtc::break_even_removed(cost, 200, 0) == 1);
  const vtc::cost_curve method{4, 0.01, 0};  // 4 ms, and 10 us a token
  const vtc::index_t from = vtc::break_even_tokens(cost, method, vtc::keep_ratio(1, 2), 4096);
  REQUIRE(from != vtc::none);
  CHECK(cost.saved(from, vtc::count_of(vtc::keep_ratio(1, 2), from)) >= method.at(from));
  for (vtc::index_t n = 1; n < from; ++n) CHECK(cost.saved(n, vtc::count_of(vtc::keep_ratio(1, 2), n)) < method.at(n));
  CHECK(vtc::break_even_tokens(cost, vtc::cost_curve{1e9, 0, 0}, vtc::keep_ratio(1, 2), 4096) == vtc::none);
  CHECK(vtc::break_even_tokens(cost, method, vtc::keep(4096), 4096) == vtc::none);  // nothing is ever removed
  CHECK(vtc::break_even_tokens(cost, method, vtc::keep(0), 4096) == vtc::none);
}

TEST_CASE("points and decoders that make no sense are named, and nothing is written") {
  vtc::prefill_cost cost{};
  const timing good[] = {{64, 72}, {576, 702}};
  const auto outcome = [&](std::initializer_list<timing> points) {
    return vtc::calibrate(small, points.begin(), static_cast<vtc::index_t>(points.size()), cost);
  };
  CHECK(outcome({}) == status::bad_shape);
  CHECK(outcome({{0, 5}}) == status::bad_shape);
  CHECK(outcome({{-3, 5}}) == status::bad_shape);
  CHECK(outcome({{64, 0}}) == status::option_out_of_range);
  CHECK(outcome({{64, std::numeric_limits<double>::quiet_NaN()}}) == status::option_out_of_range);
  CHECK(outcome({{64, std::numeric_limits<double>::infinity()}}) == status::option_out_of_range);
  CHECK(vtc::calibrate(small, nullptr, 2, cost) == status::null_rows);
  vtc::decoder bad = small;
  bad.layers = 0;
  CHECK(vtc::calibrate(bad, good, 2, cost) == status::bad_shape);
  bad = small;
  bad.kv_heads = 32;
  CHECK(vtc::calibrate(bad, good, 2, cost) == status::bad_shape);
  bad = small;
  bad.element_bytes = 0;
  CHECK(vtc::calibrate(bad, good, 2, cost) == status::bad_shape);
  CHECK(cost.time.per_token == 0);
  vtc::cost_curve curve{};
  CHECK(vtc::fit(good, 2, -1, curve) == status::option_out_of_range);
}

TEST_CASE("noise does not promise that small counts cost nothing") {
  // Falling times: no term may be below zero, so nothing fits and it is said.
  vtc::prefill_cost cost{};
  const timing falling[] = {{64, 700}, {576, 70}};
  const status s = vtc::calibrate(small, falling, 2, cost);
  CHECK((s == status::option_out_of_range || cost.milliseconds(576) >= cost.milliseconds(64)));
  // Steeper than the pairs allow: the fixed part would be below zero and is left out.
  const vtc::prefill_cost steep = calibrated({{64, 60}, {576, 900}});
  CHECK((steep.time.fixed == 0 && steep.milliseconds(1) > 0));
}
