// Prints hashes of scores and plans of a corpus made of integers, and fails unless they are the constants below: the same similarity bits, and so
// the same decisions, on every instruction set, compiler and optimisation level. One set of constants holds for 16-bit and 8-bit rows
// everywhere, one for f32 rows wherever multiply-add is fused (or sums run wide). Under -Ofast only similarity values are promised.
#include <vtc/method/cdpruner.hpp>
#include <vtc/method/divprune.hpp>
#include <vtc/method/received_attention.hpp>
#include <vtc/method/tome.hpp>
#include <vtc/method/visionzip.hpp>
#include <vtc/vtc.hpp>

#include <cstdio>
#include <vector>

#include "input/token_field.hpp"

#ifndef VTC_TEST_ARCH
#define VTC_TEST_ARCH vtc::default_arch
#endif

namespace {

using arch = VTC_TEST_ARCH;
using vtc::index_t;

struct hash {
  std::uint64_t value = 14695981039346656037u;
  void add(std::uint32_t x) { value = (value ^ x) * 1099511628211u; }
  void add(const std::vector<float>& x) {
    for (float v : x) add(vtc::bits_of(v));
  }
  void add(const std::vector<index_t>& x) {
    for (index_t v : x) add(static_cast<std::uint32_t>(v));
  }
  void add(vtc::status s, const vtc::plan_view& p) {
    add(static_cast<std::uint32_t>(s));
    for (index_t k = 0; k <= p.slot_count; ++k) add(static_cast<std::uint32_t>(p.slot_begin[k]));
    for (index_t e = 0; e < p.entry_count; ++e) add(static_cast<std::uint32_t>(p.source[e]));
    for (index_t e = 0; e < p.entry_count && p.weight != nullptr; ++e) add(vtc::bits_of(p.weight[e]));
  }
};

// The same integers as rows of every element.
struct field {
  index_t count, width;
  std::vector<float> f32;
  std::vector<std::uint16_t> f16, bf16;
  std::vector<std::int8_t> i8;

