// The same for the methods that cover, cluster, sum up neighbours, and those that bring weights.
#include <vtc/method/aim.hpp>
#include <vtc/method/dart.hpp>
#include <vtc/method/dbdpc.hpp>
#include <vtc/method/dpc_knn.hpp>
#include <vtc/method/learned_head.hpp>
#include <vtc/method/mmtok.hpp>
#include <vtc/method/pact.hpp>
#include <vtc/method/pitome.hpp>
#include <vtc/method/prumerge.hpp>
#include <vtc/method/prumerge_plus.hpp>
#include <vtc/method/scope.hpp>
#include <vtc/method/tome_kth.hpp>

#include <tuple>

#include "golden/published.hpp"

using golden::class_rows;
using golden::expect;
using golden::matrix;
using golden::vectors;
using vtc::index_t;
using line = vtc::layout_builder<1>;

TEST_CASE("golden: SCOPE, in the order of choice, too") {
  for (const auto& [name, alpha, keep] : {std::tuple{"scope/medium_gaussian", 1.0f, 32}, std::tuple{"scope/small_clustered", 1.0f, 9}, std::tuple{"scope/small_real", 0.5f, 10}}) {
    const vectors v(name);
    const matrix tokens(v.load("tokens")), attention(v.load("attention"));
    vtc::method::scope scope{};
    scope.planner.alpha = alpha;
    const line where = line{}.grid(1, tokens.count());
    const auto in = vtc::give(where, vtc::tokens(tokens.view()), vtc::metric(tokens.view()), vtc::attention(class_rows(attention)));
    expect(v, scope, in, vtc::keep(keep));
    vtc::workspace memory;
    vtc::plan_storage plan;
    REQUIRE(vtc::make_plan(scope, in, vtc::keep(keep).in_method_order(), memory, plan) == vtc::status::ok);
    CHECK(std::vector<std::int64_t>(plan.view().anchor, plan.view().anchor + keep) == v.integers("expected_pick_order"));
  }
}

TEST_CASE("golden: MMTok, with padding, too") {
  for (const auto& [name, temperature, keep] : {std::tuple{"mmtok/medium_gaussian", 0.02f, 32}, std::tuple{"mmtok/medium_valid", 0.05f, 24}, std::tuple{"mmtok/small_clustered", 0.1f, 9},
                                                std::tuple{"mmtok/small_valid", 0.05f, 7}}) {
    const vectors v(name);
    const matrix tokens(v.load("tokens")), aligned(v.load("text_tokens")), text(v.load("text"));
    std::vector<std::uint8_t> valid;
    if (v.has("valid"))
      for (const std::int64_t x : v.integers("valid")) valid.push_back(x != 0);
    const line grid = line{}.grid(1, tokens.count());
    vtc::layout where = grid;
    where.valid = valid.empty() ? nullptr : valid.data();
    vtc::method::mmtok mmtok{};
    mmtok.text_temperature = temperature;
    expect(v, mmtok, vtc::give(where, vtc::tokens(tokens.view()), vtc::metric(tokens.view()), vtc::aligned(aligned.view()), vtc::text(text.view())), vtc::keep(keep));
  }
}

TEST_CASE("golden: ToMe's kth variant") {
  for (const auto& [name, stride] : {std::pair{"tome_kth/medium_k2", 2}, std::pair{"tome_kth/medium_k5_tail", 5}, std::pair{"tome_kth/small_k4", 4}}) {
    const vectors v(name);
    const matrix tokens(v.load("tokens")), keys(v.load("keys"));
    vtc::method::tome_kth kth{};
    kth.stride = stride;
    expect(v, kth, vtc::give(line{}.grid(1, tokens.count()), vtc::tokens(tokens.view()), vtc::metric(keys.view())));
  }
}

TEST_CASE("golden: AIM, means of means") {
  for (const auto& [name, removed] : {std::pair{"aim/medium_part", golden::rounds({60, 30})}, std::pair{"aim/medium_three", golden::rounds({98, 49, 24})}, std::pair{"aim/small_two", golden::rounds({18, 9})}}) {
    const vectors v(name);
    const matrix tokens(v.load("tokens"));
    vtc::method::aim aim{};
    aim.remove = removed;
    expect(v, aim, vtc::give(line{}.grid(1, tokens.count()), vtc::tokens(tokens.view()), vtc::metric(tokens.view())));
  }
}

TEST_CASE("golden: PiToMe") {
  for (const auto& [name, margin, ratio] : {std::tuple{"pitome/large", 0.6f, 0.95f}, std::tuple{"pitome/medium", 0.45f, 0.9f}, std::tuple{"pitome/small", 0.5f, 0.75f}}) {
    const vectors v(name);
    const matrix tokens(v.load("tokens")), keys(v.load("keys"));
    const std::vector<float> sizes = v.has("sizes") ? v.floats("sizes") : std::vector<float>(static_cast<std::size_t>(tokens.count()), 1.0f);
    vtc::method::pitome pitome{};
    pitome.margin = margin;
    pitome.ratio = ratio;
    expect(v, pitome, vtc::give(line{}.grid(1, tokens.count()), vtc::tokens(tokens.view()), vtc::metric(keys.view()), vtc::sizes(sizes.data())));
  }
}

