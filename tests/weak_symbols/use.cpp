// Uses as much of vtc as one file can: every method of the catalogue, every reduction, every way to read a plan. Compiled once for each
// instruction set; USE is the name of its entry. All that is here is a template on the architecture too, as in a real host.
#include <vtc/method/catalogue.hpp>
#include <vtc/vtc.hpp>

std::uint64_t USE();

namespace {

using vtc::index_t;
constexpr index_t side = 6, row_count = 1 + side * side, width = 20, text_count = 3, heads = 2, kept = 12;

// Host memory. The rows are f16: their similarities, and so the plans, have the same bits on every instruction set.
template <class Arch>
struct host_memory {
  std::uint16_t tokens[row_count * width], text[text_count * width];
  float attention[heads * row_count], scores[row_count], sizes[row_count];
  std::int32_t ids[3 * row_count];

  host_memory() noexcept {
    std::uint32_t state = 1;
    const auto next = [&state] { return (state = state * 1664525u + 1013904223u) >> 8; };
    const auto half = [&next] { return static_cast<std::uint16_t>((next() & 0x83ff) | ((13 + next() % 4) << 10)); };  // +-1/4 to +-4
    const auto share = [&next] { return static_cast<float>(1 + next() % 2000) / 2048.0f; };
    for (auto& v : tokens) v = half();
    for (auto& v : text) v = half();
    for (auto& v : attention) v = share();
    for (auto& v : scores) v = share();
    for (auto& v : sizes) v = static_cast<float>(1 + next() % 3);
    for (index_t i = 0; i < 3 * row_count; ++i) ids[i] = i % row_count;
  }
};

template <class Arch>
struct digest {
  std::uint64_t value = 14695981039346656037u;

  void add(std::int64_t x) noexcept { value = (value ^ static_cast<std::uint64_t>(x)) * 1099511628211u; }
  void add(vtc::status s) noexcept { add(static_cast<std::int64_t>(s)); }
  void add(const vtc::plan_view& p) noexcept {
    add(p.slot_count);
    for (index_t s = 0; s < p.slot_count; ++s) add(p.anchor[s]);
    for (index_t e = 0; e < p.entry_count; ++e) add(p.source[e]);
  }
};

// Everything that reads a plan. Rows are computed, but only counted where their bits may differ between instruction sets.
template <class Arch>
void use_plan(const vtc::layout& where, const vtc::plan_view& plan, const host_memory<Arch>& host, const vtc::rows& tokens, vtc::workspace& memory,
              digest<Arch>& seen) noexcept {
  float out[row_count * width * 4], back[row_count * width];
  const vtc::mutable_rows wide = vtc::view(out, row_count, width * 4), narrow = vtc::view(out, plan.slot_count, width);
  const vtc::reduction reductions[] = {vtc::reduction::mean,      vtc::reduction::linear,      vtc::reduction::maximum,
                                       vtc::reduction::keep_norm, vtc::reduction::concatenate, vtc::reduction::anchor};
  for (const auto how : reductions) seen.add(vtc::apply<Arch>(plan, tokens, wide, how));
  seen.add(vtc::restore<Arch>(plan, narrow, vtc::view(back, row_count, width)));
  seen.add(vtc::sizes<Arch>(plan, host.sizes, out));

  index_t slot_of_row[row_count], counts[4];
  seen.add(vtc::check<Arch>(plan));
  seen.add(vtc::is_partition<Arch>(plan));
  seen.add(vtc::invert<Arch>(plan, slot_of_row));
  seen.add(vtc::slots_per_region(plan, where, counts));
  seen.add(vtc::slots_per_frame(plan, where.part(0), counts));
  vtc::plan_storage all, twice;
  all.clear(plan.slot_count);
  for (index_t s = 0; s < plan.slot_count; ++s) all.pick(s);
  seen.add(all.finish());
  seen.add(vtc::compose<Arch>(all.view(), plan, memory, twice));

  std::int32_t ids[3 * row_count], next = 0;
  const vtc::position_rule rules[] = {vtc::position_rule::keep, vtc::position_rule::renumber, vtc::position_rule::grid};
  for (const auto rule : rules) {
    seen.add(vtc::positions(plan, host.ids, row_count, 3, rule, 0, {ids, row_count, 3, row_count}, &next));
    seen.add(next);
  }
}

template <class Arch>
std::uint64_t use() noexcept {
  const host_memory<Arch> host;
  const auto where = vtc::layout_builder<1>{}.extra(1).grid(side, side);
  const auto f16 = [](const std::uint16_t* p, index_t n) { return vtc::view(vtc::element::f16, static_cast<const void*>(p), n, width); };
  const vtc::rows tokens = f16(host.tokens, row_count);
  constexpr auto head_bytes = static_cast<std::ptrdiff_t>(sizeof(float)) * row_count;
  const vtc::attention_weights attention{host.attention, vtc::element::f32, heads, 1, row_count, head_bytes, head_bytes, 0};
  const vtc::projection_rows projections{tokens, tokens, heads, 0.25f};
  const auto in = vtc::give(where, vtc::tokens(tokens), vtc::metric(tokens), vtc::aligned(tokens), vtc::text(f16(host.text, text_count)),
                            vtc::reference(tokens), vtc::attention(attention), vtc::projections(projections), vtc::scores(host.scores),
                            vtc::sizes(host.sizes));
  digest<Arch> seen;
  vtc::workspace memory;
  vtc::plan_storage plan;
  float out[row_count * width * 4];
  for (index_t m = 0; m < vtc::method_count; ++m) {
    vtc::with_method(m, [&](const auto& method) {
      const vtc::budget budgets[] = {vtc::keep(kept), vtc::keep_ratio(1, 2), vtc::keep_mass(0.5f), vtc::keep_outliers(), vtc::budget{}};
      for (const vtc::budget& want : budgets) {
        const vtc::bounds count = vtc::slots(method, where, want);
        seen.add(count.least);
        seen.add(count.most);
        seen.add(vtc::workspace_bytes<Arch>(method, in, want) > 0);
        const vtc::status s = vtc::compress<Arch>(method, in, want, memory, plan, vtc::view(out, row_count, width * 4));
        seen.add(s);
        if (s != vtc::status::ok) continue;
        seen.add(plan.view());
        use_plan<Arch>(where, plan.view(), host, tokens, memory, seen);
      }
    });
  }
  return seen.value;
}

}  // namespace

std::uint64_t USE() { return use<vtc::default_arch>(); }
