#include "vtc/plan/pool/adaptive.hpp"

#include "expect/same_plan.hpp"
#include "input/grids.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "oracle/pooling.hpp"

using vtc::index_t;
using vtc::status;
using vtc::pool::mode;

namespace {

using line = vtc::layout_builder<3>;

vtc::pool::adaptive to(vtc::grid_size output, mode how = mode::mean) {
  vtc::pool::adaptive a{};
  a.output = output;
  a.how = how;
  return a;
}
vtc::inputs on(const vtc::layout& where) {
  vtc::inputs in{};
  in.where = where;
  return in;
}

}  // namespace

TEST_CASE("adaptive by hand: windows overlap where the sides do not divide") {
  input::planned made;
  const auto where = line{}.grid(1, 3);
  const std::vector<float> x{1, 2, 3};
  const vtc::plan_view& p = made(to({1, 2}), on(where));
  CHECK(expect::sources(p, 0) == std::vector<int>{0, 1});
  CHECK(expect::sources(p, 1) == std::vector<int>{1, 2});
  CHECK(expect::anchors(p) == std::vector<int>{0, 1});
  CHECK_FALSE(p.has(vtc::note::partition));
  CHECK(made.apply(vtc::view(x.data(), 3, 1)) == std::vector<float>{1.5f, 2.5f});
  made(to({1, 2}, mode::max), on(where));
  CHECK(made.apply(vtc::view(x.data(), 3, 1)) == std::vector<float>{2, 3});
}

TEST_CASE("adaptive is the oracle in every mode, on every grid and output size") {
  input::planned made;
  for (int height = 1; height <= 8; ++height)
    for (int width = 1; width <= 9; width += 2)
      for (int h = 1; h <= height; ++h)
        for (int w = 1; w <= width; ++w)
          for (const mode how : {mode::mean, mode::max, mode::bilinear}) {
            INFO(height << " x " << width << " to " << h << " x " << w << ", " << vtc::pool::modes[static_cast<int>(how)].name);
            const auto where = line{}.frames(2, height, width);
            const std::vector<float> x = input::random_rows(2 * height * width, 3, static_cast<std::uint64_t>(height * 10 + width));
            const vtc::plan_view& p = made(to({h, w}, how), on(where));
            REQUIRE(p.slot_count == 2 * h * w);
            CHECK((p.shape.frames == 2 && p.shape.height == h && p.shape.width == w));
            std::vector<double> wanted;
            for (int f = 0; f < 2; ++f) {
              const oracle::matrix m = input::frame_rows(oracle::matrix(x, 3), where.list[0], f);
              const oracle::pooled out = how == mode::bilinear ? oracle::bilinear(m, {height, width}, {h, w})
                                                               : oracle::adaptive_pool(m, {height, width}, {h, w}, how == mode::mean ? oracle::pooling::mean : oracle::pooling::max);
              wanted.insert(wanted.end(), out.values.begin(), out.values.end());
            }
            CHECK(expect::difference(made.apply(vtc::view(x.data(), 2 * height * width, 3)), wanted) == "");
          }
}

TEST_CASE("adaptive: an output larger than a grid is refused, and so is no output at all; slots() says so, too") {
  input::planned made;
  vtc::bounds b{};
  for (const vtc::grid_size g : {vtc::grid_size{3, 3}, {3, 2}, {2, 3}}) {
    CHECK(made.outcome(to(g), on(line{}.grid(2, 2))) == status::option_out_of_range);
    CHECK(vtc::slots(to(g), line{}.grid(2, 2), vtc::budget{}, b) == status::option_out_of_range);
  }
  CHECK(made.outcome(to({3, 3}), on(line{}.grid(4, 4).grid(2, 4))) == status::option_out_of_range);
  CHECK(made.outcome(vtc::pool::adaptive{}, on(line{}.grid(2, 2))) == status::needs_budget);
  CHECK(vtc::slots(vtc::pool::adaptive{}, line{}.grid(2, 2), vtc::budget{}, b) == status::needs_budget);
}

TEST_CASE("adaptive: given K, the largest grid of the same aspect within it, every side at least one") {
  input::planned made;
  const auto shape = [&](index_t k, const vtc::layout& where) {
    const vtc::cells c = made(vtc::pool::adaptive{}, on(where), vtc::keep(k)).shape;
    CHECK(made.plan.view().slot_count <= k);
    return std::pair<int, int>{c.height, c.width};
  };
  CHECK(shape(100, line{}.grid(24, 24)) == std::pair<int, int>{10, 10});
  CHECK(shape(99, line{}.grid(24, 24)) == std::pair<int, int>{9, 9});
  CHECK(shape(50, line{}.grid(12, 24)) == std::pair<int, int>{5, 10});
  CHECK(shape(5, line{}.grid(1, 20)) == std::pair<int, int>{1, 5});
  CHECK(shape(5, line{}.grid(20, 1)) == std::pair<int, int>{5, 1});
  CHECK(shape(1, line{}.grid(9, 7)) == std::pair<int, int>{1, 1});
  CHECK(shape(40, line{}.frames(10, 6, 6)) == std::pair<int, int>{2, 2});
  CHECK(made.outcome(vtc::pool::adaptive{}, on(line{}.frames(10, 6, 6)), vtc::keep(9)) == status::budget_unsupported);
  for (int h = 1; h <= 20; ++h)
    for (int w = 1; w <= 20; w += 3)
      for (index_t k = 1; k < h * w; k += 1 + k / 3) {
        const auto [gh, gw] = shape(k, line{}.grid(h, w));
        INFO(h << " x " << w << " within " << k << ": " << gh << " x " << gw);
        CHECK((gh >= 1 && gw >= 1 && gh <= h && gw <= w));
        // The next larger grid of this aspect would be too large.
        const int up = std::max(1, (gh + 1) * w / h), right = std::max(1, (gw + 1) * h / w);
        if (gh < h && up * (gh + 1) > gh * gw) CHECK((gh + 1) * up > k);
        if (gw < w && right * (gw + 1) > gh * gw) CHECK((gw + 1) * right > k);
      }
}

TEST_CASE("adaptive: windows that overlap on masked cells still have anchors of their own") {
  input::planned made;
  input::generator g(5);
  for (int round = 0; round < 300; ++round) {
    const int height = 1 + g.below(6), width = 1 + g.below(7);
    std::vector<std::uint8_t> valid, protect;
    for (int i = 0; i < height * width; ++i) {
      valid.push_back(static_cast<std::uint8_t>(g.below(3) > 0));
      protect.push_back(static_cast<std::uint8_t>(g.below(5) == 0));
    }
    auto where = line{}.grid(height, width);
    where.valid = valid.data();
    where.protect = protect.data();
    vtc::pool::adaptive a = to({1 + g.below(height), 1 + g.below(width)}, static_cast<mode>(g.below(3)));
    const status s = made.outcome(a, on(where));
    if (s == status::no_valid_row) continue;
    REQUIRE(s == status::ok);
    CHECK(vtc::check(made.plan) == status::ok);
    for (int e = 0; e < made.plan.view().entry_count; ++e) CHECK(valid[static_cast<std::size_t>(made.plan.view().source[e])] == 1);
    if (const float* w = made.plan.view().weight; w != nullptr)
      for (int k = 0; k < made.plan.view().slot_count; ++k) {
        double sum = 0;
        for (int e = made.plan.view().slot_begin[k]; e < made.plan.view().slot_begin[k + 1]; ++e) sum += static_cast<double>(w[e]);
        CHECK(std::abs(sum - 1) < 1e-6);
      }
  }
}