TEST_CASE("golden: DBDPC, and PACT with the rows that EUTI sets aside") {
  for (const auto& [name, cutoff] : {std::pair{"dbdpc/medium_clustered", 0.05f}, std::pair{"dbdpc/medium_gaussian", 0.4f}, std::pair{"dbdpc/small_real", 0.15f}}) {
    const vectors v(name);
    const matrix tokens(v.load("tokens")), keys(v.load("keys"));
    vtc::method::dbdpc dbdpc{};
    dbdpc.cutoff = cutoff;
    expect(v, dbdpc, vtc::give(line{}.grid(1, tokens.count()), vtc::tokens(tokens.view()), vtc::metric(keys.view())));
  }
  for (const auto& [name, heads, ratio, cutoff] :
       {std::tuple{"pact/medium_gaussian", 4, 0.55f, 0.4f}, std::tuple{"pact/small_clustered", 2, 0.6f, 0.1f}, std::tuple{"pact/small_real", 4, 0.55f, 0.15f}}) {
    const vectors v(name);
    const matrix tokens(v.load("tokens")), queries(v.load("queries")), keys(v.load("keys"));
    vtc::method::pact pact{};
    pact.planner.ratio = ratio;
    pact.planner.cutoff = cutoff;
    expect(v, pact,
           vtc::give(line{}.grid(1, tokens.count()), vtc::tokens(tokens.view()), vtc::metric(keys.view()), vtc::projections({queries.view(), keys.view(), heads, 0.0f})));
  }
}

TEST_CASE("golden: DPC-KNN") {
  for (const auto& [name, keep] : {std::pair{"dpc_knn/large_gaussian", 144}, std::pair{"dpc_knn/medium_real", 49}, std::pair{"dpc_knn/small_clustered", 8}}) {
    const vectors v(name);
    const matrix tokens(v.load("tokens"));
    const std::vector<float> sizes = v.has("sizes") ? v.floats("sizes") : std::vector<float>(static_cast<std::size_t>(tokens.count()), 1.0f);
    expect(v, vtc::method::dpc_knn{}, vtc::give(line{}.grid(1, tokens.count()), vtc::tokens(tokens.view()), vtc::metric(tokens.view()), vtc::sizes(sizes.data())), vtc::keep(keep));
  }
}

TEST_CASE("golden: LLaVA-PruMerge and PruMerge+") {
  const auto expect_prumerge = [](const auto& policy, const std::string& name, index_t height, index_t width) {
    const vectors v(name);
    const matrix tokens(v.load("tokens")), queries(v.load("queries")), keys(v.load("keys"));
    expect(v, policy,
           vtc::give(line{}.extra(1).grid(height, width), vtc::tokens(tokens.view()), vtc::metric(keys.view()), vtc::projections({queries.view(), keys.view(), 1, 0.0f, 0})));
  };
  expect_prumerge(vtc::method::prumerge{}, "prumerge/medium_real", 14, 14);
  expect_prumerge(vtc::method::prumerge{}, "prumerge/small", 1, 40);
  expect_prumerge(vtc::method::prumerge{}, "prumerge/small_clustered", 1, 48);
  expect_prumerge(vtc::method::prumerge_plus{}, "prumerge_plus/large_b", 24, 24);
  expect_prumerge(vtc::method::prumerge_plus{}, "prumerge_plus/large_real", 24, 24);
}

TEST_CASE("golden: DART, image pivots alone, and with text pivots") {
  for (const auto& [name, image, text, reduction] :
       {std::tuple{"dart/medium_real", 4, 0, 0.778f}, std::tuple{"dart/medium_gaussian", 4, 4, 0.778f}, std::tuple{"dart/small_clustered", 3, 2, 0.5f}}) {
    const vectors v(name);
    const matrix tokens(v.load("tokens")), keys(v.load("keys"));
    vtc::method::dart dart{};
    dart.image_pivots = image;
    dart.text_pivots = text;
    dart.reduction_ratio = reduction;
    if (text == 0) {
      expect(v, dart, vtc::give(line{}.grid(1, tokens.count()), vtc::tokens(tokens.view()), vtc::metric(keys.view())));
      continue;
    }
    const matrix words(v.load("text")), text_keys(v.load("text_keys"));
    dart.text_keys = text_keys.view();
    expect(v, dart, vtc::give(line{}.grid(1, tokens.count()), vtc::tokens(tokens.view()), vtc::metric(keys.view()), vtc::text(words.view())));
  }
}

TEST_CASE("golden: DynamicViT's predictor") {
  for (const auto& [name, keep] : {std::pair{"dynamicvit/medium_real", 67}, std::pair{"dynamicvit/small_clustered", 25}, std::pair{"dynamicvit/small_gaussian", 16}}) {
    const vectors v(name);
    const matrix tokens(v.load("tokens")), norm_weight(v.load("weights_norm_weight")), norm_bias(v.load("weights_norm_bias"));
    std::vector<matrix> weight, bias;
    for (int k = 1; k <= 4; ++k) {
      weight.emplace_back(v.load("weights_linear" + std::to_string(k) + "_weight"));
      bias.emplace_back(v.load("weights_linear" + std::to_string(k) + "_bias"));
    }
    vtc::method::learned_head head{};
    head.score.norm_weight = norm_weight.view();
    head.score.norm_bias = norm_bias.view();
    for (std::size_t k = 0; k < 4; ++k) {
      head.score.weight[k] = weight[k].view();
      head.score.bias[k] = bias[k].view();
    }
    const line where = line{}.grid(1, tokens.count());
    const auto in = vtc::give(where, vtc::tokens(tokens.view()));
    expect(v, head, in, vtc::keep(keep));
    vtc::workspace memory;
    REQUIRE(memory.reserve(1 << 20) == vtc::status::ok);
    std::vector<float> score(static_cast<std::size_t>(tokens.count()));
    REQUIRE(head.score(in, memory, score.data(), vtc::default_arch{}) == vtc::status::ok);
    const std::vector<float> wanted = v.floats("expected_scores");
    float worst = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i) worst = std::max(worst, std::abs(score[i] - wanted[i]));
    CHECK(worst < 1e-5f);
  }
}
