#include <vtc/method/fastervlm.hpp>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "input/views.hpp"
#include "oracle/attention.hpp"
#include "oracle/top_k.hpp"

using vtc::index_t;
using vtc::status;
using line = vtc::layout_builder<1>;

TEST_CASE("fastervlm by hand: the mean over heads of the class row decides, the class row itself stays") {
  // heads:      class row to itself, then four cells
  const std::vector<float> weights{0.5f, 0.1f, 0.2f, 0.15f, 0.05f,   //
                                   0.2f, 0.5f, 0.1f, 0.05f, 0.15f};  // means: .35 .3 .15 .1 .1
  const auto where = line{}.extra(1).grid(2, 2);
  input::planned made;
  vtc::inputs in{};
  in.where = where;
  in.attention = input::class_rows(weights, 2);
  CHECK(expect::anchors(made(vtc::method::fastervlm{}, in, vtc::keep(3))) == std::vector<int>{0, 1, 2});
  CHECK(expect::anchors(made(vtc::method::fastervlm{}, in, vtc::keep(4))) == std::vector<int>{0, 1, 2, 3});  // .1 twice: the lower row
}

TEST_CASE("fastervlm: another class row than the first, and none, which is the mean over all query rows") {
  std::vector<float> weights;  // 4 query rows x 4 keys, one head: row q looks at key 3 - q most
  for (int q = 0; q < 4; ++q)
    for (int k = 0; k < 4; ++k) weights.push_back(k == 3 - q ? 0.7f : 0.1f);
  weights[4 * 2 + 0] = 0.3f;  // and row 2 a little at 0
  const auto where = line{}.grid(1, 4);
  input::planned made;
  vtc::inputs in{};
  in.where = where;
  for (const index_t q : {0, 1, 2, 3}) {
    in.attention = input::matrix_of_weights(weights, 1, 4, q);
    CHECK(expect::anchors(made(vtc::method::fastervlm{}, in, vtc::keep(1))) == std::vector<int>{3 - q});
  }
  in.attention = input::matrix_of_weights(weights, 1, 4);
  CHECK(expect::anchors(made(vtc::method::fastervlm{}, in, vtc::keep(1))) == std::vector<int>{0});
}

TEST_CASE("fastervlm is the oracle for every size, number of heads and class row") {
  input::planned made;
  for (const int n : {2, 7, 16, 49, 130})
    for (const int heads : {1, 3, 16})
      for (const int class_row : {0, 1, vtc::none}) {
        const int queries = class_row == 1 ? 2 : n;
        std::vector<float> weights = input::random_rows(heads * queries, n, static_cast<std::uint64_t>(n + heads));
        for (float& w : weights) w *= w;
        vtc::inputs in{};
        const auto where = line{}.grid(1, n);
        in.where = where;
        in.attention = input::matrix_of_weights(weights, heads, queries, class_row);
        const int first = class_row == vtc::none ? 0 : class_row, last = class_row == vtc::none ? queries : class_row + 1;
        std::vector<float> score;
        for (const double s : oracle::mean_attention(weights, heads, queries, n, first, last)) score.push_back(static_cast<float>(s));
        for (int k = 1; k < n; k += 1 + k) {
          oracle::plan wanted = oracle::top_k(score, oracle::all(n), k);
          CHECK(expect::difference(made(vtc::method::fastervlm{}, in, vtc::keep(k).in_method_order()), wanted) == "");
        }
      }
}
