// The two nearest clusters become one, until K are left.
//
// Source: agglomerative token clustering (ATC), Haurum et al. 2024; the update of distances, Lance and Williams 1967.
// Inputs: metric [N,D] (keys averaged over heads, or the tokens); optionally sizes [N]. At most 1024 rows a call: every merger changes distances to all others, so all
// pairs are held. Option: linkage, the distance of two clusters: average, complete (the largest) or single (the least) of 1 - cosine over their pairs of rows.
// Gives: K slots, a partition: equal means, or with sizes row i weighs size_i / (sum of sizes).
// Order and ties: anchor = the lowest row; slots ascend, in method order, too. Nearer pair, then the pair that stands first.
// Cost: n^2 D, and about n a merger, n^2 at the worst. Workspace: 4 n^2 + about 45 n bytes and 64 D floats.
// Errors: needs_metric, needs_budget, bad_shape for more than 1024 rows, out_of_memory.
#pragma once

#include "vtc/option.hpp"
#include "vtc/planner.hpp"
#include "vtc/plan/merge/groups.hpp"
#include "vtc/similarity/similarity_rows.hpp"

namespace vtc {
inline namespace v0_1 {
namespace merge {

enum class cluster_distance : std::uint8_t { average, complete, single };
inline constexpr choice<cluster_distance> cluster_distances[] = {{"average", cluster_distance::average}, {"complete", cluster_distance::complete}, {"single", cluster_distance::single}};

struct agglomerative {
  static constexpr input needs = input::metric;
  static constexpr input compares = input::metric;
  static constexpr index_t most_rows = 1024;
  cluster_distance linkage = cluster_distance::average;

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("linkage", self.linkage, cluster_distances, "what the distance of two clusters is");
  }
  VTC_INLINE status check(const layout&, const task& t) const noexcept {
    return t.slots == none ? status::needs_budget : t.count > most_rows ? status::bad_shape : status::ok;
  }

  template <class Arch>
  void measure(const inputs& in, const task& t, workspace& memory, Arch) const noexcept {
    if (t.count > most_rows) return;
    (void)scratch<Arch>(in, t, memory);
    similarity::measure_similarity_rows<Arch>(in.metric.width, memory);
  }

  template <class Arch>
  status build(const inputs& in, const task& t, workspace& memory, plan_storage& plan, Arch) const noexcept {
    scratch<Arch> work(in, t, memory);
    if (memory.failed()) return status::out_of_memory;
    if (!compare<Arch>(in, t, memory, work)) return status::out_of_memory;
    for (index_t i = 0; i < t.count; ++i) {
      work.members[i] = 1;
      work.into[i] = i;
    }
    for (index_t i = 0; i < t.count; ++i) find_nearest<Arch>(i, t.count, work);
    for (index_t left = t.count; left > t.slots; --left) {
      index_t a = none;
      for (index_t i = 0; i < t.count; ++i)
        if (work.members[i] > 0 && work.nearest[i] != none && (a == none || at(work, t, i, work.nearest[i]) < at(work, t, a, work.nearest[a]))) a = i;
      join<Arch>(a, work.nearest[a], t, work);
    }
    write<Arch>(in, t, work, plan);
    return status::ok;
  }

 private:
  // A cluster stands where its lowest row stands; nearest looks behind it only.
  template <class Arch>
  struct scratch {
    group_list groups;
    index_t *members, *nearest, *into;
    float* distance;  // [n][n], both halves

    scratch(const inputs& in, const task& t, workspace& memory) noexcept : groups{} {
      groups.take(t, in.sizes != nullptr, memory);
      members = memory.take<index_t>(t.count);
      nearest = memory.take<index_t>(t.count);
      into = memory.take<index_t>(t.count);
      distance = memory.take<float>(t.count, t.count);
    }
  };

  template <class Arch>
  VTC_INLINE static float& at(const scratch<Arch>& work, const task& t, index_t i, index_t j) noexcept {
    return work.distance[static_cast<std::ptrdiff_t>(i) * t.count + j];
  }

  template <class Arch>
  static bool compare(const inputs& in, const task& t, workspace& memory, const scratch<Arch>& work) noexcept {
    for (index_t i = 0; i < t.count; i += kernel::panel_rows) {
      index_t pick[static_cast<std::size_t>(kernel::panel_rows)];
      float* row[static_cast<std::size_t>(kernel::panel_rows)];
      const index_t n = t.count - i < kernel::panel_rows ? t.count - i : kernel::panel_rows;
      for (index_t k = 0; k < n; ++k) {
        pick[k] = i + k;
        row[k] = work.distance + static_cast<std::ptrdiff_t>(i + k) * t.count;
      }
      similarity::similarity_rows<Arch>(kernel::listed_rows{in.metric, t.candidate}, t.count, t.squared_norm, pick, n, row, memory);
      if (memory.failed()) return false;
      for (index_t k = 0; k < n; ++k)
        for (index_t j = 0; j < t.count; ++j) row[k][j] = 1 - row[k][j];
    }
    return true;
  }

  template <class Arch>
  static void find_nearest(index_t i, index_t n, const scratch<Arch>& work) noexcept {
    const float* row = work.distance + static_cast<std::ptrdiff_t>(i) * n;
    index_t best = none;
    for (index_t j = i + 1; j < n; ++j)
      if (work.members[j] > 0 && (best == none || row[j] < row[best])) best = j;
    work.nearest[i] = best;
  }

  // Cluster b, behind a, joins a.
  template <class Arch>
  void join(index_t a, index_t b, const task& t, const scratch<Arch>& work) const noexcept {
    const auto of_a = static_cast<double>(work.members[a]), of_b = static_cast<double>(work.members[b]);
    for (index_t j = 0; j < t.count; ++j) {
      if (j == a || j == b || work.members[j] == 0) continue;
      const float x = at(work, t, a, j), y = at(work, t, b, j);
      const float d = linkage == cluster_distance::average  ? static_cast<float>((of_a * static_cast<double>(x) + of_b * static_cast<double>(y)) / (of_a + of_b))
                      : linkage == cluster_distance::single ? (x < y ? x : y)
                                                            : (x > y ? x : y);
      at(work, t, a, j) = at(work, t, j, a) = d;
    }
    work.members[a] += work.members[b];
    work.members[b] = 0;
    work.into[b] = a;
    for (index_t i = 0; i < b; ++i) {
      if (work.members[i] == 0 || i == a) continue;
      if (work.nearest[i] == a || work.nearest[i] == b) find_nearest<Arch>(i, t.count, work);
      else if (i < a && (work.nearest[i] == none || at(work, t, i, a) < at(work, t, i, work.nearest[i]) ||
                         (!(at(work, t, i, a) > at(work, t, i, work.nearest[i])) && a < work.nearest[i])))
        work.nearest[i] = a;
    }
    find_nearest<Arch>(a, t.count, work);
  }

  template <class Arch>
  static void write(const inputs& in, const task& t, scratch<Arch>& work, plan_storage& plan) noexcept {
    work.groups.count = 0;
    for (index_t i = 0; i < t.count; ++i) {
      if (work.members[i] > 0) {
        work.nearest[i] = work.groups.count;
        work.groups.anchor[work.groups.count++] = t.candidate[i];
      }
      index_t to = i;
      while (work.into[to] != to) to = work.into[to];
      work.into[i] = to;  // shorter for the rows behind
      work.groups.group_of[i] = work.nearest[to];
    }
    work.groups.write(t, in.sizes, plan);
  }
};

}  // namespace merge
}  // namespace v0_1
}  // namespace vtc
