#include <vtc/method/cdpruner.hpp>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "input/views.hpp"
#include "oracle/determinantal.hpp"
#include "oracle/query_similarity.hpp"

using vtc::status;
using line = vtc::layout_builder<1>;

// The planner is tested in plan/select/determinantal.cpp, the score in score/query_similarity.cpp.

TEST_CASE("cdpruner by hand: what the question asks for first, then what is unlike it") {
  // Two rows of what is asked for, nearly the same, and one of something else, a little relevant.
  const std::vector<float> tokens{1, 0, 0, 0.999f, 0.0447f, 0, 0, 0, 1}, aligned{1, 0, 0.98f, 0.199f, 0.5f, 0.866f}, text{2, 0, 3, 0};
  const auto where = line{}.grid(1, 3);
  vtc::inputs in{};
  in.where = where;
  in.metric = input::rows_of(tokens, where);
  in.aligned = input::rows_of(aligned, where);
  in.text = vtc::view(text.data(), 2, 2);
  input::planned made;
  CHECK(expect::anchors(made(vtc::method::cdpruner{}, in, vtc::keep(1))) == std::vector<int>{0});
  vtc::method::cdpruner turned{};
  turned.planner.sign = vtc::relevance::dissimilar;
  CHECK(expect::anchors(made(turned, in, vtc::keep(1))) == std::vector<int>{2});
  CHECK(expect::anchors(made(vtc::method::cdpruner{}, in, vtc::keep(1).as_published())) == std::vector<int>{2});
}

TEST_CASE("cdpruner: without text every row is as relevant, and diversity alone decides") {
  const std::vector<float> tokens{1, 0, 1, 0.1f, 0, 1, 0.1f, 1};
  const float no_text[2] = {};
  const auto where = line{}.grid(2, 2);
  vtc::inputs in{};
  in.where = where;
  in.metric = in.aligned = input::rows_of(tokens, where);
  in.text = vtc::view(no_text, 0, 2);
  input::planned made;
  CHECK(expect::anchors(made(vtc::method::cdpruner{}, in, vtc::keep(2))) == std::vector<int>{0, 2});
}

TEST_CASE("cdpruner is the oracle from question to picks") {
  input::planned made;
  int decided = 0;
  for (const int n : {7, 16, 49, 144})
    for (const int m : {1, 5, 20})
      for (const bool dissimilar : {false, true}) {
        const int width = 40, aligned_width = 12;
        const auto seed = static_cast<std::uint64_t>(n * 100 + m);
        const std::vector<float> x = input::random_rows(n, width, seed), a = input::random_rows(n, aligned_width, seed + 1), t = input::random_rows(m, aligned_width, seed + 2);
        const std::vector<double> mean = oracle::query_similarity(oracle::matrix(a, aligned_width), oracle::matrix(t, aligned_width), true);
        const std::vector<float> score(mean.begin(), mean.end());
        const auto where = line{}.grid(1, n);
        vtc::inputs in{};
        in.where = where;
        in.metric = input::rows_of(x, where);
        in.aligned = input::rows_of(a, where);
        in.text = vtc::view(t.data(), m, aligned_width);
        vtc::method::cdpruner policy{};
        policy.planner.sign = dissimilar ? vtc::relevance::dissimilar : vtc::relevance::similar;
        for (const int k : {1, n / 8, n / 4}) {
          if (k < 1) continue;
          const oracle::determinantal_result wanted =
              oracle::determinantal(oracle::matrix(x, width), oracle::rescaled(score, oracle::all(n), dissimilar), oracle::all(n), k);
          if (!wanted.chosen.decided(2e-5)) continue;
          ++decided;
          CHECK(expect::difference(made(policy, in, vtc::keep(k).in_method_order()), wanted.chosen) == "");
        }
      }
  CHECK(decided > 40);
}
