#include <vtc/method/received_attention.hpp>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "input/views.hpp"
#include "oracle/attention.hpp"
#include "oracle/top_k.hpp"

using vtc::status;
using line = vtc::layout_builder<1>;

TEST_CASE("received_attention by hand: the column mean, from a matrix or from queries and keys") {
  const std::vector<float> weights{0.7f, 0.2f, 0.1f, 0.1f, 0.8f, 0.1f, 0.1f, 0.1f, 0.8f};  // columns: .9 1.1 1.0
  const auto where = line{}.grid(1, 3);
  input::planned made;
  vtc::inputs in{};
  in.where = where;
  in.attention = input::matrix_of_weights(weights, 1, 3, 1);  // a class row is of no interest here: alone it would choose 1 and 0
  CHECK(expect::anchors(made(vtc::method::received_attention{}, in, vtc::keep(2).in_method_order())) == std::vector<int>{1, 2});
  // Keys along three axes; two of three queries ask for the last one.
  const std::vector<float> queries{0, 0, 4, 0, 0, 4, 4, 0, 0}, keys{1, 0, 0, 0, 1, 0, 0, 0, 1};
  in.attention = {};
  in.projections = {vtc::view(queries.data(), 3, 3), vtc::view(keys.data(), 3, 3), 1, 1.0f};
  CHECK(expect::anchors(made(vtc::method::received_attention{}, in, vtc::keep(2).in_method_order())) == std::vector<int>{2, 0});
}

TEST_CASE("received_attention: with both the matrix is used, with neither the fault is named") {
  const std::vector<float> weights{0.1f, 0.9f}, rows{5, 0, 5, 0}, keys{5, 0, 0, 5};
  const auto where = line{}.grid(1, 2);
  input::planned made;
  vtc::inputs in{};
  in.where = where;
  in.projections = {vtc::view(rows.data(), 2, 2), vtc::view(keys.data(), 2, 2), 1, 0.0f};
  CHECK(expect::anchors(made(vtc::method::received_attention{}, in, vtc::keep(1))) == std::vector<int>{0});
  in.attention = input::matrix_of_weights(weights, 1, 1);
  CHECK(expect::anchors(made(vtc::method::received_attention{}, in, vtc::keep(1))) == std::vector<int>{1});
  in = vtc::inputs{};
  in.where = where;
  CHECK(made.outcome(vtc::method::received_attention{}, in, vtc::keep(1)) == status::needs_projections);
}

TEST_CASE("received_attention from queries and keys picks what the oracle's scores say") {
  input::planned made;
  int decided = 0;
  for (const int n : {2, 7, 40, 97})
    for (const int heads : {1, 3}) {
      const int d = 8;
      const std::vector<float> q = input::random_rows(n, heads * d, static_cast<std::uint64_t>(n)), k = input::random_rows(n, heads * d, static_cast<std::uint64_t>(n + 1));
      const std::vector<double> score = oracle::received_attention(oracle::matrix(q, heads * d), oracle::matrix(k, heads * d), heads, 1 / std::sqrt(8.0));
      std::vector<float> rounded(score.begin(), score.end());
      vtc::inputs in{};
      const auto where = line{}.grid(1, n);
      in.where = where;
      in.projections = {vtc::view(q.data(), n, heads * d), vtc::view(k.data(), n, heads * d), heads, 0.0f};
      const std::vector<int> order = oracle::ranked(rounded, oracle::all(n));
      for (int keep = 1; keep < n; keep += 1 + keep) {
        const double gap = score[static_cast<std::size_t>(order[static_cast<std::size_t>(keep - 1)])] - score[static_cast<std::size_t>(order[static_cast<std::size_t>(keep)])];
        if (gap < 1e-6) continue;
        ++decided;
        oracle::plan wanted = oracle::top_k(rounded, oracle::all(n), keep);
        wanted.in_source_order();
        CHECK(expect::difference(made(vtc::method::received_attention{}, in, vtc::keep(keep)), wanted) == "");
      }
    }
  CHECK(decided > 20);
}
