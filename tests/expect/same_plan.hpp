// Whether two plans are one, and where they part. Usage: CHECK(expect::difference(plan, other) == "").
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "expect/close.hpp"
#include "oracle/plan.hpp"
#include "vtc/plan/plan.hpp"
#include "vtc/view/element.hpp"

namespace expect {

// A plan that outlives the storage it came from.
struct plan_copy {
  std::vector<vtc::index_t> begin, source, anchor;
  std::vector<float> weight;  // empty: none
  vtc::index_t source_count = 0, appended = 0;
  vtc::reduction how = vtc::reduction::mean;
  vtc::cells shape{};
  std::uint32_t notes = 0;

  plan_copy() = default;
  explicit plan_copy(const vtc::plan_view& p)
      : begin(p.slot_begin, p.slot_begin + p.slot_count + 1),
        source(p.source, p.source + p.entry_count),
        anchor(p.anchor, p.anchor + p.slot_count),
        weight(p.weight, p.weight + (p.weight != nullptr ? p.entry_count : 0)),
        source_count(p.source_count),
        appended(p.appended),
        how(p.how),
        shape(p.shape),
        notes(p.notes) {}

  int slots() const { return static_cast<int>(anchor.size()); }
  std::vector<vtc::index_t> rows(int slot) const {
    const auto s = static_cast<std::size_t>(slot);
    return std::vector<vtc::index_t>(source.begin() + begin[s], source.begin() + begin[s + 1]);
  }
  // "7 = 3*0.5 + 7*0.5": the anchor and what goes into the slot.
  std::string text(int slot) const {
    std::string s = std::to_string(anchor[static_cast<std::size_t>(slot)]) + " =";
    for (vtc::index_t e = begin[static_cast<std::size_t>(slot)]; e < begin[static_cast<std::size_t>(slot) + 1]; ++e) {
      s += (e > begin[static_cast<std::size_t>(slot)] ? " + " : " ") + std::to_string(source[static_cast<std::size_t>(e)]);
      if (!weight.empty()) s += "*" + std::to_string(weight[static_cast<std::size_t>(e)]);
    }
    return s;
  }
};

// Bit for bit, notes and all.
inline std::string difference(const plan_copy& got, const plan_copy& wanted) {
  if (got.source_count != wanted.source_count) return std::to_string(got.source_count) + " sources where " + std::to_string(wanted.source_count) + " were expected";
  for (int s = 0; s < got.slots() && s < wanted.slots(); ++s)
    if (got.text(s) != wanted.text(s)) return "slot " + std::to_string(s) + " is [" + got.text(s) + "] where [" + wanted.text(s) + "] was expected";
  if (got.slots() != wanted.slots()) return std::to_string(got.slots()) + " slots where " + std::to_string(wanted.slots()) + " were expected";
  if (got.weight.size() != wanted.weight.size()) return "one plan has weights, the other has none";
  for (std::size_t e = 0; e < got.weight.size(); ++e)
    if (vtc::bits_of(got.weight[e]) != vtc::bits_of(wanted.weight[e])) return "weight " + std::to_string(e) + " differs in its last bits";
  if (got.how != wanted.how) return "the reductions differ";
  if (got.appended != wanted.appended) return "the numbers of appended slots differ";
  if (got.shape.frames != wanted.shape.frames || got.shape.height != wanted.shape.height || got.shape.width != wanted.shape.width) return "the shapes differ";
  if (got.notes != wanted.notes) return "the notes are " + std::to_string(got.notes) + " where " + std::to_string(wanted.notes) + " were expected";
  return {};
}
inline std::string difference(const vtc::plan_view& got, const vtc::plan_view& wanted) { return difference(plan_copy(got), plan_copy(wanted)); }
inline std::string difference(const vtc::plan_view& got, const plan_copy& wanted) { return difference(plan_copy(got), wanted); }

// The same slots, rows and, within rounding, coefficients as an oracle states.
inline std::string difference(const vtc::plan_view& got, const oracle::plan& wanted, tolerance t = {1e-6, 1e-6}) {
  const plan_copy p(got);
  const auto n = static_cast<int>(wanted.slots.size());
  for (int s = 0; s < p.slots() && s < n; ++s) {
    const oracle::slot& w = wanted.slots[static_cast<std::size_t>(s)];
    std::string text = std::to_string(w.anchor) + " =";
    bool same = p.anchor[static_cast<std::size_t>(s)] == w.anchor && p.rows(s).size() == w.entries.size();
    for (std::size_t e = 0; e < w.entries.size(); ++e) {
      text += (e > 0 ? " + " : " ") + std::to_string(w.entries[e].source) + "*" + std::to_string(w.entries[e].weight);
      if (!same) continue;
      const auto at = static_cast<std::size_t>(p.begin[static_cast<std::size_t>(s)]) + e;
      const double weight = !p.weight.empty() ? static_cast<double>(p.weight[at]) : p.how == vtc::reduction::mean ? 1.0 / static_cast<double>(w.entries.size()) : 1.0;
      same = p.source[at] == w.entries[e].source && t.holds(weight, w.entries[e].weight);
    }
    if (!same) return "slot " + std::to_string(s) + " is [" + p.text(s) + "] where [" + text + "] was expected";
  }
  if (p.slots() != n) return std::to_string(p.slots()) + " slots where " + std::to_string(n) + " were expected";
  return {};
}

inline std::vector<int> anchors(const vtc::plan_view& p) { return std::vector<int>(p.anchor, p.anchor + p.slot_count); }
inline std::vector<int> sources(const vtc::plan_view& p, int slot) {
  return std::vector<int>(p.source + p.slot_begin[slot], p.source + p.slot_begin[slot + 1]);
}

}  // namespace expect
