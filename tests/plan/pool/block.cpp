#include "vtc/plan/pool/block.hpp"

#include <limits>

#include "expect/same_plan.hpp"
#include "input/grids.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "oracle/pooling.hpp"

using vtc::index_t;
using vtc::status;
using vtc::pool::edge;
using vtc::pool::mode;

namespace {

using line = vtc::layout_builder<3>;

vtc::pool::block pool(mode how, vtc::grid_size kernel, edge odd = edge::drop) {
  vtc::pool::block b{};
  b.how = how;
  b.kernel = kernel;
  b.odd = odd;
  return b;
}

vtc::inputs on(const vtc::layout& where) {
  vtc::inputs in{};
  in.where = where;
  return in;
}

std::vector<float> counted(int n) {
  std::vector<float> x;
  for (int i = 1; i <= n; ++i) x.push_back(static_cast<float>(i));
  return x;
}

// What the pool makes of a column of numbers.
std::vector<float> values(const vtc::pool::block& b, const vtc::layout& where, const std::vector<float>& x, const vtc::budget& want = {}) {
  static input::planned made;
  made(b, on(where), want);
  return made.apply(vtc::view(x.data(), where.count, 1));
}

}  // namespace

TEST_CASE("block by hand: 3 x 3 of 1 .. 9, stride 2: dropped edges, partial edges, maximum") {
  const auto where = line{}.grid(3, 3);
  const std::vector<float> x = counted(9);
  CHECK(values(pool(mode::mean, {2, 2}), where, x) == std::vector<float>{3});
  CHECK(values(pool(mode::mean, {2, 2}, edge::partial), where, x) == std::vector<float>{3, 4.5f, 7.5f, 9});
  CHECK(values(pool(mode::max, {2, 2}), where, x) == std::vector<float>{5});
  CHECK(values(pool(mode::max, {2, 2}, edge::partial), where, x) == std::vector<float>{5, 6, 8, 9});
  CHECK(values(vtc::pool::block{}, where, x) == std::vector<float>{3});  // stride 2, mean, drop
}

TEST_CASE("block by hand: bilinear takes the middle of each block, and the edge cell where a block is cut") {
  const auto where = line{}.grid(3, 4);
  // 2 x 2 outputs of 3 x 4: rows at (i + .5) 1.5 - .5 = .25 and 1.75, columns at .5 and 2.5.
  // (0,0): .75 (1 + 2) / 2 + .25 (5 + 6) / 2 = 2.5; one column step adds 2; one row step of 1.5 adds 6.
  CHECK(values(pool(mode::bilinear, {2, 2}), where, counted(12)) == std::vector<float>{2.5f, 4.5f, 8.5f, 10.5f});
  CHECK(values(pool(mode::bilinear, {2, 2}), line{}.grid(1, 1), {7}) == std::vector<float>{7});
}

TEST_CASE("block: kernels need not be square, and height is not width") {
  const auto where = line{}.grid(2, 3);
  CHECK(values(pool(mode::mean, {2, 1}), where, {0, 1, 2, 3, 4, 5}) == std::vector<float>{1.5f, 2.5f, 3.5f});
  CHECK(values(pool(mode::mean, {1, 3}), where, {0, 1, 2, 3, 4, 5}) == std::vector<float>{1, 4});
  static input::planned made;
  const vtc::plan_view& p = made(pool(mode::mean, {1, 3}), on(where));
  CHECK((p.shape.frames == 1 && p.shape.height == 2 && p.shape.width == 1));
  CHECK(expect::anchors(p) == std::vector<int>{0, 3});
  CHECK(p.weight == nullptr);
  CHECK(p.has(vtc::note::partition));
}

TEST_CASE("block is the oracle in every mode, on every grid, kernel, edge, frame, gap and block order") {
  static input::planned made;
  for (int height = 1; height <= 9; ++height)
    for (int width = 1; width <= 9; width += 2)
      for (const vtc::grid_size k : {vtc::grid_size{1, 1}, {2, 2}, {3, 3}, {2, 3}, {4, 1}})
        for (const mode how : {mode::mean, mode::max, mode::bilinear})
          for (const edge odd : {edge::drop, edge::partial}) {
            const bool in_blocks = height % 2 == 0 && width % 2 == 0;
            for (const auto& where : {line{}.grid(height, width), line{}.extra(1).frames(2, height, width, 1), line{}.grid(height, width, 0, in_blocks ? 2 : 1)}) {
              INFO(height << " x " << width << " by " << k.height << " x " << k.width << ", " << vtc::pool::modes[static_cast<int>(how)].name);
              const vtc::layout l = where;
              const vtc::pool::block b = pool(how, k, odd);
              if (how != mode::bilinear && odd == edge::drop && (k.height > height || k.width > width)) {
                CHECK(made.outcome(b, on(l)) == status::option_out_of_range);
                continue;
              }
              const std::vector<float> x = input::random_rows(l.count, 5, static_cast<std::uint64_t>(height * 10 + width));
              const vtc::plan_view& p = made(b, on(l));
              std::vector<double> wanted;
              int cells = 0;
              for (int f = 0; f < l.regions[0].frames; ++f) {
                const oracle::matrix m = input::frame_rows(oracle::matrix(x, 5), l.regions[0], f);
                const oracle::grid g{height, width}, kernel{k.height, k.width};
                const oracle::pooled out = how == mode::bilinear
                                               ? oracle::bilinear(m, g, {(height + k.height - 1) / k.height, (width + k.width - 1) / k.width})
                                               : oracle::block_pool(m, g, kernel, how == mode::mean ? oracle::pooling::mean : oracle::pooling::max, odd == edge::partial);
                wanted.insert(wanted.end(), out.values.begin(), out.values.end());
                cells += out.size.height * out.size.width;
              }
              std::vector<double> got;
              const std::vector<float> all = made.apply(vtc::view(x.data(), l.count, 5));
              for (int s = 0; s < p.slot_count; ++s)
                if (const int r = p.anchor[s] - l.regions[0].begin; r >= 0 && (l.regions[0].row_pitch == width || r % (width + 1) != width))
                  got.insert(got.end(), all.begin() + s * 5, all.begin() + s * 5 + 5);
              CHECK(expect::difference(got, wanted) == "");
              const vtc::bounds known = vtc::slots(b, l, vtc::budget{});
              CHECK((known.least == p.slot_count && known.most == p.slot_count));
              CHECK(cells == static_cast<int>(got.size()) / 5);
              CHECK(p.shape.frames * p.shape.height * p.shape.width == cells);
            }
          }
}

