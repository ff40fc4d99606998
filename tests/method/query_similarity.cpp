#include <vtc/method/query_similarity.hpp>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "input/views.hpp"
#include "oracle/query_similarity.hpp"
#include "oracle/top_k.hpp"

using line = vtc::layout_builder<1>;

TEST_CASE("query_similarity by hand: the row most like a word of the question, and the one least like it") {
  const std::vector<float> aligned{1, 0, 0, 1, -1, 0}, text{3, 0};
  const auto where = line{}.grid(1, 3);
  vtc::inputs in{};
  in.where = where;
  in.aligned = input::rows_of(aligned, where);
  in.text = vtc::view(text.data(), 1, 2);
  input::planned made;
  vtc::method::query_similarity policy{};
  CHECK(expect::anchors(made(policy, in, vtc::keep(1))) == std::vector<int>{0});
  policy.score.dissimilar = true;
  CHECK(expect::anchors(made(policy, in, vtc::keep(1))) == std::vector<int>{2});
  in.text.count = 0;  // nothing asked: all alike, so the first
  CHECK(expect::anchors(made(policy, in, vtc::keep(2))) == std::vector<int>{0, 1});
}

TEST_CASE("query_similarity picks what the oracle's cosines say") {
  input::planned made;
  int decided = 0;
  for (const int n : {3, 16, 49, 196})
    for (const int m : {1, 3, 17})
      for (const bool mean : {false, true}) {
        const auto seed = static_cast<std::uint64_t>(n + m);
        const std::vector<float> a = input::random_rows(n, 24, seed), t = input::random_rows(m, 24, seed + 1);
        const std::vector<double> score = oracle::query_similarity(oracle::matrix(a, 24), oracle::matrix(t, 24), mean);
        const auto where = line{}.grid(1, n);
        vtc::inputs in{};
        in.where = where;
        in.aligned = input::rows_of(a, where);
        in.text = vtc::view(t.data(), m, 24);
        vtc::method::query_similarity policy{};
        policy.score.how = mean ? vtc::score::match::mean : vtc::score::match::best;
        const std::vector<float> rounded(score.begin(), score.end());
        const std::vector<int> order = oracle::ranked(rounded, oracle::all(n));
        for (int k = 1; k < n; k += 1 + k) {
          if (score[static_cast<std::size_t>(order[static_cast<std::size_t>(k - 1)])] - score[static_cast<std::size_t>(order[static_cast<std::size_t>(k)])] < 4e-6) continue;
          ++decided;
          oracle::plan wanted = oracle::top_k(rounded, oracle::all(n), k);
          wanted.in_source_order();
          CHECK(expect::difference(made(policy, in, vtc::keep(k)), wanted) == "");
        }
      }
  CHECK(decided > 90);
}
