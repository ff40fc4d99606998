// The library gives what the published codes gave: the calls that a host would write, on inputs and results stored beside this file.
#include <vtc/method/adaptive_pool.hpp>
#include <vtc/method/ats.hpp>
#include <vtc/method/block_pool.hpp>
#include <vtc/method/cdpruner.hpp>
#include <vtc/method/divprune.hpp>
#include <vtc/method/euti.hpp>
#include <vtc/method/evit.hpp>
#include <vtc/method/fastervlm.hpp>
#include <vtc/method/globalcom2.hpp>
#include <vtc/method/hiprune.hpp>
#include <vtc/method/hired.hpp>
#include <vtc/method/holov.hpp>
#include <vtc/method/pixel_shuffle.hpp>
#include <vtc/method/tome.hpp>
#include <vtc/method/trim.hpp>
#include <vtc/method/visionzip.hpp>
#include <vtc/method/vispruner.hpp>
#include <tuple>

#include "golden/published.hpp"

using golden::class_rows;
using golden::expect;
using golden::expect_from_grid;
using golden::matrix;
using golden::rounds;
using golden::vectors;
using vtc::index_t;
using vtc::status;

using grid = vtc::layout_builder<1>;

TEST_CASE("golden: adaptive pooling as torch's adaptive_avg_pool2d") {
  const auto pool = [](index_t h, index_t w) {
    vtc::method::adaptive_pool p{};
    p.output = {h, w};
    return p;
  };
  expect_from_grid("adaptive_average/large_overlap", pool(10, 10), grid{}.grid(27, 27));
  expect_from_grid("adaptive_average/medium_rect", pool(8, 8), grid{}.grid(12, 20));
  expect_from_grid("adaptive_average/small", pool(3, 3), grid{}.grid(6, 6));
}

TEST_CASE("golden: block pooling as LLaVA-NeXT (mean, max, bilinear; odd sides; frames) and Gemma 3") {
  const auto pool = [](vtc::pool::mode how, index_t stride) {
    vtc::method::block_pool p{};
    p.stride = stride;
    p.how = how;
    return p;
  };
  using vtc::pool::mode;
  expect_from_grid("pool2d/average_large_odd", pool(mode::mean, 2), grid{}.grid(27, 27));
  expect_from_grid("pool2d/average_medium_even", pool(mode::mean, 2), grid{}.grid(14, 14));
  expect_from_grid("pool2d/average_small_odd", pool(mode::mean, 2), grid{}.grid(5, 5));
  expect_from_grid("pool2d/bilinear_medium_frames", pool(mode::bilinear, 2), grid{}.frames(4, 7, 7));
  expect_from_grid("pool2d/bilinear_medium_odd", pool(mode::bilinear, 2), grid{}.grid(15, 15));
  expect_from_grid("pool2d/bilinear_small_rect", pool(mode::bilinear, 2), grid{}.grid(6, 5));
  expect_from_grid("pool2d/max_medium_even", pool(mode::max, 2), grid{}.grid(14, 14));
  expect_from_grid("pool2d/max_medium_frames", pool(mode::max, 2), grid{}.frames(4, 7, 7));
  expect_from_grid("pool2d/max_small_even", pool(mode::max, 2), grid{}.grid(4, 4));
  expect_from_grid("gemma3_pool/medium_4", pool(mode::mean, 4), grid{}.grid(16, 16));
  expect_from_grid("gemma3_pool/medium_5", pool(mode::mean, 5), grid{}.grid(15, 15));
  expect_from_grid("gemma3_pool/small_4", pool(mode::mean, 4), grid{}.grid(8, 8));
}

