#include <vtc/method/tome.hpp>

#include "expect/same_plan.hpp"
#include "input/planned.hpp"
#include "input/token_field.hpp"
#include "input/views.hpp"

using line = vtc::layout_builder<1>;

// The planner is tested in plan/merge/bipartite.cpp; what follows is the way a host goes with it.

TEST_CASE("tome: class row first, one plan merges tokens and keys, and log(sizes) tells attention how much a row counts") {
  // Cells 1 .. 4. Places count the class row: 2 and 4 look at 1 and 3. 2 is like 1, 4 like 3.
  const std::vector<float> keys{5, 5, 1, 0, 0.96f, 0.28f, 0, 1, -0.28f, 0.96f}, tokens{7, 1, 3, 10, 30};
  const auto where = line{}.extra(1).grid(2, 2);
  vtc::inputs in{};
  in.where = where;
  in.metric = input::rows_of(keys, where);
  input::planned made;
  const vtc::plan_view& p = made(vtc::method::tome{}, in, vtc::keep(3));
  CHECK(expect::anchors(p) == std::vector<int>{0, 1, 3});
  CHECK(made.apply(input::rows_of(tokens, where)) == std::vector<float>{7, 2, 20});
  CHECK(made.apply(in.metric) == std::vector<float>{5, 5, 0.98f, 0.14f, -0.14f, 0.98f});
  CHECK(made.sizes() == std::vector<float>{1, 2, 2});
}

TEST_CASE("tome layer by layer, sizes handed on, weighs every source patch alike") {
  const int n = 48, width = 16;
  const std::vector<float> x = input::clustered_rows(n, width, 9, 4);
  const auto first_layer = line{}.grid(6, 8);
  vtc::inputs in{};
  in.where = first_layer;
  in.metric = in.tokens = input::rows_of(x, first_layer);
  input::planned first, second;
  first(vtc::method::tome{}, in, vtc::keep(36));
  const std::vector<float> merged = first.apply(in.tokens), sizes = first.sizes();
  const auto second_layer = line{}.grid(1, 36);
  in.where = second_layer;
  in.metric = in.tokens = input::rows_of(merged, second_layer);
  in.sizes = sizes.data();
  const vtc::plan_view& p = second(vtc::method::tome{}, in, vtc::keep(20));
  const std::vector<float> out = second.apply(in.tokens), total = second.sizes(sizes.data());
  double sum = 0;
  for (const float s : total) sum += static_cast<double>(s);
  CHECK(sum == n);
  // Each row is the plain mean of all patches that ended in it.
  const vtc::plan_view& q = first.plan.view();
  for (int s = 0; s < p.slot_count; ++s) {
    std::vector<int> patches;
    for (const int slot : expect::sources(p, s))
      for (const int r : expect::sources(q, slot)) patches.push_back(r);
    REQUIRE(static_cast<float>(patches.size()) == total[static_cast<std::size_t>(s)]);
    const std::vector<double> mean = oracle::mean_row(oracle::matrix(x, width), patches);
    const auto row = out.begin() + static_cast<std::ptrdiff_t>(s) * width;
    CHECK(expect::difference(std::vector<float>(row, row + width), mean, {1e-5, 1e-5}) == "");
  }
}
