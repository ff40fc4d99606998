// A total divided among parts by weight, with exact sums: what tiles, crops, runs and frames get of a budget.
//
// Source: largest remainder (Hamilton 1792), with caps. HiRED, GlobalCom2, HoloV and VidCom2 each lose or invent rows here; this rule does not.
// Inputs: parts, each with a weight (below zero or not finite: 0), a cap and a floor, and a total. Gives: count per part, within [floor, cap]; the sum
// is min(total, sum of caps), or the sum of the floors where that is more. Weights that are all 0 count as equal.
// Order and ties: larger remainder, then lower part. What capped parts cannot take goes to the others by the same rule.
// Cost: O(parts^2) at the most. Workspace: none. Errors: none.
#pragma once

#include "vtc/status.hpp"

namespace vtc {
inline namespace v0_1 {

struct part_share {
  double weight;
  index_t cap, floor;
  index_t count;  // the answer
};

namespace detail {
// What the open parts (count none) would get of `rest`.
struct open_parts {
  part_share* part;
  index_t parts;
  double rest = 0, weight = 0;
  index_t open = 0;

  VTC_INLINE open_parts(part_share* all, index_t n, double total) noexcept : part(all), parts(n), rest(total) {
    for (index_t p = 0; p < parts; ++p) {
      if (part[p].count != none) rest -= part[p].count;
      else weight += part[p].weight;
      open += part[p].count == none;
    }
    if (rest < 0) rest = 0;
  }
  VTC_INLINE double ideal(index_t p) const noexcept { return weight > 0 ? rest * part[p].weight / weight : rest / open; }

  // Parts that would get more than their cap get the cap, or, when there are none, those below their floor the floor.
  VTC_INLINE bool fix(bool caps) const noexcept {
    bool fixed = false;
    for (index_t p = 0; p < parts; ++p) {
      const bool beyond = part[p].count == none && (caps ? ideal(p) > part[p].cap : ideal(p) < part[p].floor);
      if (beyond) part[p].count = -2;
      fixed = fixed || beyond;
    }
    for (index_t p = 0; p < parts; ++p)
      if (part[p].count == -2) part[p].count = caps ? part[p].cap : part[p].floor;
    return fixed;
  }
};
}  // namespace detail

template <class Arch>
void divide_by_shares(part_share* part, index_t parts, index_t total) noexcept {
  for (index_t p = 0; p < parts; ++p) {
    const bool counts = part[p].weight > 0 && part[p].weight < 1e300;
    if (!counts) part[p].weight = 0;
    if (part[p].floor > part[p].cap) part[p].floor = part[p].cap;
    part[p].count = none;
  }
  while (detail::open_parts(part, parts, total).fix(true) || detail::open_parts(part, parts, total).fix(false)) {
  }
  const detail::open_parts open(part, parts, total);
  double left = open.rest;
  for (index_t p = 0; p < parts; ++p)
    if (part[p].count == none) left -= static_cast<double>(static_cast<index_t>(open.ideal(p)));
  for (index_t more = static_cast<index_t>(left + 0.5); more > 0; --more) {  // by remainder; a part that was given one is marked by -3 - count
    index_t best = none;
    double most = -1;
    for (index_t p = 0; p < parts; ++p) {
      const double remainder = open.ideal(p) - static_cast<double>(static_cast<index_t>(open.ideal(p)));
      if (part[p].count != none || !(remainder > most)) continue;
      best = p;
      most = remainder;
    }
    if (best == none) break;
    part[best].count = -3 - (static_cast<index_t>(open.ideal(best)) + 1);
  }
  for (index_t p = 0; p < parts; ++p) {
    if (part[p].count == none) part[p].count = static_cast<index_t>(open.ideal(p));
    else if (part[p].count <= -3) part[p].count = -3 - part[p].count;
  }
}

}  // namespace v0_1
}  // namespace vtc