TEST_CASE("golden: pixel shuffle as InternVL, Idefics3 and the Qwen merger") {
  const auto shuffle = [](vtc::pool::channel_order order, index_t factor) {
    vtc::method::pixel_shuffle p{};
    p.order = order;
    p.factor = factor;
    return p;
  };
  using vtc::pool::channel_order;
  expect_from_grid("pixel_shuffle_internvl/medium_quarter", shuffle(channel_order::internvl, 4), grid{}.grid(16, 16));
  expect_from_grid("pixel_shuffle_internvl/medium_rect", shuffle(channel_order::internvl, 2), grid{}.grid(10, 16));
  expect_from_grid("pixel_shuffle_internvl/small_real", shuffle(channel_order::internvl, 2), grid{}.grid(6, 6));
  expect_from_grid("pixel_shuffle_idefics3/medium_2", shuffle(channel_order::idefics3, 2), grid{}.grid(14, 14));
  expect_from_grid("pixel_shuffle_idefics3/small_2", shuffle(channel_order::idefics3, 2), grid{}.grid(4, 4));
  expect_from_grid("pixel_shuffle_idefics3/small_3", shuffle(channel_order::idefics3, 3), grid{}.grid(6, 6));
  expect_from_grid("qwen_merger/medium", shuffle(channel_order::qwen, 2), grid{}.grid(14, 14));
  expect_from_grid("qwen_merger/medium_rect", shuffle(channel_order::qwen, 2), grid{}.grid(10, 20));
  expect_from_grid("qwen_merger/small_rect", shuffle(channel_order::qwen, 2), grid{}.grid(4, 8));
}

TEST_CASE("golden: the layout's block order is the order in which Qwen encoders take their patches") {
  const auto expect_block_order = [](const std::string& name, index_t height, index_t width) {
    const std::vector<std::int64_t> raster_of = vectors(name).integers("expected_block_order");
    const grid where = grid{}.grid(height, width, 0, 2);
    REQUIRE(raster_of.size() == static_cast<std::size_t>(height * width));
    index_t wrong = 0;
    for (index_t y = 0; y < height; ++y)
      for (index_t x = 0; x < width; ++x) wrong += raster_of[static_cast<std::size_t>(where.list[0].at(0, y, x))] != y * width + x;
    CHECK(wrong == 0);
  };
  expect_block_order("qwen_merger/medium", 14, 14);
  expect_block_order("qwen_merger/medium_rect", 10, 20);
  expect_block_order("qwen_merger/small_rect", 4, 8);
}

TEST_CASE("golden: ToMe, one round, with and without a class row, sizes given") {
  const auto expect_tome = [](const std::string& name, index_t remove, const vtc::layout& where) {
    const vectors v(name);
    const matrix tokens(v.load("tokens")), keys(v.load("keys"));
    const std::vector<float> sizes = v.floats("sizes");
    vtc::method::tome tome{};
    tome.remove = rounds({remove});
    expect(v, tome, vtc::give(where, vtc::tokens(tokens.view()), vtc::metric(keys.view()), vtc::sizes(sizes.data())));
  };
  expect_tome("tome/medium_nocls", 64, grid{}.grid(14, 14));
  expect_tome("tome/medium_real_cls", 98, grid{}.extra(1).grid(14, 14));
  expect_tome("tome/small_clamp_cls", 50, grid{}.extra(1).grid(1, 19));
  expect_tome("tome/small_nocls_odd", 10, grid{}.grid(1, 33));
}

TEST_CASE("golden: ToMe in several rounds is one plan") {
  const auto expect_rounds = [](const std::string& name, std::initializer_list<index_t> removed, const vtc::layout& where) {
    const vectors v(name);
    const matrix tokens(v.load("tokens"));
    vtc::method::tome tome{};
    tome.remove = rounds(removed);
    expect(v, tome, vtc::give(where, vtc::tokens(tokens.view()), vtc::metric(tokens.view())));
  };
  expect_rounds("tome_rounds/medium_3", {98, 49, 24}, grid{}.grid(14, 14));
  expect_rounds("tome_rounds/small_2", {5, 3}, grid{}.extra(1).grid(1, 20));
  expect_rounds("tome_rounds/small_real", {8, 8, 8}, grid{}.extra(1).grid(6, 6));
}

