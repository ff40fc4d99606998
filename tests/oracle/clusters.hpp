// Groups by a rule, from the specification: destinations (reference/algorithms 1.2), PiToMe (1.5), DPC-KNN (6.2), DBDPC and PACT (6.3), with our rules for
// ties and counts. Slots stand in the method's own order.
#pragma once

#include <algorithm>
#include <numeric>

#include "oracle/plan.hpp"

namespace oracle {

// One slot a group; weights by size.
inline void add_group(plan& p, int anchor, std::vector<int> rows, const std::vector<double>& sizes) {
  std::sort(rows.begin(), rows.end());
  double sum = 0;
  for (const int r : rows) sum += sizes.empty() ? 1.0 : sizes[static_cast<std::size_t>(r)];
  slot s{anchor, {}};
  for (const int r : rows) s.entries.push_back({r, (sizes.empty() ? 1.0 : sizes[static_cast<std::size_t>(r)]) / sum});
  p.slots.push_back(s);
}

// The first place of the largest value; the decision is noted.
inline std::size_t largest(const std::vector<double>& value, plan& p) {
  std::size_t best = 0;
  double second = -1e300;
  for (std::size_t i = 1; i < value.size(); ++i) {
    if (value[i] > value[best]) {
      second = std::max(second, value[best]);
      best = i;
    } else {
      second = std::max(second, value[i]);
    }
  }
  if (value.size() > 1) p.decide(value[best], second);
  return best;
}

// Places by falling value, equal ones in order; every neighbouring pair is a decision.
inline std::vector<int> by_falling(const std::vector<double>& value, plan& p) {
  std::vector<int> order = all(static_cast<int>(value.size()));
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return value[static_cast<std::size_t>(a)] > value[static_cast<std::size_t>(b)]; });
  for (std::size_t i = 1; i < order.size(); ++i) p.decide(value[static_cast<std::size_t>(order[i - 1])], value[static_cast<std::size_t>(order[i])]);
  return order;
}

inline plan join_destinations(const matrix& metric, const std::vector<int>& destinations, const std::vector<double>& sizes) {
  plan p;
  std::vector<std::vector<int>> rows;
  for (const int d : destinations) rows.push_back({d});
  for (int i = 0; i < metric.count(); ++i) {
    if (std::find(destinations.begin(), destinations.end(), i) != destinations.end()) continue;
    std::vector<double> like;
    for (const int d : destinations) like.push_back(cosine(metric.row(i), metric.row(d)));
    rows[largest(like, p)].push_back(i);
  }
  for (std::size_t g = 0; g < rows.size(); ++g) add_group(p, destinations[g], rows[g], sizes);
  return p;
}

inline plan pitome(const matrix& metric, int keep, double margin, const std::vector<double>& sizes) {
  plan p;
  std::vector<std::pair<int, std::vector<int>>> groups;  // anchor, rows
  for (int i = 0; i < metric.count(); ++i) groups.push_back({i, {i}});
  while (static_cast<int>(groups.size()) > keep) {
    std::vector<std::vector<double>> mean;
    for (const auto& g : groups) mean.push_back(mean_row(metric, g.second, sizes));
    std::vector<double> energy;
    for (const auto& a : mean) {
      double sum = 0;
      for (const auto& b : mean) {
        const double z = cosine(a, b) - margin;
        sum += z > 0 ? z : std::exp(z) - 1;
      }
      energy.push_back(sum / static_cast<double>(mean.size()));
    }
    const std::vector<int> order = by_falling(energy, p);
    const std::size_t r = std::min(groups.size() - static_cast<std::size_t>(keep), groups.size() / 2);
    std::vector<std::pair<int, std::vector<int>>> next, joined;
    for (std::size_t k = 2 * r; k < order.size(); ++k) next.push_back(groups[static_cast<std::size_t>(order[k])]);
    for (std::size_t k = 0; k < r; ++k) joined.push_back(groups[static_cast<std::size_t>(order[2 * k + 1])]);
    for (std::size_t k = 0; k < r; ++k) {
      const auto from = static_cast<std::size_t>(order[2 * k]);
      std::vector<double> like;
      for (std::size_t b = 0; b < r; ++b) like.push_back(cosine(mean[from], mean[static_cast<std::size_t>(order[2 * b + 1])]));
      std::vector<int>& to = joined[largest(like, p)].second;
      to.insert(to.end(), groups[from].second.begin(), groups[from].second.end());
    }
    next.insert(next.end(), joined.begin(), joined.end());
    groups = next;
  }
  for (const auto& g : groups) add_group(p, g.first, g.second, sizes);
  return p;
}

