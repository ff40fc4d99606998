// A plan as an oracle states it: slots in order, each with its anchor, its rows and their final coefficients.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "oracle/matrix.hpp"

namespace oracle {

struct entry {
  int source;
  double weight;
};

struct slot {
  int anchor;
  std::vector<entry> entries;
};

struct plan {
  std::vector<slot> slots;
  // How far the closest of all decisions was from going the other way. Where it is of the size of rounding errors of single precision, an
  // oracle decides nothing: two right programs may differ.
  double margin = std::numeric_limits<double>::infinity();

  // An exact tie is a decision, too: the lower row. It comes from symmetry (two rows that are each other's nearest), and then is exact everywhere.
  void decide(double winner, double other) {
    if (winner != other) margin = std::min(margin, winner - other);
  }
  bool decided(double error = 4e-6) const { return margin > error; }

  void pick(int row) { slots.push_back({row, {{row, 1.0}}}); }

  // As every plan is by default: by anchor, rows that must stay in their places.
  void in_source_order(const std::vector<int>& kept = {}) {
    for (const int r : kept) pick(r);
    std::sort(slots.begin(), slots.end(), [](const slot& a, const slot& b) { return a.anchor < b.anchor; });
  }
  void in_method_order(const std::vector<int>& kept) {
    plan first;
    for (const int r : kept) first.pick(r);
    slots.insert(slots.begin(), first.slots.begin(), first.slots.end());
  }
};

// What a plan of weighted rows makes of a matrix.
inline std::vector<double> apply(const plan& p, const matrix& x) {
  std::vector<double> out;
  for (const slot& s : p.slots)
    for (int c = 0; c < x.width; ++c) {
      double sum = 0;
      for (const entry& e : s.entries) sum += e.weight * x.at(e.source, c);
      out.push_back(sum);
    }
  return out;
}

}  // namespace oracle
