// ToMe (Bolya et al. 2023): rounds, sizes, threshold, class row. Specification: reference/algorithms 1.1 and 1.3.
//
// Groups stand in a row of places, protected rows in front counted. Even places look for their most similar odd place; the r best pairs are
// merged into the odd one. What found no partner then stands first (most similar first; ascending behind a class row), odd places follow.
#pragma once

#include <algorithm>
#include <climits>

#include "oracle/plan.hpp"

namespace oracle {

struct tome_options {
  std::vector<int> remove;   // rows to remove in each round; empty: as many as it takes
  int keep = -1;             // groups to keep, or the floor with a threshold; -1: none
  double threshold = 2;      // merge only pairs more similar than this
  int max_remove = INT_MAX;  // in a round
};

struct tome_group {
  int anchor;
  std::vector<int> rows;
};

namespace detail {

struct tome_match {
  int group, partner;
  double similarity;
};

// Every even place with its best odd place, best pair first.
inline std::vector<tome_match> match(const matrix& metric, const std::vector<double>& sizes, const std::vector<tome_group>& groups, int lead, plan& p) {
  std::vector<std::vector<double>> mean;
  for (const tome_group& g : groups) mean.push_back(mean_row(metric, g.rows, sizes));
  const int n = static_cast<int>(groups.size());
  std::vector<tome_match> matches;
  for (int a = 0; a < n; ++a) {
    if ((lead + a) % 2 != 0) continue;
    tome_match best{a, -1, 0};
    double second = -2;
    for (int b = 0; b < n; ++b) {
      if ((lead + b) % 2 == 0) continue;
      const double s = cosine(mean[static_cast<std::size_t>(a)], mean[static_cast<std::size_t>(b)]);
      if (best.partner < 0 || s > best.similarity) {
        second = best.partner < 0 ? -2 : best.similarity;
        best.partner = b;
        best.similarity = s;
      } else {
        second = std::max(second, s);
      }
    }
    if (best.partner >= 0) p.decide(best.similarity, second);
    matches.push_back(best);
  }
  std::stable_sort(matches.begin(), matches.end(), [](const tome_match& x, const tome_match& y) { return x.similarity > y.similarity; });
  for (std::size_t i = 1; i < matches.size(); ++i) p.decide(matches[i - 1].similarity, matches[i].similarity);
  return matches;
}

}  // namespace detail

// In method order. `lead`: how many protected rows stand in front of the candidates.
inline plan tome(const matrix& metric, const std::vector<double>& sizes, const std::vector<int>& candidates, int lead, const tome_options& o) {
  plan p;
  std::vector<tome_group> groups;
  for (const int r : candidates) groups.push_back({r, {r}});
  const int rounds = !o.remove.empty() ? static_cast<int>(o.remove.size()) : o.keep >= 0 ? INT_MAX : 1;
  for (int round = 0; round < rounds; ++round) {
    const int n = static_cast<int>(groups.size());
    int most = std::min(n / 2, o.max_remove);
    if (!o.remove.empty()) most = std::min(most, o.remove[static_cast<std::size_t>(round)]);
    if (o.keep >= 0) most = std::min(most, n - o.keep);
    if (most <= 0) {
      if (o.remove.empty()) break;
      continue;
    }
    std::vector<detail::tome_match> matches = detail::match(metric, sizes, groups, lead, p);
    int merged = 0;
    while (merged < most && matches[static_cast<std::size_t>(merged)].similarity > o.threshold) ++merged;
    if (o.threshold >= 2) merged = most;
    else for (const detail::tome_match& m : matches) p.decide(std::abs(m.similarity - o.threshold), 0);
    if (merged == 0) break;  // nothing moves, in this round or a later one
    for (int i = 0; i < merged; ++i) {
      const detail::tome_match& m = matches[static_cast<std::size_t>(i)];
      const std::vector<int>& moved = groups[static_cast<std::size_t>(m.group)].rows;
      std::vector<int>& rows = groups[static_cast<std::size_t>(m.partner)].rows;
      rows.insert(rows.end(), moved.begin(), moved.end());
    }
    std::vector<int> left;
    for (std::size_t i = static_cast<std::size_t>(merged); i < matches.size(); ++i) left.push_back(matches[i].group);
    if (lead > 0) std::sort(left.begin(), left.end());
    std::vector<tome_group> next;
    for (const int a : left) next.push_back(groups[static_cast<std::size_t>(a)]);
    for (int b = 0; b < n; ++b)
      if ((lead + b) % 2 != 0) next.push_back(groups[static_cast<std::size_t>(b)]);
    groups = next;
  }
  for (tome_group& g : groups) {
    std::sort(g.rows.begin(), g.rows.end());
    double sum = 0;
    for (const int r : g.rows) sum += sizes.empty() ? 1.0 : sizes[static_cast<std::size_t>(r)];
    slot s{g.anchor, {}};
    for (const int r : g.rows) s.entries.push_back({r, (sizes.empty() ? 1.0 : sizes[static_cast<std::size_t>(r)]) / sum});
    p.slots.push_back(s);
  }
  return p;
}

}  // namespace oracle
