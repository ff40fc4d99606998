// VisionZip (Yang et al. 2024), specification: reference/algorithms 2. Rows with the best scores stay; of the others, every step-th becomes a
// target, and each remaining row joins the target it is most similar to: target + mean of its members, not divided by two.
#pragma once

#include "oracle/top_k.hpp"

namespace oracle {

// In method order: dominant rows ascending, then targets. Both counts are of candidates.
inline plan visionzip(const std::vector<float>& score, const matrix& metric, const std::vector<int>& candidates, int dominant, int contextual,
                      bool normalise = false) {
  plan p = top_k(score, candidates, dominant);
  p.in_source_order();
  std::vector<int> rest, targets, members;
  for (const int r : candidates) {
    bool taken = false;
    for (const slot& s : p.slots) taken = taken || s.anchor == r;
    if (!taken) rest.push_back(r);
  }
  if (contextual == 0) return p;
  const int step = std::max(1, static_cast<int>(rest.size()) / contextual);
  for (int i = 0; i < static_cast<int>(rest.size()); ++i) {
    const bool target = i % step == 0 && static_cast<int>(targets.size()) < contextual;
    (target ? targets : members).push_back(rest[static_cast<std::size_t>(i)]);
  }
  std::vector<std::vector<int>> joined(targets.size());
  for (const int r : members) {
    std::size_t best = 0;
    double most = -3, second = -3;
    for (std::size_t t = 0; t < targets.size(); ++t) {
      const double s = cosine(metric.row(r), metric.row(targets[t]));
      if (s > most) {
        second = most;
        most = s;
        best = t;
      } else {
        second = std::max(second, s);
      }
    }
    p.decide(most, second);
    joined[best].push_back(r);
  }
  for (std::size_t t = 0; t < targets.size(); ++t) {
    const double share = normalise && !joined[t].empty() ? 0.5 : 1.0;
    slot s{targets[t], {{targets[t], share}}};
    for (const int r : joined[t]) s.entries.push_back({r, share / static_cast<double>(joined[t].size())});
    p.slots.push_back(s);
  }
  return p;
}

}  // namespace oracle