  field(index_t n, index_t w, std::uint64_t seed, bool fine) : count(n), width(w), f32(input::random_rows(n, w, seed)) {
    input::generator g(seed + 99);
    if (fine)
      for (float& v : f32) v = static_cast<float>(g.below(2000001) - 1000000) / 1048576.0f;  // 20 bits: products round
    f16 = input::as_half(f32);
    bf16 = input::as_bfloat16(f32);
    for (std::size_t i = 0; i < f32.size(); ++i) i8.push_back(static_cast<std::int8_t>(g.below(256) - 128));
  }
  vtc::rows rows(vtc::element e) const {
    const void* data = e == vtc::element::f32 ? static_cast<const void*>(f32.data()) : e == vtc::element::f16 ? f16.data() : e == vtc::element::bf16 ? static_cast<const void*>(bf16.data()) : i8.data();
    return vtc::view(e, data, count, width, 0, vtc::affine{0.02f, 3, nullptr});
  }
};

void add_similarity(hash& h, const vtc::rows& x, vtc::workspace& memory) {
  const vtc::kernel::listed_rows all{x, nullptr};
  const auto n = static_cast<std::size_t>(x.count);
  std::vector<float> norm(n), cosine(n), line(16 * n), scratch(static_cast<std::size_t>(vtc::kernel::squared_norms_scratch<arch>(x.width, 1)) + 16);
  std::vector<index_t> best(n);
  auto* aligned = reinterpret_cast<float*>((reinterpret_cast<std::uintptr_t>(scratch.data()) + 63) / 64 * 64);
  vtc::kernel::squared_norms<arch>(all, x.count, norm.data(), aligned, vtc::executor{});
  memory.rewind();
  vtc::similarity::best_other<arch>(all, x.count, norm.data(), memory, best.data(), cosine.data());
  float* out[16];
  index_t pick[16];
  for (index_t k = 0; k < 16; ++k) {
    out[k] = line.data() + static_cast<std::size_t>(k) * n;
    pick[k] = (k * 7) % x.count;
  }
  memory.rewind();
  vtc::similarity::similarity_rows<arch>(all, x.count, norm.data(), pick, 16, out, memory);
  h.add(norm);
  h.add(best);
  h.add(cosine);
  h.add(line);
}

void add_plans(hash& h, const vtc::rows& x, vtc::workspace& memory) {
  vtc::plan_storage plan;
  const auto where = vtc::layout_builder<1>{}.extra(1).grid(1, x.count - 1);
  const std::vector<float> scores = input::random_rows(x.count, 1, 5);
  vtc::attention_weights attention{scores.data(), vtc::element::f32, 1, 1, x.count, 0, x.count * 4, vtc::none};
  const vtc::budget half = vtc::keep(x.count - (x.count - 1) / 2).in_method_order(), quarter = vtc::keep(x.count / 4).in_method_order();
  const auto in = vtc::give(where, vtc::metric(x), vtc::aligned(x), vtc::text(x.slice(0, 3)), vtc::attention(attention));
  vtc::status s = vtc::make_plan<arch>(vtc::method::tome{}, in, half, memory, plan);  // one round: a later one compares averages, which are f32
  h.add(s, plan.view());
  s = vtc::make_plan<arch>(vtc::method::divprune{}, in, quarter, memory, plan);
  h.add(s, plan.view());
  s = vtc::make_plan<arch>(vtc::method::cdpruner{}, in, quarter, memory, plan);
  h.add(s, plan.view());
  s = vtc::make_plan<arch>(vtc::method::visionzip{}, in, quarter, memory, plan);
  h.add(s, plan.view());
}

void add_attention(hash& h, const vtc::rows& x, vtc::workspace& memory) {
  std::vector<float> score(static_cast<std::size_t>(x.count));
  const auto where = vtc::layout_builder<1>{}.grid(1, x.count);
  const auto in = vtc::give(where, vtc::projections({x, x, x.width % 2 == 0 ? 2 : 1, 0.25f}));
  memory.rewind();
  const vtc::status s = vtc::score::received_attention{}(in, memory, score.data(), arch{});
  h.add(static_cast<std::uint32_t>(s));
  h.add(score);
}

std::uint64_t exponentials() {
  hash h;
  using vector = vtc::kernel::f32_vector<arch>;
  for (int i = -110000; i < 95000; i += 7) {
    float y[16] = {};
    vtc::kernel::exponential<arch>(vector::broadcast(static_cast<float>(i) / 1024.0f)).store(y);
    h.add(vtc::bits_of(y[0]));
  }
  return h.value;
}

struct result {
  std::uint64_t similarity, decisions;
};

result corpus(std::initializer_list<vtc::element> elements) {
  vtc::workspace memory;
  if (memory.reserve(std::size_t{8} << 20) != vtc::status::ok) return {};
  hash similarity, decisions;
  for (const vtc::element e : elements)
    for (const index_t width : {1, 2, 3, 5, 8, 13, 16, 17, 31, 32, 33, 48, 63, 64, 65, 66, 67, 384, 1024}) {
      const field f(width > 67 ? 83 : 61, width, static_cast<std::uint64_t>(width), e == vtc::element::f32);
      add_similarity(similarity, f.rows(e), memory);
      add_plans(decisions, f.rows(e), memory);
      if (e != vtc::element::i8 && width <= 67) add_attention(decisions, f.rows(e), memory);
    }
  return {similarity.value, decisions.value};
}

int faults = 0;
void expect(const char* what, std::uint64_t got, std::uint64_t wanted, bool promised) {
  const bool same = got == wanted;
  std::printf("%-44s %016llx %s\n", what, static_cast<unsigned long long>(got), same ? "as everywhere" : promised ? "DIFFERS" : "differs, as it may here");
  faults += promised && !same;
}

}  // namespace

int main() {
  constexpr bool strict = vtc::reproducible<arch>, fused = vtc::fuses_multiply_add<arch> || vtc::kernel::native<arch>::sums_wide;
  const result narrow = corpus({vtc::element::f16, vtc::element::bf16, vtc::element::i8}), f32 = corpus({vtc::element::f32});
  expect("similarity of f16, bf16 and i8 rows", narrow.similarity, 0x5e5d87d7c6e286e1u, strict);
  expect("decisions on f16, bf16 and i8 rows", narrow.decisions, 0x33536920c1abb49eu, strict);
  expect("similarity of f32 rows", f32.similarity, 0x0d5f006b01384b4au, fused);
  expect("decisions on f32 rows", f32.decisions, 0x05c8f613ab049676u, fused && strict);
  expect("exponentials", exponentials(), 0x347204d4a769d544u, strict);
  return faults == 0 ? 0 : 1;
}
