// The ways in which published methods make rows, each written as a plan by hand and compared with a direct loop over the rows.
#include <cmath>
#include <vector>

#include "catch.hpp"
#include "input/hand_plan.hpp"
#include "vtc/apply/apply.hpp"
#include "vtc/apply/sizes.hpp"
#include "vtc/plan/compose.hpp"

using input::hand_plan;
using vtc::index_t;
using vtc::reduction;
using vtc::status;

namespace {

constexpr index_t N = 16, D = 21;

struct table {
  std::vector<float> x = input::random_rows(N, D, 71);

  double at(index_t r, index_t c) const { return static_cast<double>(x[static_cast<std::size_t>(r * D + c)]); }
  vtc::rows view() const { return vtc::view(x.data(), N, D); }
};

// Applies a sound plan and compares column c of every slot with expected(slot, c).
template <class Expected>
void compare(const vtc::plan_view& plan, const table& t, Expected expected, index_t width = D) {
  REQUIRE(vtc::check(plan) == status::ok);
  std::vector<float> out(static_cast<std::size_t>(plan.slot_count * width));
  REQUIRE(vtc::apply(plan, t.view(), vtc::view(out.data(), plan.slot_count, width)) == status::ok);
  for (index_t s = 0; s < plan.slot_count; ++s)
    for (index_t c = 0; c < width; ++c)
      REQUIRE(static_cast<double>(out[static_cast<std::size_t>(s * width + c)]) == Approx(expected(s, c)).margin(2e-5));
}

}  // namespace

TEST_CASE("selection, and a permutation: window order is a plan too") {
  const table t;
  hand_plan kept(N, reduction::mean), windows(N, reduction::anchor);
  kept.pick(0).pick(7).pick(15);
  compare(kept.view(), t, [&](index_t s, index_t c) { return t.at(kept.anchor[static_cast<std::size_t>(s)], c); });
  for (index_t w = 0; w < 4; ++w)  // 2 x 2 windows of a 4 x 4 grid stand one behind the other
    for (index_t i = 0; i < 4; ++i) windows.pick((w / 2 * 2 + i / 2) * 4 + w % 2 * 2 + i % 2);
  windows.notes = vtc::note::method_order;
  compare(windows.view(), t, [&](index_t s, index_t c) { return t.at((s / 8 * 2 + s % 4 / 2) * 4 + s / 4 % 2 * 2 + s % 2, c); });
}

