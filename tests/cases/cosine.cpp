// Faults others shipped, class COSINE: zero rows, equal rows, 16 bits.
#include <cmath>

#include "expect/same_plan.hpp"
#include "input/host.hpp"
#include "input/planned.hpp"
#include "input/views.hpp"
#include "vtc/method/catalogue.hpp"

using vtc::index_t;
using vtc::status;
using layout = vtc::layout_builder<1>;

namespace {

// Cosines of rows with one text row.
std::vector<float> cosines(const vtc::rows& x, const vtc::rows& text) {
  vtc::inputs in{};
  in.where.count = x.count;
  in.aligned = x;
  in.text = text;
  vtc::workspace memory;
  REQUIRE(memory.reserve(1 << 22) == status::ok);
  std::vector<float> out(static_cast<std::size_t>(x.count));
  REQUIRE(vtc::score::query_similarity{}(in, memory, out.data(), vtc::default_arch{}) == status::ok);
  return out;
}

}  // namespace

TEST_CASE("BL-016 a zero row has cosine 0 with everything, itself too, and tiny rows give no NaN") {
  const float x[] = {1, 0, 0, 0, 0.9f, 0.1f, 1e-23f, 0}, one[] = {1, 0}, zero[] = {0, 0}, tiny[] = {1e-23f, 0};
  const vtc::rows all = vtc::view(x, 4, 2);
  const std::vector<float> with_one = cosines(all, vtc::view(one, 1, 2));
  CHECK(with_one[0] == 1);
  CHECK(with_one[1] == 0);
  CHECK(with_one[2] == Approx(0.9938837));
  CHECK(cosines(all, vtc::view(zero, 1, 2)) == std::vector<float>{0, 0, 0, 0});
  for (const float c : cosines(all, vtc::view(tiny, 1, 2))) CHECK((c >= -1 && c <= 1));
  // No method stumbles over them.
  const std::vector<float> zeros(16, 0.0f);
  const auto where = layout{}.grid(2, 4);
  input::planned made;
  CHECK(made(vtc::method::tome{}, input::with_metric(where, zeros), vtc::keep(3)).slot_count == 3);
  CHECK(made(vtc::method::divprune{}, input::with_metric(where, zeros), vtc::keep(3)).slot_count == 3);
}

TEST_CASE("BL-018 a row and its copy are at distance 0 exactly, and all copies score alike, for D = 3 .. 67") {
  for (int width = 3; width <= 67; ++width) {
    std::vector<float> x = input::random_rows(1, width, static_cast<std::uint64_t>(width));
    const std::vector<float> row = x;
    for (int i = 0; i < 20; ++i) x.insert(x.end(), row.begin(), row.end());
    for (const float c : cosines(vtc::view(x.data(), 21, width), vtc::view(row.data(), 1, width))) REQUIRE(c == 1);
    const std::vector<float> other = input::random_rows(1, width, 1000);
    const std::vector<float> c = cosines(vtc::view(x.data(), 21, width), vtc::view(other.data(), 1, width));
    for (const float v : c) REQUIRE(v == c[0]);
  }
}

TEST_CASE("BL-019 cosines of 16-bit rows are computed in 32 bits: .9701 passes a threshold of .97, a row is like itself") {
  // (1,0) and (4,1): 4 / sqrt(17) = .97014; rounded to bfloat16 it would be .96875.
  const std::vector<float> pair{1, 0, 4, 1};
  const std::vector<std::uint16_t> stored = input::as_bfloat16(pair);
  const auto where = layout{}.grid(1, 2);
  vtc::inputs in = input::with_layout(where);
  in.metric = vtc::view(vtc::element::bf16, static_cast<const void*>(stored.data()), 2, 2);
  vtc::method::tome tome{};
  tome.threshold = 0.97f;
  input::planned made;
  CHECK(made(tome, in).slot_count == 1);
  tome.threshold = 0.9702f;
  CHECK(made(tome, in).slot_count == 2);
  const std::vector<std::uint16_t> half = input::as_half(input::random_rows(1, 512, 1));
  const vtc::rows row = vtc::view(vtc::element::f16, static_cast<const void*>(half.data()), 1, 512);
  CHECK(cosines(row, row)[0] == 1);
}

TEST_CASE("BL-020 squares that overflow 16 bits do not matter: 300 * 300, and 64 times 50") {
  for (const auto& [width, value] : {std::pair<int, float>{1, 300.0f}, {64, 50.0f}}) {
    const std::vector<std::uint16_t> half = input::as_half(std::vector<float>(static_cast<std::size_t>(2 * width), value));
    const vtc::rows two = vtc::view(vtc::element::f16, static_cast<const void*>(half.data()), 2, width);
    CHECK(cosines(two, two) == std::vector<float>{1, 1});
    const auto where = layout{}.grid(1, 2);
    vtc::inputs in = input::with_layout(where);
    in.metric = two;
    input::planned made;
    CHECK_FALSE(made(vtc::method::divprune{}, in, vtc::keep(1)).has(vtc::note::non_finite));
    float norm[2] = {}, scratch[4096];
    vtc::kernel::squared_norms<vtc::default_arch>(vtc::kernel::listed_rows{two, nullptr}, 2, norm, scratch, vtc::executor{});
    CHECK(std::sqrt(norm[0]) == (width == 1 ? 300 : 400));
  }
}

TEST_CASE("BL-022 what is picked is what is far: {0,2} of three, one of one, three of three") {
  const auto where = layout{}.grid(1, 3);
  const std::vector<float> x{1, 0, 0.99f, 0.01f, 0, 1};
  input::planned made;
  CHECK(expect::anchors(made(vtc::method::divprune{}, input::with_metric(where, x), vtc::keep(2))) == std::vector<int>{0, 2});
  CHECK(expect::anchors(made(vtc::method::divprune{}, input::with_metric(where, x), vtc::keep(3))) == std::vector<int>{0, 1, 2});
  const auto alone = layout{}.grid(1, 1);
  CHECK(expect::anchors(made(vtc::method::divprune{}, input::with_metric(alone, {1, 0}), vtc::keep(1))) == std::vector<int>{0});
}
