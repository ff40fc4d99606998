#include "vtc/plan/pool/pixel_shuffle.hpp"

#include "expect/same_plan.hpp"
#include "input/grids.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "oracle/pooling.hpp"

using vtc::status;
using vtc::pool::channel_order;

namespace {

using line = vtc::layout_builder<3>;

vtc::pool::pixel_shuffle by(int factor, bool pad = false, channel_order order = channel_order::internvl) {
  vtc::pool::pixel_shuffle s{};
  s.factor = factor;
  s.pad = pad;
  s.order = order;
  return s;
}
vtc::inputs on(const vtc::layout& where) {
  vtc::inputs in{};
  in.where = where;
  return in;
}

}  // namespace

TEST_CASE("pixel_shuffle by hand: 4 x 4 cells become 2 x 2 of four, block by block") {
  input::planned made;
  const vtc::plan_view& p = made(by(2), on(line{}.grid(4, 4)));
  REQUIRE(p.slot_count == 4);
  CHECK(expect::sources(p, 0) == std::vector<int>{0, 1, 4, 5});
  CHECK(expect::sources(p, 1) == std::vector<int>{2, 3, 6, 7});
  CHECK(expect::sources(p, 2) == std::vector<int>{8, 9, 12, 13});
  CHECK(expect::sources(p, 3) == std::vector<int>{10, 11, 14, 15});
  CHECK(expect::anchors(p) == std::vector<int>{0, 2, 8, 10});
  CHECK(p.how == vtc::reduction::concatenate);
  CHECK((p.shape.frames == 1 && p.shape.height == 2 && p.shape.width == 2));
}

TEST_CASE("pixel_shuffle: cells that lie in 2 x 2 blocks already are taken four by four") {
  input::planned made;
  const vtc::plan_view& p = made(by(2, false, channel_order::qwen), on(line{}.grid(4, 6, 0, 2)));
  for (int s = 0; s < 6; ++s) CHECK(expect::sources(p, s) == std::vector<int>{4 * s, 4 * s + 1, 4 * s + 2, 4 * s + 3});
}

TEST_CASE("pixel_shuffle is the oracle for every grid, factor, order, frame and padding of odd sides") {
  input::planned made;
  vtc::bounds known{};
  for (int height = 1; height <= 12; ++height)
    for (int width = 1; width <= 12; ++width)
      for (const int factor : {1, 2, 3, 4})
        for (const bool pad : {false, true})
          for (const channel_order order : {channel_order::internvl, channel_order::idefics3, channel_order::qwen}) {
            INFO(height << " x " << width << " by " << factor << (pad ? ", padded" : ""));
            const auto where = line{}.frames(2, height, width);
            const bool divides = height % factor == 0 && width % factor == 0, square = height == width || order != channel_order::idefics3;
            const status s = made.outcome(by(factor, pad, order), on(where));
            CHECK(vtc::slots(by(factor, pad, order), where, vtc::budget{}, known) == s);
            if (!(pad || divides) || !square) {
              CHECK(s == status::grid_mismatch);
              continue;
            }
            REQUIRE(s == status::ok);
            REQUIRE(vtc::check(made.plan) == status::ok);
            CHECK(known.most == made.plan.view().slot_count);
            const std::vector<float> x = input::random_rows(2 * height * width, 6, static_cast<std::uint64_t>(height * 13 + width));
            std::vector<double> wanted;
            for (int f = 0; f < 2; ++f) {
              const std::vector<double> out = oracle::pixel_shuffle(input::frame_rows(oracle::matrix(x, 6), where.list[0], f), {height, width}, factor).values;
              wanted.insert(wanted.end(), out.begin(), out.end());
            }
            CHECK(expect::difference(made.apply(vtc::view(x.data(), 2 * height * width, 6)), wanted, {0, 0}) == "");  // copies
          }
}

TEST_CASE("pixel_shuffle: rows that must stay would be narrower than the result, in one call and region by region") {
  input::planned made;
  vtc::bounds b{};
  std::vector<std::uint8_t> mask(16, 0);
  mask[5] = 1;
  auto protect = line{}.grid(4, 4);
  protect.protect = mask.data();
  for (const line& where : {line{}.extra(1).grid(4, 4), line{}.grid(4, 4, 1), line{}.grid(4, 4).extra(1).grid(2, 2), protect})
    for (const vtc::budget& want : {vtc::budget{}, vtc::budget{}.each_region()}) {
      CHECK(made.outcome(by(2), on(where), want) == status::reduction_unsupported);
      CHECK(vtc::slots(by(2), where, want, b) == status::reduction_unsupported);
    }
  CHECK(made(by(2), on(line{}.grid(4, 4).grid(2, 2)), vtc::budget{}.each_region()).slot_count == 5);
}

TEST_CASE("pixel_shuffle: padding becomes zeros, and a block of padding alone becomes nothing") {
  input::planned made;
  std::vector<std::uint8_t> valid(16, 1);
  for (const std::size_t r : {std::size_t{3}, std::size_t{8}, std::size_t{9}, std::size_t{12}, std::size_t{13}}) valid[r] = 0;
  auto where = line{}.grid(4, 4);
  where.valid = valid.data();
  const vtc::plan_view& p = made(by(2), on(where));
  REQUIRE(p.slot_count == 3);
  CHECK(expect::sources(p, 1) == std::vector<int>{2, vtc::none, 6, 7});
  CHECK(expect::anchors(p) == std::vector<int>{0, 2, 10});
}
