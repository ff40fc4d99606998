#include "vtc/plan/select/text_and_picture_coverage.hpp"

#include <limits>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "input/views.hpp"
#include "oracle/coverage.hpp"

using vtc::index_t;
using line = vtc::layout_builder<1>;
using vtc::select::text_and_picture_coverage;

namespace {

struct asked {
  std::vector<float> metric, aligned, text;
  int width;  // of aligned and text
  vtc::inputs on(const vtc::layout& where) const {
    vtc::inputs in = input::with_metric(where, metric);
    in.aligned = input::rows_of(aligned, where);
    in.text = vtc::view(text.data(), static_cast<index_t>(text.size()) / width, width);
    return in;
  }
};

}  // namespace

TEST_CASE("text_and_picture_coverage by hand: the row that is asked for, then the rows that stand for the picture") {
  // Rows 0 to 2 look alike, 3 stands alone; the question is about row 1.
  const asked a{{1, 0, 1, 0, 1, 0, 0, 1}, {1, 0, 0, 1, 1, 0, 1, 0}, {0, 1}, 2};
  const auto where = line{}.grid(1, 4);
  input::planned made;
  text_and_picture_coverage rule{};
  rule.alpha = 0.5f;
  // P is 1 for row 1. Q: in the rows of the group 1/3 each (of alpha / 4), in row 3 1: columns 0 to 2 hold 3 * .125 / 3, column 3 .125. Row 1: 1.125. Then rows 0
  // and 2 add nothing, row 3 adds .125.
  CHECK(expect::anchors(made(rule, a.on(where), vtc::keep(2).in_method_order())) == std::vector<int>{1, 3});
  CHECK(expect::anchors(made(rule, a.on(where), vtc::keep(3).in_method_order())) == std::vector<int>{1, 3, 0});
  rule.alpha = 0;  // the question alone
  CHECK(expect::anchors(made(rule, a.on(where), vtc::keep(2).in_method_order())) == std::vector<int>{1, 0});
}

TEST_CASE("text_and_picture_coverage: text and aligned rows that are not finite count for nothing, no text leaves the picture") {
  const float infinity = std::numeric_limits<float>::infinity();
  asked a{{1, 0, 1, 0, 1, 0, 0, 1}, {1, 0, 0, 1, 1, 0, infinity, 0}, {0, 1, infinity, 1}, 2};
  const auto where = line{}.grid(1, 4);
  input::planned made;
  CHECK(expect::anchors(made(text_and_picture_coverage{}, a.on(where), vtc::keep(2).in_method_order())) == std::vector<int>{1, 3});
  a.text = {0, infinity};
  CHECK(expect::anchors(made(text_and_picture_coverage{}, a.on(where), vtc::keep(2).in_method_order())) == std::vector<int>{0, 3});
  vtc::inputs in = a.on(where);
  in.text.count = 0;
  CHECK(expect::anchors(made(text_and_picture_coverage{}, in, vtc::keep(2).in_method_order())) == std::vector<int>{0, 3});
}

TEST_CASE("text_and_picture_coverage: padding does not exist; as published it wants to be covered, and is never picked") {
  // Rows 0 and 1 apart; 2 to 5, padding, look like row 1.
  const asked a{{1, 0, 0, 1, 0, 2, 0, 3, 0, 1, 0, 1}, {1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0}, {1, 0}, 2};
  const std::vector<std::uint8_t> valid{1, 1, 0, 0, 0, 0};
  const auto grid = line{}.grid(1, 6);
  vtc::layout where = grid;
  where.valid = valid.data();
  text_and_picture_coverage rule{};
  rule.alpha = 1;
  input::planned made;
  // Alone the two rows tie. With padding, e = exp(-5): row 1 holds 5 / (5 + e) + e / (1 + 5 e) = 1.005, row 0 1 / (1 + 5 e) + 5 e / (5 + e) = .974.
  CHECK(expect::anchors(made(rule, a.on(where), vtc::keep(1))) == std::vector<int>{0});
  CHECK(expect::anchors(made(rule, a.on(where), vtc::keep(1).as_published())) == std::vector<int>{1});
}

TEST_CASE("text_and_picture_coverage is the oracle for every size, width, count and temperature") {
  input::planned made;
  int decided = 0, all = 0;
  for (const int n : {2, 3, 7, 16, 49, 130})
    for (int width = 2; width <= 67; width += n == 130 ? 32 : 13)
      for (const int texts : {1, 5, 70}) {
        const auto seed = static_cast<std::uint64_t>(n * 100 + width + texts);
        const asked a{input::clustered_rows(n, width, 1 + n / 4, seed), input::random_rows(n, width + 1, seed + 1), input::random_rows(texts, width + 1, seed + 2), width + 1};
        const auto where = line{}.grid(1, n);
        text_and_picture_coverage rule{};
        rule.text_temperature = texts == 1 ? 0.02f : 0.2f;
        std::vector<std::vector<double>> entry = oracle::cosines(oracle::matrix(a.text, width + 1), oracle::matrix(a.aligned, width + 1)),
                                         picture = oracle::cosines(oracle::matrix(a.metric, width), oracle::matrix(a.metric, width));
        oracle::softmax_rows(entry, static_cast<double>(rule.text_temperature), 1.0 / texts);
        oracle::softmax_rows(picture, static_cast<double>(rule.visual_temperature), static_cast<double>(rule.alpha) / n);
        entry.insert(entry.end(), picture.begin(), picture.end());
        for (const int k : {1, n / 10, n / 3, n - 1}) {
          if (k < 1 || k >= n) continue;
          INFO(n << " rows of " << width << ", keep " << k << ", text rows " << texts);
          ++all;
          const oracle::plan wanted = oracle::coverage(entry, std::vector<double>(static_cast<std::size_t>(n), 1.0), false, k);
          const vtc::plan_view& p = made(rule, a.on(where), vtc::keep(k).in_method_order());
          if (!wanted.decided()) continue;
          ++decided;
          CHECK(expect::difference(p, wanted) == "");
        }
      }
  INFO(decided << " of " << all << " cases decided");
  CHECK(decided > all * 5 / 10);
}
