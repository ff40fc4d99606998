// A plan written down slot by slot.
#pragma once

#include <vector>

#include "input/token_field.hpp"
#include "vtc/plan/plan.hpp"

namespace input {

struct hand_plan {
  vtc::index_t sources = 0;
  vtc::reduction how = vtc::reduction::mean;
  std::vector<vtc::index_t> begin{0}, source{}, anchor{};
  std::vector<float> weight{};  // empty: none
  vtc::cells shape{};
  vtc::index_t appended = 0;
  std::uint32_t notes = 0;

  hand_plan(vtc::index_t n, vtc::reduction r) : sources(n), how(r) {}
  hand_plan& slot(vtc::index_t at, std::vector<vtc::index_t> rows, std::vector<float> weights = {}) {
    anchor.push_back(at);
    source.insert(source.end(), rows.begin(), rows.end());
    weight.insert(weight.end(), weights.begin(), weights.end());
    begin.push_back(static_cast<vtc::index_t>(source.size()));
    return *this;
  }
  hand_plan& pick(vtc::index_t row) { return slot(row, {row}); }

  vtc::plan_view view() const {
    vtc::plan_view p{};
    p.source_count = sources;
    p.slot_count = static_cast<vtc::index_t>(anchor.size());
    p.entry_count = static_cast<vtc::index_t>(source.size());
    p.slot_begin = begin.data();
    p.source = source.data();
    p.weight = weight.empty() ? nullptr : weight.data();
    p.anchor = anchor.data();
    p.how = how;
    p.appended = appended;
    p.shape = shape;
    p.notes = notes;
    return p;
  }
};

// Slots of 1 to `most` random sources, anchors ascending. With weights where the reduction takes them.
inline hand_plan random_plan(vtc::index_t sources, vtc::index_t slots, int most, vtc::reduction how, generator& g) {
  hand_plan plan(sources, how);
  const int equal = 1 + g.below(most);
  for (vtc::index_t s = 0; s < slots; ++s) {
    const int n = how == vtc::reduction::concatenate ? equal : 1 + g.below(most);
    std::vector<vtc::index_t> rows;
    std::vector<float> weights;
    for (int e = 0; e < n; ++e) {
      const bool hole = how == vtc::reduction::concatenate && g.below(5) == 0;
      rows.push_back(hole ? vtc::none : g.below(sources));
      if (how == vtc::reduction::linear || how == vtc::reduction::keep_norm) weights.push_back(g.value());
    }
    plan.slot(s * sources / slots, rows, weights);
  }
  return plan;
}

// k x k blocks of a height x width grid, raster order.
inline hand_plan block_plan(vtc::index_t height, vtc::index_t width, vtc::index_t k, vtc::reduction how) {
  hand_plan plan(height * width, how);
  for (vtc::index_t y = 0; y + k <= height; y += k)
    for (vtc::index_t x = 0; x + k <= width; x += k) {
      std::vector<vtc::index_t> rows;
      for (vtc::index_t i = 0; i < k * k; ++i) rows.push_back((y + i / k) * width + x + i % k);
      plan.slot(rows[0], rows);
    }
  plan.shape = vtc::cells{1, height / k, width / k};
  plan.notes = vtc::note::partition;
  return plan;
}

}  // namespace input
