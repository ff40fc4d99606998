#include "vtc/plan/select/important_and_diverse.hpp"

#include "expect/same_plan.hpp"
#include "input/planned.hpp"

using vtc::index_t;
using line = vtc::layout_builder<1>;
using vtc::select::important_and_diverse;

namespace {

const std::vector<float> scores{9, 8, 7, 6, 5}, metric{5, 5, 1, 0, 2, 0, 0, 1, 0, 3};  // 1 and 2 alike, 3 and 4 alike

vtc::inputs on(const vtc::layout& where) {
  vtc::inputs in{};
  in.where = where;
  in.scores = scores.data();
  in.metric = vtc::view(metric.data(), 5, 2);
  return in;
}

}  // namespace

TEST_CASE("important_and_diverse by hand: the best, and of the rest those without a twin") {
  const auto where = line{}.grid(1, 5);
  input::planned made;
  // One important row. The rest 1 2 3 4 pairs 1 with 2 and 3 with 4: both go.
  CHECK(expect::anchors(made(important_and_diverse{}, on(where), vtc::keep(3))) == std::vector<int>{0, 2, 4});
  // Two important rows. The rest 2 3 4: of 2 and 4 against 3, 4 goes.
  CHECK(expect::anchors(made(important_and_diverse{}, on(where), vtc::keep(4))) == std::vector<int>{0, 1, 2, 3});
}

TEST_CASE("important_and_diverse: all by score, or none") {
  const auto where = line{}.grid(1, 5);
  input::planned made;
  important_and_diverse p{};
  p.important_ratio = 1;
  for (index_t k = 1; k < 5; ++k) {
    std::vector<int> wanted;
    for (int i = 0; i < k; ++i) wanted.push_back(i);
    CHECK(expect::anchors(made(p, on(where), vtc::keep(k))) == wanted);
  }
  p.important_ratio = 0;
  // The rest 0 1 2 3 4: cosines of 0 .71, of 2 1, of 4 1 with the odd ones. Two go: 2 and 4.
  CHECK(expect::anchors(made(p, on(where), vtc::keep(3))) == std::vector<int>{0, 1, 3});
}

TEST_CASE("important_and_diverse: every count of every size comes out") {
  input::planned made;
  for (const index_t n : {2, 3, 7, 40}) {
    std::vector<float> s, m;
    for (index_t i = 0; i < n; ++i) {
      s.push_back(static_cast<float>((i * 5) % 7));
      m.push_back(static_cast<float>((i * 3) % 5));
      m.push_back(1);
    }
    vtc::inputs in{};
    const auto where = line{}.grid(1, n);
    in.where = where;
    in.scores = s.data();
    in.metric = vtc::view(m.data(), n, 2);
    for (index_t k = 1; k < n; ++k) CHECK(made(important_and_diverse{}, in, vtc::keep(k)).slot_count == k);
  }
}