TEST_CASE("averages weighted by size: sizes over their sum; sizes go their own way") {
  const table t;
  const float size[N] = {1, 4, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  hand_plan plan(N, reduction::linear);
  plan.slot(1, {0, 1, 2}, {1.0f / 7, 4.0f / 7, 2.0f / 7}).slot(3, {3}, {1});
  compare(plan.view(), t, [&](index_t s, index_t c) { return s == 1 ? t.at(3, c) : (t.at(0, c) + 4 * t.at(1, c) + 2 * t.at(2, c)) / 7; });
  float out[2];
  REQUIRE(vtc::sizes(plan.view(), size, out) == status::ok);
  CHECK((out[0] == 7 && out[1] == 1));
}

TEST_CASE("mean pooling and max pooling have one plan") {
  const table t;
  hand_plan plan = input::block_plan(4, 4, 2, reduction::mean);
  const auto cell = [&](index_t s, index_t i, index_t c) { return t.at((s / 2 * 2 + i / 2) * 4 + s % 2 * 2 + i % 2, c); };
  compare(plan.view(), t, [&](index_t s, index_t c) { return (cell(s, 0, c) + cell(s, 1, c) + cell(s, 2, c) + cell(s, 3, c)) / 4; });
  plan.how = reduction::maximum;
  compare(plan.view(), t,
          [&](index_t s, index_t c) { return std::max(std::max(cell(s, 0, c), cell(s, 1, c)), std::max(cell(s, 2, c), cell(s, 3, c))); });
}

TEST_CASE("VisionZip's contextual rows: the target with weight 1 and the mean of its members") {
  const table t;
  hand_plan plan(N, reduction::linear);
  plan.slot(2, {2}, {1}).slot(5, {5, 6, 9, 12}, {1, 1.0f / 3, 1.0f / 3, 1.0f / 3});
  plan.notes = vtc::note::partition;
  compare(plan.view(), t,
          [&](index_t s, index_t c) { return s == 0 ? t.at(2, c) : t.at(5, c) + (t.at(6, c) + t.at(9, c) + t.at(12, c)) / 3; });
}

TEST_CASE("PruMerge: neighbours weighted by attention, shared between slots, and one appended slot") {
  const table t;
  hand_plan plan(N, reduction::linear);
  const float a = 0.25f, b = 0.125f;
  plan.slot(3, {3, 4, 5}, {1, a, b}).slot(6, {6, 5, 4}, {1, b, a}).slot(0, {0, 1, 2}, {b, a, b});
  plan.anchor[2] = 1;  // the entry of the largest weight
  plan.appended = 1;
  compare(plan.view(), t, [&](index_t s, index_t c) {
    if (s == 2) return 0.125 * t.at(0, c) + 0.25 * t.at(1, c) + 0.125 * t.at(2, c);
    return s == 0 ? t.at(3, c) + 0.25 * t.at(4, c) + 0.125 * t.at(5, c) : t.at(6, c) + 0.125 * t.at(5, c) + 0.25 * t.at(4, c);
  });
  CHECK_FALSE(vtc::is_partition(plan.view()));
}

TEST_CASE("TRIM's extra row: the mean of the rest") {
  const table t;
  hand_plan plan(N, reduction::linear);
  std::vector<index_t> rest;
  for (index_t r = 2; r < N; ++r) rest.push_back(r);
  plan.slot(0, {0}, {1}).slot(1, {1}, {1}).slot(2, rest, std::vector<float>(14, 1.0f / 14));
  plan.appended = 1;
  plan.notes = vtc::note::partition;
  compare(plan.view(), t, [&](index_t s, index_t c) {
    double sum = 0;
    for (index_t r = 2; r < N; ++r) sum += t.at(r, c);
    return s < 2 ? t.at(s, c) : sum / 14;
  });
}

TEST_CASE("space to depth in the order of the entries, zero padding at an odd edge") {
  const table t;
  hand_plan plan(N, reduction::concatenate);  // a 3 x 5 grid: the last column and row have only half a block
  for (index_t y = 0; y < 3; y += 2)
    for (index_t x = 0; x < 5; x += 2) {
      const auto row = [&](index_t i, index_t j) { return y + i < 3 && x + j < 5 ? (y + i) * 5 + x + j : vtc::none; };
      plan.slot(row(0, 0), {row(0, 0), row(0, 1), row(1, 0), row(1, 1)});
    }
  compare(
      plan.view(), t,
      [&](index_t s, index_t c) {
        const index_t y = s / 3 * 2 + c / D / 2, x = s % 3 * 2 + c / D % 2;
        return y < 3 && x < 5 ? t.at(y * 5 + x, c % D) : 0.0;
      },
      4 * D);
}

TEST_CASE("chains through frames, anchored at the earliest") {
  const table t;
  hand_plan plan(N, reduction::mean);  // 4 frames of 4: place 1 stands still for three frames
  plan.pick(0).slot(1, {1, 5, 9}).pick(13);
  compare(plan.view(), t,
          [&](index_t s, index_t c) { return s == 1 ? (t.at(1, c) + t.at(5, c) + t.at(9, c)) / 3 : t.at(s == 0 ? 0 : 13, c); });
}

TEST_CASE("FastVID and HoliTom: the centre keeps a share beta, its members split the rest") {
  const table t;
  const double beta = 0.6, part = 0.4 / 3;
  hand_plan plan(N, reduction::linear);
  const auto whole = static_cast<float>(beta + part), member = static_cast<float>(part);
  plan.slot(4, {4, 8, 11}, {whole, member, member});
  compare(plan.view(), t, [&](index_t, index_t c) { return beta * t.at(4, c) + part * (t.at(4, c) + t.at(8, c) + t.at(11, c)); });
}

TEST_CASE("ToFu: the mean, stretched to the longest of its rows") {
  const table t;
  hand_plan plan(N, reduction::keep_norm);
  const float third = 1.0f / 3;
  plan.slot(1, {1, 2, 3}, {third, third, third});
  const auto mean = [&](index_t c) { return (t.at(1, c) + t.at(2, c) + t.at(3, c)) / 3; };
  double longest = 0, length = 0;
  for (index_t r = 1; r < 4; ++r) {
    double squares = 0;
    for (index_t c = 0; c < D; ++c) squares += t.at(r, c) * t.at(r, c);
    longest = std::max(longest, squares);
  }
  for (index_t c = 0; c < D; ++c) length += mean(c) * mean(c);
  compare(plan.view(), t, [&](index_t, index_t c) { return mean(c) * std::sqrt(longest / length); });
}

TEST_CASE("bilinear: four entries, weights are products") {
  const table t;
  hand_plan plan(N, reduction::linear);  // the point (1.25, 2.5) of a 4 x 4 grid
  plan.slot(6, {6, 7, 10, 11}, {0.375f, 0.375f, 0.125f, 0.125f});
  plan.shape = vtc::cells{1, 1, 1};
  compare(plan.view(), t, [&](index_t, index_t c) {
    const double above = 0.5 * t.at(6, c) + 0.5 * t.at(7, c), below = 0.5 * t.at(10, c) + 0.5 * t.at(11, c);
    return 0.75 * above + 0.25 * below;
  });
}

TEST_CASE("rounds of merging, composed: averages of averages by size") {
  const table t;
  hand_plan first(N, reduction::mean), second(8, reduction::linear);
  for (index_t r = 0; r < 8; ++r) r < 4 ? first.slot(2 * r, {2 * r, 2 * r + 1, 12 + r}) : first.slot(2 * r, {2 * r});
  first.anchor = {0, 2, 4, 6, 8, 9, 10, 11};
  first.source[12] = 8, first.source[13] = 9, first.source[14] = 10, first.source[15] = 11;
  second.slot(0, {0, 4}, {0.75f, 0.25f}).slot(1, {1, 2}, {0.5f, 0.5f}).slot(7, {7, 3}, {0.25f, 0.75f});
  vtc::workspace memory;
  vtc::plan_storage plan;
  REQUIRE(vtc::compose(second.view(), first.view(), memory, plan) == status::ok);
  compare(plan.view(), t, [&](index_t s, index_t c) {
    if (s == 0) return (t.at(0, c) + t.at(1, c) + t.at(12, c) + t.at(8, c)) / 4;
    if (s == 2) return (t.at(11, c) + t.at(6, c) + t.at(7, c) + t.at(15, c)) / 4;
    return (t.at(2, c) + t.at(3, c) + t.at(13, c) + t.at(4, c) + t.at(5, c) + t.at(14, c)) / 6;
  });
}