TEST_CASE("block: given K, the smallest square that stays within it") {
  input::planned made;
  const auto grid = line{}.grid(24, 24);
  const auto slots = [&](index_t k, const vtc::layout& where, mode how = mode::mean) { return made(pool(how, {}), on(where), vtc::keep(k)).slot_count; };
  CHECK(slots(575, grid) == 144);
  CHECK(slots(144, grid) == 144);
  CHECK(slots(143, grid) == 64);
  CHECK(slots(1, grid) == 1);
  CHECK(slots(600, grid) == 576);
  CHECK(slots(200, line{}.grid(27, 27)) == 169);
  CHECK(slots(200, line{}.grid(27, 27), mode::bilinear) == 196);
  CHECK(slots(100, line{}.frames(4, 14, 14)) == 64);
  CHECK(slots(145, line{}.extra(1).grid(24, 24)) == 145);
  CHECK(slots(144, line{}.extra(1).grid(24, 24)) == 65);  // K counts the class row
  CHECK(slots(30, line{}.grid(8, 8).grid(4, 4)) == 20);
  CHECK(made.outcome(pool(mode::mean, {}), on(line{}.frames(4, 3, 3)), vtc::keep(3)) == status::budget_unsupported);  // a frame keeps a cell at least
  CHECK(made.outcome(pool(mode::mean, {}), on(line{}.grid(8, 8).grid(1, 4)), vtc::keep(20)) == status::budget_unsupported);  // nor does a grid vanish
  CHECK(slots(20, line{}.grid(8, 8).grid(1, 4), mode::bilinear) == 18);
}

TEST_CASE("block: a kernel larger than one of the grids is refused, though another grid could be pooled") {
  input::planned made;
  vtc::bounds b{};
  for (const auto& where : {line{}.grid(8, 8).grid(1, 4), line{}.grid(2, 1).grid(8, 8)}) {
    CHECK(made.outcome(pool(mode::mean, {2, 2}), on(where)) == status::option_out_of_range);
    CHECK(vtc::slots(pool(mode::mean, {2, 2}), where, vtc::budget{}, b) == status::option_out_of_range);
    CHECK(made(pool(mode::mean, {2, 2}, edge::partial), on(where)).slot_count == vtc::slots(pool(mode::mean, {2, 2}, edge::partial), where, vtc::budget{}).most);
  }
}

TEST_CASE("block: cells that are padding or protected leave a window, and a mean divides by what is there") {
  const std::vector<float> x{1, 2, 100, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  std::vector<std::uint8_t> protect(16, 0), valid(16, 1);
  protect[2] = 1;           // a cell of the second window
  valid[0] = valid[1] = 0;  // half of the first
  for (const std::size_t r : {std::size_t{8}, std::size_t{9}, std::size_t{12}, std::size_t{13}}) valid[r] = 0;  // all of the third
  auto where = line{}.grid(4, 4);
  where.protect = protect.data();
  where.valid = valid.data();
  // Windows: {5, 6}, the protected 100 in its place, {4, 7, 8}, nothing, {11, 12, 15, 16}.
  CHECK(values(pool(mode::mean, {2, 2}), where, x) == std::vector<float>{100, 19 / 3.0f, 5.5f, 13.5f});
  CHECK(values(pool(mode::max, {2, 2}), where, x) == std::vector<float>{100, 8, 6, 12 + 4});
  const std::vector<float> bilinear = values(pool(mode::bilinear, {2, 2}), where, x);
  CHECK(expect::difference(bilinear, std::vector<double>{100, 19 / 3.0, 5.5, 13.5}) == "");  // what is left of the shares still sums to one
}

TEST_CASE("block: a maximum is NaN only where every cell is") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> out = values(pool(mode::max, {2, 2}), line{}.grid(2, 4), {nan, 1, nan, nan, 2, nan, nan, nan});
  CHECK(out[0] == 2);
  CHECK(vtc::is_nan(out[1]));
}
