#include "vtc/score/query_similarity.hpp"

#include <limits>

#include "catch.hpp"
#include "expect/close.hpp"
#include "input/host.hpp"
#include "input/threads.hpp"
#include "oracle/query_similarity.hpp"

using vtc::index_t;
using vtc::status;

namespace {

template <class Score>
std::vector<float> scores(const Score& score, const vtc::rows& aligned, const vtc::rows& text, const vtc::executor& threads = {}) {
  vtc::inputs in{};
  in.where.count = aligned.count;
  in.aligned = aligned;
  in.text = text;
  vtc::workspace counter, memory;
  counter.measure();
  counter.threads = memory.threads = threads;
  score.measure(in, counter, vtc::default_arch{});
  REQUIRE(memory.reserve(counter.most()) == status::ok);
  std::vector<float> out(static_cast<std::size_t>(aligned.count), -77.0f);
  REQUIRE(score(in, memory, out.data(), vtc::default_arch{}) == status::ok);
  CHECK(memory.most() == counter.most());
  return out;
}
vtc::score::query_similarity by(vtc::score::match how, bool dissimilar = false) {
  vtc::score::query_similarity s{};
  s.how = how;
  s.dissimilar = dissimilar;
  return s;
}
using vtc::score::match;

}  // namespace

TEST_CASE("query_similarity by hand: the best text row, the mean of all, and the sign") {
  const float x[] = {1, 0, 0, 2, -3, 0, 0, 0}, text[] = {4, 0, 0, 1};
  const vtc::rows aligned = vtc::view(x, 4, 2), words = vtc::view(text, 2, 2);
  CHECK(scores(by(match::best), aligned, words) == std::vector<float>{1, 1, 0, 0});
  CHECK(scores(by(match::mean), aligned, words) == std::vector<float>{0.5f, 0.5f, -0.5f, 0});
  CHECK(scores(by(match::mean, true), aligned, words) == std::vector<float>{-0.5f, -0.5f, 0.5f, 0});
  CHECK(scores(by(match::best, true), aligned, words) == std::vector<float>{-1, -1, 0, 0});
  CHECK(scores(vtc::score::mean_query_similarity{}, aligned, words) == std::vector<float>{0.5f, 0.5f, -0.5f, 0});
}

TEST_CASE("query_similarity: no text at all is 0 for every row; text that is not finite does not count, rows that are not score NaN") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float x[] = {1, 0, nan, 2, 0, 1}, text[] = {nan, 0, 1, 0};
  CHECK(scores(by(match::best), vtc::view(x, 3, 2), vtc::view(text, 0, 2)) == std::vector<float>{0, 0, 0});
  for (const match how : {match::best, match::mean}) {
    const std::vector<float> s = scores(by(how), vtc::view(x, 3, 2), vtc::view(text, 2, 2));
    CHECK(s[0] == 1);
    CHECK(vtc::is_nan(s[1]));
    CHECK(s[2] == 0);
    CHECK(scores(by(how), vtc::view(x, 1, 2), vtc::view(text, 1, 2)) == std::vector<float>{0});  // no text row that counts
  }
}

TEST_CASE("query_similarity is the oracle for every size, width, number of text rows and element, and the same for any threads") {
  for (const int n : {1, 2, 7, 16, 49, 196})
    for (const int width : {1, 2, 8, 17, 64, 67})
      for (const int m : {1, 2, 16, 17, 40})
        for (const vtc::element e : {vtc::element::f32, vtc::element::f16}) {
          const auto seed = static_cast<std::uint64_t>(n * 1000 + width * 10 + m);
          const std::vector<float> x = input::rounded(input::random_rows(n, width, seed), e), text = input::rounded(input::random_rows(m, width, seed + 1), e);
          vtc::inputs in{};
          in.aligned = vtc::view(x.data(), n, width);
          in.text = vtc::view(text.data(), m, width);
          const input::moved there(in, e, m % 5, static_cast<std::size_t>(n % 4));
          for (const bool mean : {false, true}) {
            INFO(n << " rows of " << width << ", " << m << " of text");
            const std::vector<float> got = scores(by(mean ? match::mean : match::best), there.inputs.aligned, there.inputs.text);
            CHECK(expect::difference(got, oracle::query_similarity(oracle::matrix(x, width), oracle::matrix(text, width), mean), {2e-6, 0}) == "");
            CHECK(scores(by(mean ? match::mean : match::best), in.aligned, in.text) == got);
            CHECK(scores(by(mean ? match::mean : match::best), in.aligned, in.text, input::backwards(3)) == got);
          }
        }
}

TEST_CASE("query_similarity by hand: raters are the text rows that the rows point to more than the mean") {
  // Three rows look at the first word, one at the second, nobody at the third: softmax sums about 3, 1, 0; the mean is 4/3.
  const float x[] = {9, 0, 9, 0, 9, 0, 0, 9}, text[] = {3, 0, 0, 3, -1, -1};
  vtc::score::query_similarity s{};
  s.raters = true;
  CHECK(scores(s, vtc::view(x, 4, 2), vtc::view(text, 3, 2)) == std::vector<float>{1, 1, 1, 0});
  // Every word is asked alike: all of them rate, by their mean.
  const float alike[] = {1, 0, 1, 0};
  CHECK(scores(s, vtc::view(x, 4, 2), vtc::view(alike, 2, 2)) == std::vector<float>{1, 1, 1, 0});
  const float nan = std::numeric_limits<float>::quiet_NaN(), with_nan[] = {3, 0, nan, 0, 0, 3};
  CHECK(scores(s, vtc::view(x, 4, 2), vtc::view(with_nan, 3, 2)) == std::vector<float>{1, 1, 1, 0});
}

TEST_CASE("query_similarity: raters are the rule in double precision") {
  for (const int n : {1, 4, 50})
    for (const int words : {1, 2, 9, 130}) {
      const int width = 7;
      const std::vector<float> x = input::random_rows(n, width, 5), text = input::random_rows(words, width, 6);
      const oracle::matrix rows(x, width), asked(text, width);
      std::vector<double> given(static_cast<std::size_t>(words), 0.0);
      for (int i = 0; i < n; ++i) {
        std::vector<double> e;
        double sum = 0;
        for (int m = 0; m < words; ++m) sum += e.emplace_back(std::exp(oracle::dot(rows.row(i), asked.row(m))));
        for (std::size_t m = 0; m < e.size(); ++m) given[m] += e[m] / sum;
      }
      std::vector<int> raters;
      for (int m = 0; m < words; ++m)
        if (given[static_cast<std::size_t>(m)] * words > n * (1 + 1e-6)) raters.push_back(m);
      if (raters.empty()) raters = oracle::all(words);
      std::vector<double> wanted;
      for (int i = 0; i < n; ++i) {
        double sum = 0;
        for (const int m : raters) sum += oracle::cosine(rows.row(i), asked.row(m));
        wanted.push_back(sum / static_cast<double>(raters.size()));
      }
      vtc::score::query_similarity s{};
      s.raters = true;
      CHECK(expect::difference(scores(s, vtc::view(x.data(), n, width), vtc::view(text.data(), words, width)), wanted) == "");
    }
}
