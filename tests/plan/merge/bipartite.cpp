#include "vtc/plan/merge/bipartite.hpp"

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "oracle/tome.hpp"

using vtc::index_t;
using vtc::status;

namespace {

vtc::merge::bipartite removing(std::initializer_list<index_t> rounds) {
  vtc::merge::bipartite m{};
  for (const index_t r : rounds) m.remove.value[m.remove.count++] = r;
  return m;
}

vtc::inputs on(const vtc::layout& where, const std::vector<float>& metric, const float* sizes = nullptr) {
  vtc::inputs in{};
  in.where = where;
  in.metric = vtc::view(metric.data(), where.count, static_cast<index_t>(metric.size()) / where.count);
  in.sizes = sizes;
  return in;
}

using line = vtc::layout_builder<1>;

// Unit rows: cosines are products.  0-1: .8  0-3: .28  2-1: .6  2-3: .96
const std::vector<float> four{1, 0, 0.8f, 0.6f, 0, 1, 0.28f, 0.96f};

}  // namespace

TEST_CASE("bipartite by hand: even places look for odd ones, the best pairs are merged, rounds go on until K") {
  input::planned made;
  const auto where = line{}.grid(1, 4);
  const vtc::inputs in = on(where, four);
  {  // 0 -> 1 at .8, 2 -> 3 at .96: one merge takes the better pair
    const vtc::plan_view& p = made(vtc::merge::bipartite{}, in, vtc::keep(3));
    CHECK(expect::anchors(p) == std::vector<int>{0, 1, 3});
    CHECK(expect::sources(p, 2) == std::vector<int>{2, 3});
    CHECK(p.how == vtc::reduction::mean);
    CHECK(made.sizes() == std::vector<float>{1, 1, 2});
    CHECK(made.apply(in.metric) == std::vector<float>{1, 0, 0.8f, 0.6f, 0.28f * 0.5f, (1 + 0.96f) * 0.5f});
  }
  {
    const vtc::plan_view& p = made(vtc::merge::bipartite{}, in, vtc::keep(2));
    CHECK(expect::anchors(p) == std::vector<int>{1, 3});
    CHECK(expect::sources(p, 0) == std::vector<int>{0, 1});
    CHECK(expect::sources(p, 1) == std::vector<int>{2, 3});
  }
  {  // one round can at most halve: a second one joins {0,1} and {2,3}
    const vtc::plan_view& p = made(vtc::merge::bipartite{}, in, vtc::keep(1));
    CHECK(expect::anchors(p) == std::vector<int>{3});
    CHECK(expect::sources(p, 0) == std::vector<int>{0, 1, 2, 3});
  }
}

TEST_CASE("bipartite: in method order what found no partner stands first, most similar first, then the odd places") {
  // 0-1: 1  2-3: .6  4-5: .8, all other pairs less
  const std::vector<float> six{1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0.6f, 0.8f, 0, 1, 0, 0, 0, 0.8f, 0.6f, 0};
  input::planned made;
  const auto where = line{}.grid(1, 6);
  const vtc::inputs in = on(where, six);
  const vtc::plan_view& p = made(vtc::merge::bipartite{}, in, vtc::keep(5).in_method_order());
  CHECK(expect::anchors(p) == std::vector<int>{4, 2, 1, 3, 5});
  CHECK(expect::sources(p, 2) == std::vector<int>{0, 1});
  CHECK(expect::anchors(made(vtc::merge::bipartite{}, in, vtc::keep(5))) == std::vector<int>{1, 2, 3, 4, 5});
}

