#include "vtc/plan/select/duplication_aware.hpp"

#include <algorithm>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "input/views.hpp"
#include "oracle/clusters.hpp"

using vtc::index_t;
using vtc::status;
using line = vtc::layout_builder<1>;
using vtc::select::duplication_aware;

namespace {

// DART (reference/algorithms 6.1), K rows: pivots, then for each the least similar ones; in method order.
oracle::plan dart(const oracle::matrix& tokens, const oracle::matrix& keys, int pivots, const std::vector<std::vector<double>>& text, int k) {
  oracle::plan p;
  const auto length = [&](int r) {
    double sum = 0;
    for (const double v : keys.row(r)) sum += std::abs(v);
    return sum;
  };
  std::vector<double> lengths;
  for (int i = 0; i < tokens.count(); ++i) lengths.push_back(length(i));
  oracle::plan unused;
  std::vector<int> chosen = oracle::by_falling(lengths, unused);
  const int image = std::min(pivots, k);
  if (image < tokens.count()) p.decide(lengths[static_cast<std::size_t>(chosen[static_cast<std::size_t>(image - 1)])], lengths[static_cast<std::size_t>(chosen[static_cast<std::size_t>(image)])]);
  chosen.resize(static_cast<std::size_t>(image));
  std::sort(chosen.begin(), chosen.end());
  std::vector<std::vector<double>> pivot;
  for (const int c : chosen) pivot.push_back(tokens.row(c));
  pivot.insert(pivot.end(), text.begin(), text.end());
  for (const int c : chosen) p.pick(c);
  std::vector<bool> taken(static_cast<std::size_t>(tokens.count()), false);
  for (const int c : chosen) taken[static_cast<std::size_t>(c)] = true;
  const int rest = k - image, all = static_cast<int>(pivot.size());
  for (int q = 0; q < all && rest > 0; ++q) {
    std::vector<int> left;
    std::vector<double> unlike;
    for (int i = 0; i < tokens.count(); ++i)
      if (!taken[static_cast<std::size_t>(i)]) {
        left.push_back(i);
        unlike.push_back(-oracle::cosine(tokens.row(i), pivot[static_cast<std::size_t>(q)]));
      }
    const std::vector<int> order = oracle::by_falling(unlike, unused);
    const auto count = static_cast<std::size_t>(rest / all + (q < rest % all ? 1 : 0));
    if (count > 0 && count < order.size()) p.decide(unlike[static_cast<std::size_t>(order[count - 1])], unlike[static_cast<std::size_t>(order[count])]);
    std::vector<int> mine;
    for (std::size_t n = 0; n < count; ++n) mine.push_back(left[static_cast<std::size_t>(order[n])]);
    std::sort(mine.begin(), mine.end());
    for (const int m : mine) {
      p.pick(m);
      taken[static_cast<std::size_t>(m)] = true;
    }
  }
  return p;
}

}  // namespace

TEST_CASE("duplication_aware by hand: the longest keys are pivots, each takes who is least like it") {
  // Tokens at 0, 10, 90, 180 and 200 degrees; the longest key is row 0's, then row 2's.
  const std::vector<float> tokens{1, 0, 0.985f, 0.174f, 0, 1, -1, 0, -0.940f, -0.342f}, keys{9, -1, 2, -8, 0};
  const auto where = line{}.grid(1, 5);
  vtc::inputs in = input::with_metric(where, keys);
  in.tokens = input::rows_of(tokens, where);
  duplication_aware rule{};
  rule.image_pivots = 2;
  input::planned made;
  // Keys 9, 1, 2, 8, 0: pivots 0 and 3. Row 0 takes the least like it, row 4 (cosine -.94); row 3 then row 1 (-.985).
  CHECK(expect::anchors(made(rule, in, vtc::keep(4).in_method_order())) == std::vector<int>{0, 3, 4, 1});
  CHECK(expect::anchors(made(rule, in, vtc::keep(3))) == std::vector<int>{0, 3, 4});
  CHECK(expect::anchors(made(rule, in, vtc::keep(1))) == std::vector<int>{0});
  CHECK(made.outcome(rule, in) == status::needs_budget);
  rule.reduction_ratio = 0.4f;  // 5 * .6 = 3, one for each of two pivots, and the two themselves
  CHECK(made(rule, in).slot_count == 4);
  rule.reduction_ratio = 0.9f;
  CHECK(made(rule, in).slot_count == 2);
}

TEST_CASE("duplication_aware with text pivots: they take, and are not among the rows; what they need is checked") {
  const std::vector<float> tokens{1, 0, 0.985f, 0.174f, 0, 1, -1, 0, -0.940f, -0.342f}, keys{9, 1, 2, 8, 0}, text{0, 1, 0, -2}, text_keys{5, 1};
  const auto where = line{}.grid(1, 5);
  vtc::inputs in = input::with_metric(where, keys);
  in.tokens = input::rows_of(tokens, where);
  duplication_aware rule{};
  rule.image_pivots = 1;
  rule.text_pivots = 1;
  input::planned made;
  CHECK(made.outcome(rule, in, vtc::keep(3)) == status::needs_text);
  in.text = vtc::view(text.data(), 2, 2);
  // By its own length the second text row is the pivot: it points down, so it takes row 2. Row 0 first takes row 3.
  CHECK(expect::anchors(made(rule, in, vtc::keep(3).in_method_order())) == std::vector<int>{0, 3, 2});
  rule.text_keys = vtc::view(text_keys.data(), 2, 1);  // by its key the first one is: up; it takes row 4
  CHECK(expect::anchors(made(rule, in, vtc::keep(3).in_method_order())) == std::vector<int>{0, 3, 4});
  rule.text_keys = vtc::view(text_keys.data(), 1, 2);
  CHECK(made.outcome(rule, in, vtc::keep(3)) == status::needs_tensor);
  rule.text_keys = {};
  in.text = vtc::view(text.data(), 1, 4);
  CHECK(made.outcome(rule, in, vtc::keep(3)) == status::shapes_differ);
}

TEST_CASE("duplication_aware is the oracle for every size, width, count and number of pivots") {
  input::planned made;
  int decided = 0, all = 0;
  for (const int n : {2, 3, 7, 49, 196})
    for (int width = 2; width <= 67; width += n == 196 ? 32 : 13)
      for (const int texts : {0, 3}) {
        const auto seed = static_cast<std::uint64_t>(n * 100 + width);
        const std::vector<float> tokens = input::random_rows(n, width, seed), keys = input::random_rows(n, 5, seed + 1), text = input::random_rows(3, width, seed + 2);
        const auto where = line{}.grid(1, n);
        vtc::inputs in = input::with_metric(where, keys);
        in.tokens = input::rows_of(tokens, where);
        in.text = vtc::view(text.data(), 3, width);
        duplication_aware rule{};
        rule.text_pivots = texts;
        std::vector<std::vector<double>> words;
        for (int m = 0; m < texts; ++m) words.push_back(oracle::matrix(text, width).row(m));
        for (const int k : {1, n / 10, n / 3, n - 1}) {
          if (k < 1 || k >= n) continue;
          INFO(n << " rows of " << width << ", keep " << k << ", text pivots " << texts);
          ++all;
          const oracle::plan wanted = dart(oracle::matrix(tokens, width), oracle::matrix(keys, 5), 4, words, k);
          const vtc::plan_view& p = made(rule, in, vtc::keep(k).in_method_order());
          if (!wanted.decided(1e-6)) continue;
          ++decided;
          CHECK(expect::difference(p, wanted) == "");
        }
      }
  INFO(decided << " of " << all << " cases decided");
  CHECK(decided > all * 7 / 10);
}