TEST_CASE("golden: DToMe merges above a threshold, whatever the count becomes") {
  const auto expect_threshold = [](const std::string& name, float threshold, index_t most, const vtc::layout& where) {
    const vectors v(name);
    const matrix tokens(v.load("tokens")), keys(v.load("keys"));
    vtc::method::tome tome{};
    tome.threshold = threshold;
    tome.max_remove = most;
    expect(v, tome, vtc::give(where, vtc::tokens(tokens.view()), vtc::metric(keys.view())));
  };
  expect_threshold("dtome/medium", 0.97f, INT32_MAX, grid{}.grid(14, 14));
  expect_threshold("dtome/medium_gauss", 0.6f, INT32_MAX, grid{}.extra(1).grid(16, 16));
  expect_threshold("dtome/small_max", 0.9f, 8, grid{}.extra(1).grid(1, 40));
}

TEST_CASE("golden: FasterVLM keeps the patches that the class token attends to") {
  for (const auto& [name, keep] :
       {std::pair{"fastervlm/medium_gaussian", 49}, std::pair{"fastervlm/small_clustered", 9}, std::pair{"fastervlm/small_real", 10}}) {
    const vectors v(name);
    const matrix tokens(v.load("tokens")), attention(v.load("attention"));
    expect(v, vtc::method::fastervlm{},
           vtc::give(grid{}.grid(1, tokens.count()), vtc::tokens(tokens.view()), vtc::attention(class_rows(attention))), vtc::keep(keep));
  }
}

TEST_CASE("golden: VisionZip, dominant and contextual rows with the published weights") {
  const auto expect_visionzip = [](const std::string& name, index_t dominant, index_t contextual, const vtc::layout& where) {
    const vectors v(name);
    const matrix tokens(v.load("tokens")), keys(v.load("keys")), attention(v.load("attention"));
    vtc::method::visionzip visionzip{};
    visionzip.planner.dominant = dominant;
    visionzip.planner.contextual = contextual;
    expect(v, visionzip, vtc::give(where, vtc::tokens(tokens.view()), vtc::metric(keys.view()), vtc::attention(class_rows(attention))));
  };
  expect_visionzip("visionzip/medium_53_10", 54, 10, grid{}.extra(1).grid(14, 14));
  expect_visionzip("visionzip/medium_real", 32, 7, grid{}.extra(1).grid(14, 14));
  expect_visionzip("visionzip/small_5_3", 6, 3, grid{}.extra(1).grid(1, 24));
}

TEST_CASE("golden: DivPrune") {
  for (const auto& [name, keep] :
       {std::pair{"divprune/medium_clustered", 64}, std::pair{"divprune/small_gaussian", 6}, std::pair{"divprune/small_real", 10}}) {
    const vectors v(name);
    const matrix tokens(v.load("tokens"));
    const grid where = grid{}.grid(1, tokens.count());
    const auto in = vtc::give(where, vtc::tokens(tokens.view()), vtc::metric(tokens.view()));
    expect(v, vtc::method::divprune{}, in, vtc::keep(keep));
    vtc::workspace memory;
    vtc::plan_storage plan;
    REQUIRE(vtc::make_plan(vtc::method::divprune{}, in, vtc::keep(keep).in_method_order(), memory, plan) == status::ok);
    CHECK(std::vector<std::int64_t>(plan.view().anchor, plan.view().anchor + keep) == v.integers("expected_pick_order"));
  }
}

TEST_CASE("golden: CDPruner") {
  for (const auto& [name, keep] :
       {std::pair{"cdpruner/large_real", 24}, std::pair{"cdpruner/medium_clustered", 40}, std::pair{"cdpruner/small_gaussian", 5}}) {
    const vectors v(name);
    const matrix tokens(v.load("tokens")), aligned(v.load("text_tokens")), text(v.load("text"));
    expect(v, vtc::method::cdpruner{},
           vtc::give(grid{}.grid(1, tokens.count()), vtc::tokens(tokens.view()), vtc::metric(tokens.view()), vtc::aligned(aligned.view()),
                     vtc::text(text.view())),
           vtc::keep(keep));
  }
}