TEST_CASE("bipartite: a class row in front shifts even and odd, and what found no partner then stands ascending") {
  // Rows 1 .. 6 are cells; place 1 (row 1) is odd: 2 -> 1 or 3, 4 -> 3 or 5, 6 -> 5 ...
  const std::vector<float> seven{9, 9, 9, 1, 0, 0, 0.6f, 0.8f, 0, 0, 1, 0, 0, 0.6f, 0.8f, 0, 0, 1, 0, 0.28f, 0.96f};
  input::planned made;
  const auto where = line{}.extra(1).grid(1, 6);
  const vtc::inputs in = on(where, seven);
  // 2: .6 with 1, .8 with 3 -> 3.   4: .6 with 3, .8 with 5 -> 5.   6: .28 with 3, .96 with 5 -> 5.
  const vtc::plan_view& p = made(vtc::merge::bipartite{}, in, vtc::keep(6).in_method_order());
  CHECK(expect::anchors(p) == std::vector<int>{0, 2, 4, 1, 3, 5});
  CHECK(expect::sources(p, 5) == std::vector<int>{5, 6});
  const vtc::plan_view& q = made(vtc::merge::bipartite{}, in, vtc::keep(4));
  CHECK(expect::anchors(q) == std::vector<int>{0, 1, 3, 5});
  CHECK(expect::sources(q, 3) == std::vector<int>{4, 5, 6});
}

TEST_CASE("bipartite: class and distillation rows stay, and the first cell is at an even place again") {
  const std::vector<float> rows{0, 9, 9, 0, 1, 0, 0.8f, 0.6f, 0, 1, 0.28f, 0.96f};  // two kept rows, then `four`
  input::planned made;
  const vtc::plan_view& p = made(vtc::merge::bipartite{}, on(line{}.extra(2).grid(1, 4), rows), vtc::keep(5));
  CHECK(expect::anchors(p) == std::vector<int>{0, 1, 2, 3, 5});
  CHECK(expect::sources(p, 4) == std::vector<int>{4, 5});
}

TEST_CASE("bipartite: sizes weigh, and the weights of a slot sum to one") {
  const float sizes[] = {3, 1, 1, 1};
  input::planned made;
  const vtc::plan_view& p = made(vtc::merge::bipartite{}, on(line{}.grid(1, 4), four, sizes), vtc::keep(2));
  REQUIRE(p.how == vtc::reduction::linear);
  CHECK(std::vector<float>(p.weight, p.weight + 4) == std::vector<float>{0.75f, 0.25f, 0.5f, 0.5f});
  CHECK(made.sizes(sizes) == std::vector<float>{4, 2});
  const float zeros[] = {0, 0, 1, 1};  // a group whose sizes sum to nothing is an equal mean
  const vtc::plan_view& q = made(vtc::merge::bipartite{}, on(line{}.grid(1, 4), four, zeros), vtc::keep(2));
  CHECK(std::vector<float>(q.weight, q.weight + 4) == std::vector<float>{0.5f, 0.5f, 0.5f, 0.5f});
}

TEST_CASE("bipartite: rows removed in each round, by a list; more than half is cut to half; zeros do nothing") {
  const std::vector<float> x = input::clustered_rows(40, 12, 7, 3);
  input::planned made;
  const auto where = line{}.grid(5, 8);
  const vtc::inputs in = on(where, x);
  CHECK(made(removing({5, 4}), in).slot_count == 31);
  CHECK(made(removing({1000, 4}), in).slot_count == 16);
  const expect::plan_copy plain(made(removing({5, 4}), in));
  CHECK(expect::difference(made(removing({0, 5, 0, 4, 0}), in), plain) == "");
  CHECK(made(removing({0}), in).slot_count == 40);
  vtc::merge::bipartite capped{};
  capped.max_remove = 3;
  CHECK(made(capped, in, vtc::keep(10)).slot_count == 10);  // rounds of three
  capped.remove = removing({5, 4}).remove;
  CHECK(made(capped, in).slot_count == 34);
  // A list and a count: the list rules the rounds, the count is the floor.
  CHECK(made(removing({9, 9, 9}), in, vtc::keep(27)).slot_count == 27);
}

