// Faults others shipped, class MERGE: weights, order, the way back.
#include <algorithm>
#include <set>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "input/views.hpp"
#include "vtc/apply/restore.hpp"
#include "vtc/method/fastervlm.hpp"
#include "vtc/method/tome.hpp"
#include "vtc/method/visionzip.hpp"

using vtc::index_t;
using vtc::status;
using layout = vtc::layout_builder<1>;
using floats = std::vector<float>;

TEST_CASE("BL-065 one plan for keys and values: sizes of before count for both") {
  const floats keys{1, 0, 1, 0.1f, 0, 1, -1, 0}, values{1, 3, 10, 20}, sizes{1, 3, 1, 1};
  const auto where = layout{}.grid(1, 4);
  vtc::inputs in = input::with_metric(where, keys);
  in.sizes = sizes.data();
  input::planned made;
  const expect::plan_copy before(made(vtc::method::tome{}, in, vtc::keep(3)));
  CHECK(made.apply(in.metric).size() == 6);
  CHECK(made.sizes(sizes.data()) == floats{4, 1, 1});
  CHECK(made.apply(vtc::view(values.data(), 4, 1)) == floats{2.5f, 10, 20});
  CHECK(expect::difference(made.plan.view(), before) == "");
}

TEST_CASE("BL-066 merged rows keep their weight: 1 and 3 are 2 of size 2, with 8 that is 4") {
  input::planned made;
  const floats first{1, 3}, second{2, 8};
  const auto pair = layout{}.grid(1, 2);
  made(vtc::method::tome{}, input::with_metric(pair, first), vtc::keep(1));
  CHECK(made.apply(vtc::view(first.data(), 2, 1)) == floats{2});
  const floats sizes = made.sizes();
  CHECK(sizes == floats{2});
  const floats now{sizes[0], 1};
  vtc::inputs in = input::with_metric(pair, second);
  in.sizes = now.data();
  made(vtc::method::tome{}, in, vtc::keep(1));
  CHECK(expect::difference(made.apply(vtc::view(second.data(), 2, 1)), floats{4}) == "");
  CHECK(made.sizes(now.data()) == floats{3});
}

TEST_CASE("BL-067 many sources into one destination are the mean of all, whatever their order") {
  // 0, 2 and 4 are most like 1.
  const floats metric{1, 0.1f, 1, 0, 1, 0.2f, 0, 1, 1, -0.1f, -1, 0}, x{1, 2, 3, 100, 6, 200};
  const auto where = layout{}.grid(2, 3);
  input::planned made;
  made(vtc::method::tome{}, input::with_metric(where, metric), vtc::keep(3));
  CHECK(made.apply(vtc::view(x.data(), 6, 1)) == floats{3, 100, 200});
  CHECK(made.sizes() == floats{4, 1, 1});
}

TEST_CASE("BL-068 after merging: every row in one slot, source order or the method's, and the way back to six rows") {
  const floats metric = input::clustered_rows(6, 5, 2, 3), x{1, 2, 3, 4, 5, 6};
  const auto where = layout{}.grid(2, 3);
  input::planned made;
  made(vtc::method::tome{}, input::with_metric(where, metric), vtc::keep(4).in_method_order());
  std::multiset<int> in_method_order(made.plan.view().source, made.plan.view().source + 6);
  CHECK(in_method_order == std::multiset<int>{0, 1, 2, 3, 4, 5});
  const vtc::plan_view& p = made(vtc::method::tome{}, input::with_metric(where, metric), vtc::keep(4));
  CHECK(std::is_sorted(p.anchor, p.anchor + 4));
  const floats merged = made.apply(vtc::view(x.data(), 6, 1));
  floats back(6, -77.0f);
  REQUIRE(vtc::restore(p, vtc::view(merged.data(), 4, 1), vtc::view(back.data(), 6, 1)) == status::ok);
  for (int s = 0; s < 4; ++s)
    for (const int r : expect::sources(p, s)) CHECK(back[static_cast<std::size_t>(r)] == merged[static_cast<std::size_t>(s)]);
}

TEST_CASE("BL-070 flat attention has no outlier: one row all the same, or as many as `at_least` says; nothing is divided by nothing") {
  const floats flat(8, 0.125f), keys = input::random_rows(8, 4, 1);
  const auto where = layout{}.grid(2, 4);
  vtc::inputs in = input::with_metric(where, keys);
  in.attention = input::class_rows(flat, 1);
  input::planned made;
  CHECK(made(vtc::method::fastervlm{}, in, vtc::keep_outliers()).slot_count == 1);
  CHECK(made(vtc::method::fastervlm{}, in, vtc::keep_outliers().at_least(3)).slot_count == 3);
  vtc::method::visionzip visionzip{};
  visionzip.planner.contextual = 3;  // a target without members stays as it is
  made(visionzip, in, vtc::keep(7));
  for (const float v : made.apply(in.tokens)) CHECK(vtc::is_finite(v));
}
