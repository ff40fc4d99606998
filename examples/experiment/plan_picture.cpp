#include "experiment/plan_picture.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace experiment {
namespace {

constexpr vtc::index_t dropped = -1, kept_alone = -2;

// For every source row: the slot it was merged into, kept_alone or dropped. A row in several slots counts for the first.
std::vector<vtc::index_t> fate_of_rows(const vtc::plan_view& plan) {
  std::vector<vtc::index_t> fate(static_cast<std::size_t>(plan.source_count), dropped);
  for (vtc::index_t slot = 0; slot < plan.slot_count; ++slot) {
    const vtc::index_t first = plan.slot_begin[slot], last = plan.slot_begin[slot + 1];
    for (vtc::index_t e = first; e < last; ++e) {
      if (plan.source[e] == vtc::none) continue;
      vtc::index_t& f = fate[static_cast<std::size_t>(plan.source[e])];
      if (f == dropped) f = last - first == 1 ? kept_alone : slot;
    }
  }
  return fate;
}

// A hue for each slot, in no order, so that slots next to each other rarely look alike.
files::color tint(vtc::index_t slot) {
  std::uint32_t mixed = static_cast<std::uint32_t>(slot) + 0x9e3779b9u;
  for (int round = 0; round < 2; ++round) mixed = (mixed ^ (mixed >> 15)) * 0x2c1b3c6du;
  const double hue = 6.0 * (mixed >> 8) / (1u << 24);
  const auto channel = [&](double shift) {
    const double distance = std::abs(std::fmod(hue + shift, 6.0) - 3);
    return static_cast<unsigned char>(255 * std::clamp(distance - 1, 0.0, 1.0));
  };
  return {channel(0), channel(4), channel(2)};
}

}  // namespace

files::image draw_plan(const files::image& picture, const vtc::plan_view& plan, const vtc::region& grid) {
  constexpr files::color veil{52, 60, 84};  // neither black nor white: dropped cells show on any picture
  constexpr float dimming = 0.8f, tinting = 0.4f, edge_tinting = 0.8f;
  const std::vector<vtc::index_t> fate = fate_of_rows(plan);
  const auto fate_at = [&](int y, int x) {
    return fate[static_cast<std::size_t>(grid.at(0, y * grid.height / picture.height, x * grid.width / picture.width))];
  };
  files::image drawn = picture;
  for (int y = 0; y < picture.height; ++y)
    for (int x = 0; x < picture.width; ++x) {
      const vtc::index_t f = fate_at(y, x);
      if (f == kept_alone) continue;
      const bool edge = (y > 0 && fate_at(y - 1, x) != f) || (x > 0 && fate_at(y, x - 1) != f);
      if (f == dropped) drawn.set(x, y, files::mixed(picture.at(x, y), veil, dimming));
      else drawn.set(x, y, files::mixed(picture.at(x, y), tint(f), edge ? edge_tinting : tinting));
    }
  return drawn;
}

}  // namespace experiment
