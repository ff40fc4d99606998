// Faults others shipped, class QUERY: what the question says of the rows.
#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/views.hpp"
#include "vtc/method/cdpruner.hpp"
#include "vtc/method/query_similarity.hpp"

using layout = vtc::layout_builder<1>;

TEST_CASE("BL-055 no text left: all rows are as relevant, the first by scores, diversity alone by cdpruner; always the same") {
  const std::vector<float> x{1, 0, 1, 0.1f, 0, 1, 0.1f, 1};
  const auto where = layout{}.grid(1, 4);
  vtc::inputs in = input::with_metric(where, x);
  in.aligned = in.metric;
  in.text = vtc::view(x.data(), 0, 2);
  input::planned made;
  for (int again = 0; again < 2; ++again) {
    CHECK(expect::anchors(made(vtc::method::query_similarity{}, in, vtc::keep(2))) == std::vector<int>{0, 1});
    CHECK(expect::anchors(made(vtc::method::cdpruner{}, in, vtc::keep(2))) == std::vector<int>{0, 2});
  }
}

TEST_CASE("BL-056 relevance is not turned around unless asked: row 0, or row 2") {
  const std::vector<float> x{1, 0, 0, 1, -1, 0}, q{1, 0};
  const auto where = layout{}.grid(1, 3);
  vtc::inputs in = input::with_metric(where, x);
  in.aligned = in.metric;
  in.text = vtc::view(q.data(), 1, 2);
  input::planned made;
  vtc::method::cdpruner cdpruner{};
  vtc::method::query_similarity query{};
  CHECK(expect::anchors(made(cdpruner, in, vtc::keep(1))) == std::vector<int>{0});
  CHECK(expect::anchors(made(query, in, vtc::keep(1))) == std::vector<int>{0});
  cdpruner.planner.sign = vtc::relevance::dissimilar;
  query.score.dissimilar = true;
  CHECK(expect::anchors(made(cdpruner, in, vtc::keep(1))) == std::vector<int>{2});
  CHECK(expect::anchors(made(query, in, vtc::keep(1))) == std::vector<int>{2});
}