TEST_CASE("bipartite with a threshold: every pair above it, none below, K is the floor") {
  input::planned made;
  const auto where = line{}.grid(1, 4);
  const vtc::inputs in = on(where, four);
  vtc::merge::bipartite m{};
  m.threshold = 0.9f;
  const vtc::plan_view& p = made(m, in);
  CHECK(expect::anchors(p) == std::vector<int>{0, 1, 3});
  const vtc::bounds b = vtc::slots(m, in.where, vtc::budget{});
  CHECK(b.least == 2);
  CHECK(b.most == 4);
  m.threshold = 0.5f;
  CHECK(made(m, in).slot_count == 2);
  CHECK(made(m, in, vtc::keep(3)).slot_count == 3);
  m.threshold = 1.0f;  // never above 1
  CHECK(made(m, in).slot_count == 4);
  CHECK(expect::anchors(made(m, in, vtc::budget{}.in_method_order())) == std::vector<int>{0, 1, 2, 3});  // nothing merged, nothing moved
  m.threshold = -1.0f;
  m.max_remove = 1;
  CHECK(made(m, in).slot_count == 3);
}

TEST_CASE("bipartite: equal similarities go to the earlier place, on both sides") {
  const std::vector<float> equal(2 * 9, 0.25f);
  input::planned made;
  const vtc::plan_view& p = made(vtc::merge::bipartite{}, on(line{}.grid(3, 3), equal), vtc::keep(7));
  CHECK(expect::anchors(p) == std::vector<int>{1, 3, 4, 5, 6, 7, 8});
  CHECK(expect::sources(p, 0) == std::vector<int>{0, 1, 2});
}

TEST_CASE("bipartite is the oracle, for every size, width, count, class row, sizes, list and threshold") {
  input::planned made;
  int decided = 0, all = 0;
  for (const int n : {2, 3, 7, 16, 49, 196})
    for (int width = 2; width <= 67; width += n == 196 ? 32 : 13)
      for (const int lead : {0, 1, 2}) {
        const std::uint64_t seed = static_cast<std::uint64_t>(n * 1000 + width * 10 + lead);
        const std::vector<float> x = seed % 2 == 0 ? input::random_rows(n + lead, width, seed) : input::clustered_rows(n + lead, width, 1 + n / 5, seed);
        input::generator g(seed);
        std::vector<float> sizes;
        for (int i = 0; i < n + lead; ++i) sizes.push_back(static_cast<float>(1 + g.below(5)));
        std::vector<int> candidates, kept;
        for (int i = 0; i < n + lead; ++i) (i < lead ? kept : candidates).push_back(i);
        struct setting {
          oracle::tome_options wanted;
          vtc::budget want;
        };
        std::vector<setting> settings;
        for (const int k : {n - 1, (n + 1) / 2, n / 3, 1})
          if (k >= 1 && k < n) settings.push_back({{{}, k, 2, INT_MAX}, vtc::keep(k + lead)});
        settings.push_back({{{n / 4, n / 5, 1}, -1, 2, INT_MAX}, {}});
        settings.push_back({{{}, -1, 0.5, INT_MAX}, {}});
        settings.push_back({{{n, n}, -1, 0.25, n / 3}, {}});
        for (const setting& s : settings)
          for (const bool weighted : {false, true}) {
            vtc::merge::bipartite m{};
            for (const int r : s.wanted.remove) m.remove.value[m.remove.count++] = r;
            m.threshold = static_cast<float>(s.wanted.threshold);
            m.max_remove = s.wanted.max_remove;
            const auto where = line{}.extra(lead).grid(1, n);
            const vtc::inputs in = on(where, x, weighted ? sizes.data() : nullptr);
            const std::vector<double> weights(sizes.begin(), weighted ? sizes.end() : sizes.begin());
            oracle::plan wanted = oracle::tome(oracle::matrix(x, width), weights, candidates, lead, s.wanted);
            INFO(n << " rows of " << width << ", " << lead << " in front, " << (weighted ? "with" : "without") << " sizes, keep " << s.wanted.keep << ", threshold "
                   << s.wanted.threshold << ", margin " << wanted.margin);
            const vtc::plan_view& p = made(m, in, s.want.in_method_order());
            ++all;
            if (!wanted.decided()) continue;
            ++decided;
            wanted.in_method_order(kept);
            CHECK(expect::difference(p, wanted) == "");
            wanted.slots.erase(wanted.slots.begin(), wanted.slots.begin() + lead);
            wanted.in_source_order(kept);
            CHECK(expect::difference(made(m, in, s.want), wanted) == "");
          }
      }
  INFO(decided << " of " << all << " cases decided");
  CHECK(decided > all * 8 / 10);
}
