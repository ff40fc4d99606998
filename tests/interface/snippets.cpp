// The snippets that the documents promise, as programs: LLaVA, Qwen3-VL, AnyRes, chat, own policy, choice by name.
#include <vtc/method/catalogue.hpp>
#include <vtc/vtc.hpp>

#include "catch.hpp"
#include "input/token_field.hpp"

using vtc::index_t;
using vtc::status;

namespace vtc_method {
using by_question = vtc::scored<vtc::score::query_similarity, vtc::select::top_k>;
}

TEST_CASE("snippet a: LLaVA-1.5, f16 tokens with the class row first, 577 to 64 rows") {
  constexpr index_t width = 32;
  const auto tokens = input::as_half(input::random_rows(577, width, 1));
  const auto keys = input::random_rows(577, 16, 2);
  auto attention = input::random_rows(8, 577, 3);
  for (float& a : attention) a = a * a;
  std::vector<float> out(64 * width);

  vtc::workspace memory;
  vtc::plan_storage plan;
  const auto where = vtc::layout_builder<1>{}.extra(1).grid(24, 24);
  const vtc::attention_weights weights{attention.data(), vtc::element::f32, 8, 1, 577, 577 * 4, 577 * 4, 0};
  const vtc::rows x = vtc::view(vtc::element::f16, static_cast<const void*>(tokens.data()), 577, width);
  vtc::method::visionzip visionzip{};
  visionzip.planner.contextual = 10;
  const status s = vtc::compress(visionzip, vtc::give(where, vtc::tokens(x), vtc::metric(vtc::view(keys.data(), 577, 16)), vtc::attention(weights)),
                                 vtc::keep(64), memory, plan, vtc::view(out.data(), 64, width));
  REQUIRE(s == status::ok);
  CHECK(plan.view().slot_count == 64);
  CHECK(plan.view().anchor[0] == 0);
  for (index_t c = 0; c < width; ++c) CHECK(out[static_cast<std::size_t>(c)] == vtc::float_from_half(tokens[static_cast<std::size_t>(c)]));
}

TEST_CASE("snippet b: Qwen3-VL, 16x16 cells, three DeepStack levels, M-RoPE ids, and the same plan before the merger") {
  constexpr index_t n = 256, width = 24;
  const auto wide = input::random_rows(n, width * 4, 4), scores = input::random_rows(n, 1, 5), levels = input::random_rows(3 * n, width, 6);
  std::vector<float> out(128 * width * 4), cut(3 * 128 * width);
  vtc::workspace memory;
  vtc::plan_storage plan;
  const auto where = vtc::layout_builder<1>{}.grid(16, 16);
  status s = vtc::compress(vtc::select::top_k{}, vtc::give(where, vtc::tokens(vtc::view(wide.data(), n, width * 4)), vtc::scores(scores.data())), vtc::keep(128),
                           memory, plan, vtc::view(out.data(), 128, width * 4));
  REQUIRE(s == status::ok);
  for (index_t l = 0; l < 3; ++l) {
    s = vtc::apply(plan, vtc::view(levels.data() + l * n * width, n, width), vtc::view(cut.data() + l * 128 * width, 128, width));
    REQUIRE(s == status::ok);
    for (index_t k = 0; k < 128; ++k)
      CHECK(cut[static_cast<std::size_t>((l * 128 + k) * width)] == levels[static_cast<std::size_t>((l * n + plan.view().anchor[k]) * width)]);
  }
  std::int32_t ids[3 * n], kept[3 * 128], next = 0;
  for (index_t i = 0; i < n; ++i) {
    ids[i] = 2;
    ids[n + i] = 2 + i / 16;
    ids[2 * n + i] = 2 + i % 16;
  }
  s = vtc::positions(plan, ids, n, 3, vtc::position_rule::keep, 2, {kept, 128, 3, 128}, &next);
  REQUIRE(s == status::ok);
  CHECK(next == 18);
  CHECK(kept[128] == 2 + plan.view().anchor[0] / 16);
  const auto patches = input::random_rows(n * 4, 8, 7);
  std::vector<float> cut_patches(128 * 4 * 8);
  s = vtc::apply(plan, vtc::view(patches.data(), n * 4, 8).grouped(4), vtc::view(cut_patches.data(), 128 * 4, 8).grouped(4));
  REQUIRE(s == status::ok);
  for (index_t k = 0; k < 128; ++k)
    CHECK(cut_patches[static_cast<std::size_t>(k * 32 + 31)] == patches[static_cast<std::size_t>(plan.view().anchor[k] * 32 + 31)]);
}

TEST_CASE("snippet c: AnyRes, 24x24 and 48x48 with a newline after each row, 640 rows in all") {
  constexpr index_t width = 8, n = 576 + 48 * 49;
  const auto x = input::random_rows(n, width, 8), scores = input::random_rows(n, 1, 9);
  std::vector<float> out(640 * width);
  vtc::workspace memory;
  vtc::plan_storage plan;
  const auto where = vtc::layout_builder<2>{}.grid(24, 24).grid(48, 48, 1);
  REQUIRE(vtc::layout(where).count == n);
  const status s = vtc::compress(vtc::select::top_k{}, vtc::give(where, vtc::tokens(vtc::view(x.data(), n, width)), vtc::scores(scores.data())), vtc::keep(640),
                                 memory, plan, vtc::view(out.data(), 640, width));
  REQUIRE(s == status::ok);
  CHECK(plan.view().slot_count == 640);
  index_t newlines = 0;
  for (index_t k = 0; k < 640; ++k) {
    const index_t r = plan.view().anchor[k] - 576;
    newlines += r >= 0 && r % 49 == 48;
  }
  CHECK(newlines == 48);
}

