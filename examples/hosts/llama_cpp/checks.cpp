#include "checks.hpp"

#include <cstdio>
#include <cstring>
#include <random>

#include "view_checks.hpp"
#include "vtc/apply/apply.hpp"
#include "vtc/method/divprune.hpp"

namespace vtc_llama {
namespace {

int report(const char* what, bool good) {
  std::printf("%-90s %s\n", what, good ? "yes" : "NO");
  return good ? 0 : 1;
}

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

// Rows [embd | level 1 | level 2], as a DeepStack model's projector leaves them: one plan cuts all levels.
bool deepstack_levels_follow() {
  constexpr vtc::index_t n = 48, embd = 32, levels = 3;
  std::mt19937 generator(1);
  std::normal_distribution<float> normal;
  std::vector<float> rows(n * embd * levels), out(12 * embd * levels), alone(12 * embd);
  for (float& v : rows) v = normal(generator);
  const vtc::rows tokens = vtc::view(rows.data(), n, embd * levels);
  vtc::workspace memory;
  vtc::plan_storage plan;
  const auto where = vtc::layout_builder<1>{}.grid(6, 8);
  const auto in = vtc::give(where, vtc::tokens(tokens.columns(0, embd)), vtc::metric(tokens.columns(0, embd)));
  if (vtc::make_plan(vtc::method::divprune{}, in, vtc::keep(12), memory, plan) != vtc::status::ok) return false;
  if (vtc::apply(plan, tokens, vtc::view(out.data(), 12, embd * levels)) != vtc::status::ok) return false;
  for (vtc::index_t level = 0; level < levels; ++level) {
    if (vtc::apply(plan, tokens.columns(level * embd, embd), vtc::view(alone.data(), 12, embd)) != vtc::status::ok) return false;
    for (vtc::index_t k = 0; k < 12; ++k)
      if (std::memcmp(&out[static_cast<std::size_t>((k * levels + level) * embd)], &alone[static_cast<std::size_t>(k * embd)],
                      embd * sizeof(float)) != 0)
        return false;
  }
  return true;
}

}  // namespace

int check(host& h, const mtmd_input_chunks* prompt) {
  const std::vector<float> theirs = h.decode_by_helper(prompt);
  const measured plain = run(h, prompt, nullptr, 0);
  seam all("uniform", INT32_MAX);
  const measured kept = run(h, prompt, &all, 0);
  seam half("divprune", std::max(1, plain.visual / plain.pictures / 2));
  const measured first = run(h, prompt, &half, 8), second = run(h, prompt, &half, 8);
  int failed = 0;
  failed += report("logits of the host's own path, bit for bit, without vtc", same_bits(theirs, plain.logits));
  failed += report("logits of the host's own path, bit for bit, with vtc keeping every row", same_bits(theirs, kept.logits));
  failed += report("a count above the tokens is the identity", kept.identity && kept.visual == kept.before);
  failed += report("half the rows: the count, in two runs the same answer, other logits than with all",
                   first.visual <= (plain.visual + 1) / 2 && first.answer == second.answer && same_bits(first.logits, second.logits) &&
                       !same_bits(first.logits, theirs));
  failed += report("half the rows: a smaller KV cache", first.kv_bytes < plain.kv_bytes);
  failed += report("views over real ggml tensors: elements, strides, attention, projections, refusals", views_hold());
  failed += report("DeepStack rows [embd | levels]: one plan cuts all levels (synthetic rows)", deepstack_levels_follow());
  return failed;
}

}  // namespace vtc_llama
