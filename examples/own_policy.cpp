// A policy of your own in 30 lines: the tokens with the largest norms, two of each grid row at the most. It goes wherever a published method goes.
#include <algorithm>
#include <cstdio>
#include <vector>

#include <vtc/vtc.hpp>

struct loudest_in_each_row {
  static constexpr vtc::input needs = vtc::input::tokens | vtc::input::geometry;
  static constexpr vtc::input compares = vtc::input::tokens;  // the door hands over squared norms, and takes rows that are not finite for padding
  vtc::index_t at_most = 2;

  template <class Self, class Visit>
  static void options(Self& self, Visit&& visit) {
    visit("at_most", self.at_most, 1, 1 << 20, "tokens of one grid row");
  }
  vtc::bounds slots(const vtc::layout&, const vtc::task& t) const { return {1, t.slots < t.count ? t.slots : t.count}; }

  template <class Arch>
  vtc::status build(const vtc::inputs& in, const vtc::task& t, vtc::workspace& memory, vtc::plan_storage& plan, Arch) const noexcept {
    const vtc::index_t width = in.where.part(0).width;
    auto* order = memory.take<vtc::index_t>(t.count);
    auto* taken = memory.take<vtc::index_t>(in.where.count / width + 1);
    if (memory.failed()) return vtc::status::out_of_memory;  // an owning workspace grows and asks again
    for (vtc::index_t i = 0; i < t.count; ++i) order[i] = i;
    std::fill_n(taken, in.where.count / width + 1, 0);
    std::sort(order, order + t.count, [&](auto a, auto b) { return t.squared_norm[a] != t.squared_norm[b] ? t.squared_norm[a] > t.squared_norm[b] : a < b; });
    for (vtc::index_t k = 0, left = t.slots; k < t.count && left > 0; ++k)
      if (const vtc::index_t row = t.candidate[order[k]]; taken[row / width]++ < at_most) plan.pick(row), --left;
    plan.add_note(vtc::note::partition);
    return vtc::status::ok;
  }
};

int main() {
  std::vector<float> tokens(8 * 8 * 4);
  for (std::size_t i = 0; i < tokens.size(); ++i) tokens[i] = static_cast<float>((i * 37) % 101);
  const auto where = vtc::layout_builder<1>{}.grid(8, 8);
  vtc::workspace memory;
  vtc::plan_storage plan;
  const vtc::rows x = vtc::view(tokens.data(), 64, 4);
  const vtc::status s = vtc::make_plan(loudest_in_each_row{}, vtc::give(where, vtc::tokens(x)), vtc::keep(12), memory, plan);
  if (s != vtc::status::ok || vtc::check(plan) != vtc::status::ok) return 1;
  for (vtc::index_t k = 0; k < plan.view().slot_count; ++k) std::printf("%d ", static_cast<int>(plan.view().anchor[k]));
  std::printf("\n");
}
