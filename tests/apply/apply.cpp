#include "vtc/apply/apply.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "catch.hpp"
#include "input/architectures.hpp"
#include "input/hand_plan.hpp"
#include "input/sample_rows.hpp"
#include "oracle/apply.hpp"

using input::hand_plan;
using vtc::element;
using vtc::index_t;
using vtc::reduction;
using vtc::status;

namespace {

constexpr reduction reductions[] = {reduction::mean,      reduction::linear,      reduction::maximum,
                                    reduction::keep_norm, reduction::concatenate, reduction::anchor};

// Output rows in the middle of bytes that must stay 0xee.
struct target {
  std::vector<unsigned char> bytes;
  vtc::mutable_rows view{};

  target(element e, index_t count, index_t width, int gap, int offset) {
    const std::ptrdiff_t stride = static_cast<std::ptrdiff_t>(vtc::size_of(e)) * width + gap;
    bytes.assign(static_cast<std::size_t>(stride) * static_cast<std::size_t>(count) + static_cast<std::size_t>(offset) + 16, 0xee);
    view = vtc::view(e, static_cast<void*>(bytes.data() + offset), count, width, stride);
  }
  bool untouched() const {
    for (unsigned char b : bytes)
      if (b != 0xee) return false;
    return true;
  }
  // Whether everything outside the first `width` elements of the first `count` rows is as it was.
  bool tidy(index_t count, index_t width) const {
    std::vector<unsigned char> rest = bytes;
    for (index_t r = 0; r < count; ++r)
      std::memset(rest.data() + (static_cast<unsigned char*>(view.row(r)) - bytes.data()), 0xee,
                  vtc::size_of(view.type) * static_cast<std::size_t>(width));
    for (unsigned char b : rest)
      if (b != 0xee) return false;
    return true;
  }
  double at(index_t r, index_t c) const { return static_cast<double>(vtc::load(view, r, c)); }
};

// The largest error, as a share of what f32 sums, or the output element, may lose.
double worst_error(const target& out, const vtc::plan_view& plan, const input::sample_rows& x, reduction how) {
  const std::vector<double> exact = oracle::apply(plan, x.value, x.view.width, how);
  const std::size_t width = exact.size() / static_cast<std::size_t>(plan.slot_count);
  double worst = 0;
  for (index_t s = 0; s < plan.slot_count; ++s) {
    const double sources = plan.slot_begin[s + 1] - plan.slot_begin[s];
    for (std::size_t c = 0; c < width; ++c) {
      const double want = exact[static_cast<std::size_t>(s) * width + c];
      const double step = out.view.type == element::f16 ? 1.0 / 2048 : out.view.type == element::bf16 ? 1.0 / 256 : 1.2e-7;
      const double allowed = std::fabs(want) * step + sources * 80 * 1.2e-7;  // values stay below 40, weights below 2
      worst = std::max(worst, std::fabs(out.at(s, static_cast<index_t>(c)) - want) / allowed);
    }
  }
  return worst;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("six reductions of two slots by hand", "", input::two_architectures) {
  const float x[] = {1, 2, 3, 6, 5, -2, 0, 8};
  hand_plan plan(4, reduction::mean);
  plan.slot(0, {0, 1}).slot(2, {3, 2});
  const auto run = [&](const hand_plan& p, reduction how, index_t width) {
    std::vector<float> out(static_cast<std::size_t>(2 * width));
    REQUIRE(vtc::apply<TestType>(p.view(), vtc::view(x, 4, 2), vtc::view(out.data(), 2, width), how) == status::ok);
    return out;
  };
  CHECK(run(plan, reduction::mean, 2) == std::vector<float>{2, 4, 2.5f, 3});
  CHECK(run(plan, reduction::linear, 2) == std::vector<float>{4, 8, 5, 6});
  CHECK(run(plan, reduction::maximum, 2) == std::vector<float>{3, 6, 5, 8});
  CHECK(run(plan, reduction::anchor, 2) == std::vector<float>{1, 2, 5, -2});
  CHECK(run(plan, reduction::concatenate, 4) == std::vector<float>{1, 2, 3, 6, 0, 8, 5, -2});
  hand_plan weighted(4, reduction::linear);
  weighted.slot(0, {0, 1}, {0.5f, 2.0f}).slot(2, {2, 3}, {-1.0f, 0.25f});
  CHECK(run(weighted, reduction::linear, 2) == std::vector<float>{6.5f, 13, -5, 4});
  hand_plan stretched(4, reduction::keep_norm);  // (1,2) alone keeps sqrt 5; (0,8) and half of it point the same way
  stretched.slot(0, {0}, {0.5f}).slot(3, {3, 3}, {0.25f, 0.25f});
  const auto out = run(stretched, reduction::keep_norm, 2);
  CHECK(out[0] == Approx(1));
  CHECK(out[1] == Approx(2));
  CHECK(out[2] == 0);
  CHECK(out[3] == Approx(8));
}

TEMPLATE_LIST_TEST_CASE("every reduction, element, width, stride and address against f64", "", input::two_architectures) {
  input::generator g(21);
  for (reduction how : reductions)
    for (element from : {element::f32, element::f16, element::bf16, element::i8, element::u8})
      for (element to : {element::f32, element::f16, element::bf16})
        for (index_t width : {1, 3, 8, 17, 33, 70}) {
          const bool per_row = vtc::is_quantized(from) && width % 2 == 1;
          const auto x = input::make_rows(from, 23, width, g.below(9), g.below(7), static_cast<std::uint64_t>(width), per_row);
          const hand_plan plan = input::random_plan(23, 5, 6, how, g);
          const index_t made = how == reduction::concatenate ? width * plan.begin[1] : width;
          target out(to, 6, made + g.below(3), g.below(9), g.below(7));
          INFO("reduction " << int(how) << " from " << int(from) << " to " << int(to) << " width " << width);
          REQUIRE(vtc::apply<TestType>(plan.view(), x.view, out.view) == status::ok);
          CHECK(worst_error(out, plan.view(), x, how) <= 1);
          CHECK(out.tidy(5, made));
        }
}

TEMPLATE_LIST_TEST_CASE("slots of hundreds of rows", "", input::two_architectures) {
  input::generator g(22);
  for (reduction how : {reduction::mean, reduction::linear, reduction::maximum, reduction::keep_norm})
    for (element from : {element::f32, element::f16, element::i8})
      for (index_t width : {5, 64, 1100}) {
        const auto x = input::make_rows(from, 300, width, 2, 1, 9, from == element::i8);
        hand_plan plan(300, how);
        std::vector<index_t> all;
        std::vector<float> weight;
        for (index_t r = 0; r < 300; ++r) all.push_back(r);
        if (how == reduction::linear || how == reduction::keep_norm)
          for (index_t r = 0; r < 300; ++r) weight.push_back(g.value() / 8);
        plan.slot(0, all, weight).slot(1, {1, 2}, weight.empty() ? weight : std::vector<float>{1, 1});
        target out(element::f32, 2, width, 4, 3);
        REQUIRE(vtc::apply<TestType>(plan.view(), x.view, out.view) == status::ok);
        CHECK(worst_error(out, plan.view(), x, how) <= 1);
      }
}

TEMPLATE_LIST_TEST_CASE("BL-086 strided, misaligned and packed rows give the same bits", "", input::two_architectures) {
  input::generator g(23);
  for (reduction how : reductions) {
    const auto packed = input::make_rows(element::f32, 9, 17, 0, 0, 4), strided = input::make_rows(element::f32, 9, 17, 12, 4, 4);
    const auto odd = input::make_rows(element::f32, 9, 17, 7, 1, 4);
    const hand_plan plan = input::random_plan(9, 4, 4, how, g);
    const index_t made = 17 * (how == reduction::concatenate ? plan.begin[1] : 1);
    std::vector<float> a(static_cast<std::size_t>(4 * made)), b(a), c(a);
    REQUIRE(vtc::apply<TestType>(plan.view(), packed.view, vtc::view(a.data(), 4, made)) == status::ok);
    REQUIRE(vtc::apply<TestType>(plan.view(), strided.view, vtc::view(b.data(), 4, made)) == status::ok);
    REQUIRE(vtc::apply<TestType>(plan.view(), odd.view, vtc::view(c.data(), 4, made)) == status::ok);
    CHECK(std::memcmp(a.data(), b.data(), a.size() * 4) == 0);
    CHECK(std::memcmp(a.data(), c.data(), a.size() * 4) == 0);
  }
}

TEMPLATE_LIST_TEST_CASE("f16 rows give what f32 rows of the same values give", "", input::two_architectures) {
  input::generator g(24);
  for (reduction how : reductions) {
    const auto half = input::make_rows(element::f16, 9, 45, 0, 0, 4);
    const std::vector<float> same(half.value.begin(), half.value.end());
    const hand_plan plan = input::random_plan(9, 4, 4, how, g);
    const index_t made = 45 * (how == reduction::concatenate ? plan.begin[1] : 1);
    std::vector<float> a(static_cast<std::size_t>(4 * made)), b(a);
    REQUIRE(vtc::apply<TestType>(plan.view(), half.view, vtc::view(a.data(), 4, made)) == status::ok);
    REQUIRE(vtc::apply<TestType>(plan.view(), vtc::view(same.data(), 9, 45), vtc::view(b.data(), 4, made)) == status::ok);
    CHECK(a == b);
  }
}

TEMPLATE_LIST_TEST_CASE("copied rows keep every bit, NaN too", "", input::two_architectures) {
  for (element e : {element::f32, element::f16, element::bf16, element::i8, element::u8, element::i32}) {
    const index_t width = 19;
    auto x = input::make_rows(e, 8, width, 5, 1, 2);
    for (unsigned char& b : x.bytes) b = static_cast<unsigned char>(b * 31 + 200);  // any pattern
    const std::size_t row_bytes = vtc::size_of(e) * static_cast<std::size_t>(width);
    const auto same = [&](const target& out, index_t s, index_t part, index_t row) {
      return std::memcmp(static_cast<unsigned char*>(out.view.row(s)) + row_bytes * static_cast<std::size_t>(part), x.view.row(row),
                         row_bytes) == 0;
    };
    for (reduction how : {reduction::mean, reduction::linear, reduction::maximum, reduction::keep_norm, reduction::anchor}) {
      hand_plan plan(8, how);
      plan.pick(1).pick(4).pick(7);
      target out(e, 3, width, 3, 2);
      out.view.quant = x.view.quant;
      REQUIRE(vtc::apply<TestType>(plan.view(), x.view, out.view) == status::ok);
      CHECK((same(out, 0, 0, 1) && same(out, 1, 0, 4) && same(out, 2, 0, 7)));
    }
    hand_plan wide(8, reduction::concatenate);
    wide.slot(0, {0, 3}).slot(2, {2, vtc::none});
    target out(e, 2, 2 * width, 3, 2);
    out.view.quant = x.view.quant;
    REQUIRE(vtc::apply<TestType>(wide.view(), x.view, out.view) == status::ok);
    CHECK((same(out, 0, 0, 0) && same(out, 0, 1, 3) && same(out, 1, 0, 2)));
    for (index_t c = width; c < 2 * width; ++c) CHECK((e == element::i32 ? 0.0 : out.at(1, c)) == 0);
  }
}

TEMPLATE_LIST_TEST_CASE("a slot of one row with weight 1 is a copy, with another weight a product", "", input::two_architectures) {
  const float odd = vtc::float_from_bits(0x7fc12345u);
  const float x[] = {odd, -0.0f, 3, 4};
  hand_plan plan(2, reduction::linear);
  plan.slot(0, {0}, {1.0f}).slot(1, {1}, {0.5f});
  float out[4];
  REQUIRE(vtc::apply<TestType>(plan.view(), vtc::view(x, 2, 2), vtc::view(out, 2, 2)) == status::ok);
  CHECK(std::memcmp(out, x, 8) == 0);
  CHECK((out[2] == 1.5f && out[3] == 2.0f));
}

TEMPLATE_LIST_TEST_CASE("8-bit rows: the affine map decides between bytes and values", "", input::two_architectures) {
  auto x = input::make_rows(element::i8, 6, 9, 0, 0, 3, true);
  hand_plan plan(6, reduction::mean);
  plan.pick(2).pick(5);
  target out(element::i8, 2, 9, 0, 0);
  CHECK(vtc::apply<TestType>(plan.view(), x.view, out.view) == status::unknown_element);  // another map: bytes would lie
  CHECK(out.untouched());
  const float scales[] = {x.row_scale[2], x.row_scale[5]};  // the host has moved the scales first
  out.view.quant = vtc::affine{x.view.quant.scale, x.view.quant.zero_point, scales};
  REQUIRE(vtc::apply<TestType>(plan.view(), x.view, out.view) == status::ok);
  CHECK(std::memcmp(out.view.row(1), x.view.row(5), 9) == 0);
  CHECK(vtc::load(out.view, 1, 4) == vtc::load(x.view, 5, 4));
  out.view.quant.zero_point += 1;
  CHECK(vtc::apply<TestType>(plan.view(), x.view, out.view) == status::unknown_element);
}

TEMPLATE_LIST_TEST_CASE("slot ranges put together are the whole", "", input::two_architectures) {
  input::generator g(25);
  const auto x = input::make_rows(element::f32, 40, 50, 0, 0, 5);
  const hand_plan plan = input::random_plan(40, 17, 5, reduction::linear, g);
  std::vector<float> whole(17 * 50), parts(17 * 50, -1.0f);
  const auto out = vtc::view(parts.data(), 17, 50);
  REQUIRE(vtc::apply<TestType>(plan.view(), x.view, vtc::view(whole.data(), 17, 50)) == status::ok);
  REQUIRE(vtc::apply<TestType>(plan.view(), x.view, out, {5, 11}) == status::ok);
  CHECK((parts[5 * 50 - 1] == -1.0f && parts[11 * 50] == -1.0f));
  REQUIRE(vtc::apply<TestType>(plan.view(), x.view, out, {-3, 5}) == status::ok);
  REQUIRE(vtc::apply<TestType>(plan.view(), x.view, out, {11, 99}) == status::ok);
  REQUIRE(vtc::apply<TestType>(plan.view(), x.view, out, {12, 4}) == status::ok);
  CHECK(whole == parts);
}

TEMPLATE_LIST_TEST_CASE("ascending selections run in place, nothing else does", "", input::two_architectures) {
  const auto x = input::make_rows(element::f32, 30, 21, 8, 0, 6);
  hand_plan plan(30, reduction::mean);
  for (index_t r : {0, 1, 5, 6, 17, 29}) plan.pick(r);
  const auto moved = [&](std::ptrdiff_t shift, std::ptrdiff_t stride) {
    std::vector<unsigned char> bytes(64, 0xee);
    bytes.insert(bytes.end(), x.bytes.begin(), x.bytes.end());
    vtc::rows in = x.view;
    in.data = bytes.data() + 64;
    const auto out = vtc::view(element::f32, static_cast<void*>(bytes.data() + 64 + shift), 30, 21, stride);
    const status s = vtc::apply<TestType>(plan.view(), in, out);
    if (s != status::ok) {
      CHECK(std::memcmp(bytes.data() + 64, x.bytes.data(), x.bytes.size()) == 0);
      return s;
    }
    for (index_t k = 0; k < 6; ++k) CHECK(std::memcmp(out.row(k), x.view.row(plan.source[static_cast<std::size_t>(k)]), 84) == 0);
    return s;
  };
  const std::ptrdiff_t stride = x.view.stride;
  CHECK(moved(0, stride) == status::ok);
  CHECK(moved(0, 84) == status::ok);  // packed on the way
  CHECK(moved(-4, stride) == status::ok);
  CHECK(moved(-60, 84) == status::ok);
  CHECK(moved(4, stride) == status::output_overlaps);
  CHECK(moved(0, stride + 4) == status::output_overlaps);

  std::vector<float> buffer(30 * 21);
  const vtc::mutable_rows same = vtc::view(buffer.data(), 30, 21);
  const auto refuses = [&](const hand_plan& p, reduction how) {
    return vtc::apply<TestType>(p.view(), same, same, how) == status::output_overlaps;
  };
  hand_plan twice(30, reduction::mean), back(30, reduction::mean), pairs(30, reduction::mean), scaled(30, reduction::linear);
  twice.pick(3).pick(3);
  back.pick(5).pick(4);
  pairs.slot(0, {0, 1});
  scaled.slot(3, {3}, {0.5f});
  CHECK((refuses(twice, reduction::mean) && refuses(back, reduction::mean) && refuses(pairs, reduction::mean) &&
         refuses(scaled, reduction::linear)));
  CHECK(refuses(pairs, reduction::maximum));
  CHECK(vtc::apply<TestType>(pairs.view(), same, same, reduction::anchor) == status::ok);  // copies anchors only
  const auto half = vtc::view(element::f16, static_cast<void*>(buffer.data()), 30, 21, 84);
  CHECK(vtc::apply<TestType>(plan.view(), same, half) == status::output_overlaps);  // another element is no copy
}

TEMPLATE_LIST_TEST_CASE("columns of one wide tensor do not overlap each other", "", input::two_architectures) {
  std::vector<float> wide(12 * 40);
  for (std::size_t i = 0; i < wide.size(); ++i) wide[i] = static_cast<float>(i);
  const vtc::mutable_rows all = vtc::view(wide.data(), 12, 40);
  const hand_plan plan = input::block_plan(4, 3, 2, reduction::mean);
  REQUIRE(vtc::apply<TestType>(plan.view(), vtc::rows(all).columns(0, 16), all.columns(16, 24)) == status::ok);
  CHECK(wide[16] == (0.0f + 40.0f + 120.0f + 160.0f) / 4.0f);
  CHECK(vtc::apply<TestType>(plan.view(), vtc::rows(all).columns(0, 16), all.columns(15, 25)) == status::output_overlaps);
  CHECK(vtc::apply<TestType>(plan.view(), vtc::rows(all).columns(20, 16), all.columns(4, 16)) == status::ok);
  CHECK(vtc::apply<TestType>(plan.view(), vtc::rows(all).columns(20, 16), all.columns(5, 16)) == status::output_overlaps);
}

TEST_CASE("a fault is named and nothing is written") {
  const auto x = input::make_rows(element::f32, 6, 5, 0, 0, 7);
  const hand_plan plan = input::block_plan(2, 3, 1, reduction::mean);
  hand_plan pairs(6, reduction::mean), uneven(6, reduction::mean), holes(6, reduction::concatenate), empty(6, reduction::concatenate);
  pairs.slot(0, {0, 1}).slot(2, {2, 3});
  uneven.slot(0, {0, 1}).slot(2, {2});
  holes.slot(0, {0, vtc::none}).slot(2, {2, 3});
  empty.slot(0, {});
  target out(element::f32, 6, 10, 0, 0);
  const auto fault = [&](const vtc::plan_view& p, const vtc::rows& in, const vtc::mutable_rows& to, reduction how) {
    const status s = vtc::apply(p, in, to, how);
    CHECK(out.untouched());
    return s;
  };
  vtc::rows in = x.view;
  in.data = nullptr;
  CHECK(fault(plan.view(), in, out.view, reduction::mean) == status::null_rows);
  in = x.view;
  in.stride = 3;
  CHECK(fault(plan.view(), in, out.view, reduction::mean) == status::bad_shape);
  in = x.view;
  in.type = static_cast<element>(99);
  CHECK(fault(plan.view(), in, out.view, reduction::mean) == status::unknown_element);
  CHECK(fault(plan.view(), x.view.slice(0, 5), out.view, reduction::mean) == status::shapes_differ);
  CHECK(fault(plan.view(), x.view, out.view.slice(0, 5), reduction::mean) == status::output_too_small);
  CHECK(fault(plan.view(), x.view, out.view.columns(0, 4), reduction::mean) == status::output_too_small);
  CHECK(fault(pairs.view(), x.view, out.view.columns(0, 9), reduction::concatenate) == status::output_too_small);
  CHECK(fault(uneven.view(), x.view, out.view, reduction::concatenate) == status::reduction_unsupported);
  CHECK(fault(empty.view(), x.view, out.view, reduction::concatenate) == status::reduction_unsupported);
  CHECK(fault(holes.view(), x.view, out.view, reduction::mean) == status::reduction_unsupported);
  CHECK(fault(plan.view(), x.view, out.view, static_cast<reduction>(77)) == status::reduction_unsupported);
  const auto ids = input::make_rows(element::i32, 6, 5, 0, 0, 7);
  target id_out(element::i32, 6, 5, 0, 0);
  CHECK(fault(pairs.view(), ids.view, id_out.view, reduction::mean) == status::unknown_element);  // ids are not averaged
  CHECK(fault(plan.view(), ids.view, out.view, reduction::mean) == status::unknown_element);
  CHECK(fault(plan.view(), x.view, id_out.view, reduction::mean) == status::unknown_element);
  CHECK(id_out.untouched());
  vtc::plan_view broken = plan.view();
  broken.slot_begin = nullptr;
  CHECK(fault(broken, x.view, out.view, reduction::mean) == status::bad_plan);
  out.view.data = nullptr;
  CHECK(vtc::apply(plan.view(), x.view, out.view) == status::null_rows);
}

TEST_CASE("BL-083 no slots, empty slots, one row") {
  const float x[] = {4, 5, 6};
  hand_plan nothing(1, reduction::mean);
  CHECK(vtc::apply(nothing.view(), vtc::view(x, 1, 3), vtc::mutable_rows{}) == status::ok);
  hand_plan one(1, reduction::keep_norm);
  one.pick(0);
  float out[6] = {9, 9, 9, 9, 9, 9};
  REQUIRE(vtc::apply(one.view(), vtc::view(x, 1, 3), vtc::view(out, 1, 3)) == status::ok);
  CHECK((out[0] == 4 && out[2] == 6 && out[3] == 9));
  hand_plan hollow(1, reduction::linear);
  hollow.slot(0, {}).pick(0);
  REQUIRE(vtc::apply(hollow.view(), vtc::view(x, 1, 3), vtc::view(out, 2, 3)) == status::ok);
  CHECK((out[0] == 0 && out[2] == 0 && out[3] == 4));
}

TEST_CASE("keep_norm leaves sums alone that cannot be stretched") {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const float x[] = {3, 4, -3, -4, infinity, 1, 1, 1, 0, 0};
  hand_plan plan(5, reduction::keep_norm);
  plan.slot(0, {0, 1}, {0.5f, 0.5f}).slot(2, {2, 3}, {0.5f, 0.5f}).slot(4, {4, 4}, {0.5f, 0.5f});
  float out[6];
  REQUIRE(vtc::apply(plan.view(), vtc::view(x, 5, 2), vtc::view(out, 3, 2)) == status::ok);
  CHECK((out[0] == 0 && out[1] == 0));            // no direction left
  CHECK((out[2] == infinity && out[3] == 1.0f));  // no finite length
  CHECK((out[4] == 0 && out[5] == 0));
}

TEST_CASE("BL-065 one plan, applied to keys and to values, is the same plan both times") {
  const auto keys = input::make_rows(element::f32, 4, 6, 0, 0, 8), values = input::make_rows(element::f32, 4, 6, 0, 0, 9);
  hand_plan plan(4, reduction::linear);
  plan.slot(1, {0, 1}, {0.25f, 0.75f}).slot(2, {2}, {1.0f}).slot(3, {3}, {1.0f});
  for (const auto* x : {&keys, &values, &keys}) {
    target out(element::f32, 3, 6, 0, 0);
    REQUIRE(vtc::apply(plan.view(), x->view, out.view) == status::ok);
    CHECK(worst_error(out, plan.view(), *x, reduction::linear) <= 1);
  }
}