TEST_CASE("golden: EViT, the rest in one row behind the best by attention") {
  for (const auto& [name, rate, where] : {std::tuple{"evit/medium_clustered", 0.5f, grid{}.extra(1).grid(14, 14)}, std::tuple{"evit/medium_real", 0.3f, grid{}.extra(1).grid(14, 14)},
                                          std::tuple{"evit/small_gaussian", 0.5f, grid{}.extra(1).grid(1, 24)}}) {
    const vectors v(name);
    const matrix tokens(v.load("tokens")), attention(v.load("attention"));
    vtc::method::evit evit{};
    evit.planner.rate = rate;
    expect(v, evit, vtc::give(where, vtc::tokens(tokens.view()), vtc::attention(class_rows(attention))));
  }
}

TEST_CASE("golden: TRIM, the rows least like the text and the mean of the rest") {
  for (const auto& [name, ratio] : {std::pair{"trim/large_fixed", 0.1f}, std::pair{"trim/medium_real", 0.2f}, std::pair{"trim/small_clustered", 0.25f}}) {
    const vectors v(name);
    const matrix tokens(v.load("tokens")), aligned(v.load("text_tokens")), text(v.load("text"));
    vtc::method::trim trim{};
    trim.planner.ratio = ratio;
    expect(v, trim, vtc::give(grid{}.grid(1, tokens.count()), vtc::tokens(tokens.view()), vtc::aligned(aligned.view()), vtc::text(text.view())));
  }
}

TEST_CASE("golden: EUTI, the mean query and the lengths") {
  for (const char* name : {"euti/large_real", "euti/medium_gaussian", "euti/small_real"}) {
    const vectors v(name);
    const matrix tokens(v.load("tokens")), queries(v.load("queries")), keys(v.load("keys"));
    vtc::method::euti euti{};
    euti.planner.ratio = 0.55f;
    expect(v, euti, vtc::give(grid{}.grid(1, tokens.count()), vtc::tokens(tokens.view()), vtc::projections({queries.view(), keys.view(), 4, 0.0f})));
  }
}

TEST_CASE("golden: HiPrune, neighbours by number") {
  for (const auto& [name, alpha, keep, where] : {std::tuple{"hiprune/large_gaussian", 0.1f, 192, grid{}.grid(24, 24)}, std::tuple{"hiprune/medium_real", 0.15f, 64, grid{}.grid(14, 14)},
                                                 std::tuple{"hiprune/small_rect", 0.4f, 14, grid{}.grid(4, 9)}}) {
    const vectors v(name);
    const matrix tokens(v.load("tokens")), middle(v.load("attention_middle"));
    const std::vector<float> scores = v.floats("attention");
    vtc::method::hiprune hiprune{};
    hiprune.alpha = alpha;
    hiprune.middle = middle.view();
    expect(v, hiprune, vtc::give(where, vtc::tokens(tokens.view()), vtc::scores(scores.data())), vtc::keep(keep));
  }
}

TEST_CASE("golden: HoloV") {
  for (const auto& [name, parts, keep] : {std::tuple{"holov/medium_clustered", 16, 32}, std::tuple{"holov/medium_real", 16, 49}, std::tuple{"holov/small_gaussian", 4, 8}}) {
    const vectors v(name);
    const matrix tokens(v.load("tokens"));
    const std::vector<float> scores = v.floats("attention");
    vtc::method::holov holov{};
    holov.parts = parts;
    expect(v, holov, vtc::give(grid{}.grid(1, tokens.count()), vtc::tokens(tokens.view()), vtc::scores(scores.data())), vtc::keep(keep));
  }
}

