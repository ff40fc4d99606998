#include "experiment/plan_picture.hpp"

#include <algorithm>
#include <cmath>
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

// Neighbouring slots get distant hues: steps of the golden ratio around the circle.
files::color tint(vtc::index_t slot) {
  const double hue = 6 * std::fmod(static_cast<double>(slot) * 0.6180339887, 1.0);
  const auto channel = [&](double shift) {
    const double distance = std::abs(std::fmod(hue + shift, 6.0) - 3);
    return static_cast<unsigned char>(255 * std::clamp(distance - 1, 0.0, 1.0));
  };
  return {channel(0), channel(4), channel(2)};
}

}  // namespace

files::image draw_plan(const files::image& picture, const vtc::plan_view& plan, const vtc::region& grid) {
  constexpr files::color veil{52, 60, 84};  // neither black nor white: dropped cells show on any picture
  constexpr float dimming = 0.8f, tinting = 0.4f;
  const std::vector<vtc::index_t> fate = fate_of_rows(plan);
  files::image drawn = picture;
  for (int y = 0; y < picture.height; ++y)
    for (int x = 0; x < picture.width; ++x) {
      const vtc::index_t row = grid.at(0, y * grid.height / picture.height, x * grid.width / picture.width);
      const vtc::index_t f = fate[static_cast<std::size_t>(row)];
      if (f == dropped) drawn.set(x, y, files::mixed(picture.at(x, y), veil, dimming));
      else if (f != kept_alone) drawn.set(x, y, files::mixed(picture.at(x, y), tint(f), tinting));
    }
  return drawn;
}

}  // namespace experiment