inline plan dpc_knn(const matrix& x, int keep, int neighbours, const std::vector<double>& sizes) {
  plan p;
  const int n = x.count();
  std::vector<std::vector<double>> squared(static_cast<std::size_t>(n), std::vector<double>(static_cast<std::size_t>(n), 0.0));
  double farthest = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double d = 0;
      for (int c = 0; c < x.width; ++c) d += (x.at(i, c) - x.at(j, c)) * (x.at(i, c) - x.at(j, c));
      squared[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = d / x.width;
      farthest = std::max(farthest, d / x.width);
    }
  const int k = std::min(n, neighbours <= keep ? neighbours : std::min(3, std::max(keep / 2, 1)));
  std::vector<double> density, score;
  for (std::vector<double> row : squared) {
    std::sort(row.begin(), row.end());
    density.push_back(std::exp(-std::accumulate(row.begin(), row.begin() + k, 0.0) / k));
  }
  for (std::size_t i = 0; i < density.size(); ++i) {
    double delta = -1;
    for (std::size_t j = 0; j < density.size(); ++j) {
      if (!(density[j] > density[i] || (density[j] >= density[i] && j < i))) continue;
      if (j != i) p.decide(std::max(density[i], density[j]), std::min(density[i], density[j]));
      if (delta < 0 || squared[i][j] < delta) delta = squared[i][j];
    }
    score.push_back(density[i] * std::sqrt(delta < 0 ? farthest : delta));
  }
  std::vector<int> centres = by_falling(score, p);
  centres.resize(static_cast<std::size_t>(keep));
  std::vector<std::vector<int>> rows(centres.size());
  for (int i = 0; i < n; ++i) {
    const auto itself = std::find(centres.begin(), centres.end(), i);
    std::vector<double> near;
    for (const int c : centres) near.push_back(-squared[static_cast<std::size_t>(i)][static_cast<std::size_t>(c)]);
    rows[itself != centres.end() ? static_cast<std::size_t>(itself - centres.begin()) : largest(near, p)].push_back(i);
  }
  for (std::size_t g = 0; g < rows.size(); ++g) add_group(p, centres[g], rows[g], sizes);
  return p;
}

// keep < 0: as many centres as it takes. taking_part: the rows that may be centres.
inline plan density_centres(const matrix& metric, const std::vector<int>& taking_part, double cutoff, double reach, int keep, const std::vector<double>& sizes) {
  plan p;
  const auto distance = [&](int i, int j) { return std::max(0.0, 1 - cosine(metric.row(i), metric.row(j))); };
  std::vector<double> density;
  for (const int i : taking_part) {
    double sum = 0;
    for (const int j : taking_part) sum += std::exp(-distance(i, j) * distance(i, j) / 4);
    density.push_back(sum);
  }
  std::vector<int> centres;
  for (const int k : by_falling(density, p)) {
    if (keep >= 0 && static_cast<int>(centres.size()) >= keep) break;
    const int row = taking_part[static_cast<std::size_t>(k)];
    bool close = false;
    for (const int c : centres) {
      p.decide(std::max(distance(row, c), cutoff), std::min(distance(row, c), cutoff));
      close = close || distance(row, c) <= cutoff;
    }
    if (!close) centres.push_back(row);
  }
  std::sort(centres.begin(), centres.end());
  std::vector<std::vector<int>> rows(centres.size());
  for (int i = 0; i < metric.count(); ++i) {
    const auto itself = std::find(centres.begin(), centres.end(), i);
    std::vector<double> near;
    for (const int c : centres) near.push_back(-distance(i, c));
    const std::size_t to = itself != centres.end() ? static_cast<std::size_t>(itself - centres.begin()) : largest(near, p);
    const bool takes_part = std::find(taking_part.begin(), taking_part.end(), i) != taking_part.end();
    if (!takes_part) p.decide(std::max(-near[to], reach * cutoff), std::min(-near[to], reach * cutoff));
    if (takes_part || -near[to] <= reach * cutoff) rows[to].push_back(i);
  }
  for (std::size_t g = 0; g < rows.size(); ++g) add_group(p, centres[g], rows[g], sizes);
  return p;
}

}  // namespace oracle