TEST_CASE("golden: HiRED, one picture, and one with crops") {
  for (const auto& [name, rate] : {std::pair{"hired_single/medium_clustered", 0.3f}, std::pair{"hired_single/medium_real", 0.1f}, std::pair{"hired_single/small_gaussian", 0.25f}}) {
    const vectors v(name);
    const matrix tokens(v.load("tokens")), attention(v.load("attention"));
    vtc::method::hired hired{};
    hired.planner.rate = rate;
    expect(v, hired, vtc::give(grid{}.grid(1, tokens.count()), vtc::tokens(tokens.view()), vtc::attention(class_rows(attention))));
  }
  using tiles = vtc::layout_builder<5>;
  const tiles small_2x1 = tiles{}.grid(1, 48).grid(1, 48).grid(1, 48), small_1x2 = tiles{}.grid(6, 6).grid(6, 6).grid(6, 6),
              medium = tiles{}.grid(8, 8).grid(8, 8).grid(8, 8).grid(8, 8).grid(8, 8);
  for (const auto& [name, alpha, crops, rate, where] : {std::tuple{"hired/medium_2x2", 0.5f, vtc::grid_size{2, 2}, 0.2f, medium}, std::tuple{"hired/small_1x2", 0.3f, vtc::grid_size{1, 2}, 0.3f, small_1x2},
                                                        std::tuple{"hired/small_2x1", 0.5f, vtc::grid_size{2, 1}, 0.2f, small_2x1}}) {
    const vectors v(name);
    const matrix tokens(v.load("tokens")), attention(v.load("attention")), initial(v.load("attention_initial"));
    vtc::method::hired hired{};
    hired.planner.rate = rate;
    hired.planner.alpha = alpha;
    hired.planner.tile_grid = crops;
    hired.planner.initial = initial.view();
    expect(v, hired, vtc::give(where, vtc::tokens(tokens.view()), vtc::attention(class_rows(attention))));
  }
}

TEST_CASE("golden: GlobalCom2, the thumbnail's choice") {
  for (const auto& [name, ratio] : {std::pair{"globalcom2/medium_3x1", 0.25f}, std::pair{"globalcom2/small_2x1", 0.5f}, std::pair{"globalcom2/small_2x2", 0.25f}}) {
    const vectors v(name);
    const matrix tokens(v.load("tokens"));
    const std::vector<float> scores = v.floats("attention");
    vtc::method::globalcom2 globalcom2{};
    globalcom2.ratio = ratio;
    expect(v, globalcom2, vtc::give(grid{}.grid(1, tokens.count()), vtc::tokens(tokens.view()), vtc::scores(scores.data())));
  }
}

TEST_CASE("golden: VisPruner") {
  for (const auto& folder : std::filesystem::directory_iterator(std::filesystem::path(VTC_SOURCE_DIR) / "tests/golden/vispruner")) {
    const vectors v("vispruner/" + folder.path().filename().string());
    const matrix tokens(v.load("tokens")), attention(v.load("attention"));
    expect(v, vtc::method::vispruner{}, vtc::give(grid{}.grid(1, tokens.count()), vtc::tokens(tokens.view()), vtc::metric(tokens.view()), vtc::attention(class_rows(attention))),
           vtc::keep(static_cast<index_t>(v.integers("expected_count").at(0))));
  }
}

TEST_CASE("golden: ATS") {
  for (const auto& [name, points, where] : {std::tuple{"ats/medium_gaussian", 197, grid{}.extra(1).grid(14, 14)}, std::tuple{"ats/small_clustered", 37, grid{}.extra(1).grid(6, 6)},
                                            std::tuple{"ats/small_real", 60, grid{}.extra(1).grid(1, 40)}}) {
    const vectors v(name);
    const matrix tokens(v.load("tokens")), attention(v.load("attention")), values(v.load("values"));
    vtc::method::ats ats{};
    ats.planner.reference_count = points;
    ats.planner.values = values.view();
    expect(v, ats, vtc::give(where, vtc::tokens(tokens.view()), vtc::attention(class_rows(attention))));
  }
}