TEST_CASE("snippet d: chat, the question changes, only rows that were not sent are picked") {
  constexpr index_t n = 64, width = 16;
  const auto x = input::random_rows(n, width, 10), q1 = input::random_rows(3, width, 11), q2 = input::random_rows(5, width, 12);
  std::vector<float> out(n * width);
  vtc::workspace memory;
  vtc::plan_storage first, second;
  vtc::layout_builder<1> where;
  where.grid(8, 8);
  const vtc::rows tokens = vtc::view(x.data(), n, width);
  status s = vtc::compress(vtc_method::by_question{}, vtc::give(where, vtc::tokens(tokens), vtc::aligned(tokens), vtc::text(vtc::view(q1.data(), 3, width))),
                           vtc::keep(16), memory, first, vtc::view(out.data(), n, width));
  REQUIRE(s == status::ok);
  std::uint8_t not_sent_yet[n];
  for (auto& v : not_sent_yet) v = 1;
  for (index_t k = 0; k < 16; ++k) not_sent_yet[first.view().anchor[k]] = 0;
  vtc::layout later = where;
  later.valid = not_sent_yet;
  s = vtc::compress(vtc_method::by_question{}, vtc::give(later, vtc::tokens(tokens), vtc::aligned(tokens), vtc::text(vtc::view(q2.data(), 5, width))), vtc::keep(8),
                    memory, second, vtc::view(out.data(), n, width));
  REQUIRE(s == status::ok);
  CHECK(second.view().slot_count == 8);
  for (index_t k = 0; k < 8; ++k) CHECK(not_sent_yet[second.view().anchor[k]] == 1);
}

namespace mine {
// The longest rows stay, every other row is folded into the one before it.
struct longest_then_fold {
  static constexpr vtc::input needs = vtc::input::tokens;
  template <class Arch>
  status build(const vtc::inputs& in, const vtc::task& t, vtc::workspace& m, vtc::plan_storage& out, Arch) const noexcept {
    float* length = m.take<float>(t.count);
    if (length == nullptr) return status::out_of_memory;
    for (index_t i = 0; i < t.count; ++i) {
      length[i] = 0;
      for (index_t c = 0; c < in.tokens.width; ++c) length[i] += vtc::load(in.tokens, t.candidate[i], c) * vtc::load(in.tokens, t.candidate[i], c);
    }
    for (index_t k = 0; k < t.slots; ++k) {
      index_t best = 0;
      for (index_t i = 1; i < t.count; ++i) best = length[i] > length[best] ? i : best;
      length[best] = -1;
    }
    for (index_t i = 0, last = 0; i < t.count; i = last) {
      for (last = i + 1; last < t.count && length[last] >= 0;) ++last;
      if (length[i] < 0) out.slot(t.candidate[i]);
      for (index_t j = i; length[i] < 0 && j < last; ++j) out.add(t.candidate[j], 1.0f / static_cast<float>(last - i));
    }
    out.reduce_by(vtc::reduction::linear);
    return status::ok;
  }
};
}  // namespace mine

TEST_CASE("snippet f: an own policy without a word of the library's internals") {
  constexpr index_t n = 36, width = 8;
  const auto x = input::random_rows(n, width, 13);
  std::vector<float> out(9 * width);
  vtc::workspace memory;
  vtc::plan_storage plan;
  const auto where = vtc::layout_builder<1>{}.grid(6, 6);
  const status s = vtc::compress(mine::longest_then_fold{}, vtc::give(where, vtc::tokens(vtc::view(x.data(), n, width))), vtc::keep(9), memory, plan,
                                 vtc::view(out.data(), 9, width));
  REQUIRE(s == status::ok);
  CHECK(plan.view().slot_count == 9);
  CHECK(plan.view().weight != nullptr);
}

TEST_CASE("snippet h: a method by name is checked at run time with the same words") {
  constexpr index_t n = 64, width = 8;
  const auto x = input::random_rows(n, width, 14);
  const std::vector<float> scores(n, 0.0f);
  vtc::workspace memory;
  vtc::plan_storage plan;
  const auto where = vtc::layout_builder<1>{}.grid(8, 8);
  vtc::inputs in{};
  in.where = where;
  in.tokens = vtc::view(x.data(), n, width);
  in.scores = scores.data();
  const auto by_name = [&](const char* name, const vtc::budget& want) {
    status s = status::bad_plan;
    vtc::with_method(name, [&](auto policy) { s = vtc::make_plan(policy, in, want, memory, plan); });
    return s;
  };
  CHECK(by_name("visionzip", vtc::keep(16)) == status::needs_metric);
  CHECK(by_name("nothing", vtc::keep(16)) == status::bad_plan);
  REQUIRE(by_name("block_pool", vtc::budget{}) == status::ok);
  CHECK(plan.view().slot_count == 16);
  CHECK(plan.view().shape.height == 4);
}
