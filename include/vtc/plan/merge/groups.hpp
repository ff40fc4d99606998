// Groups of candidate rows on their way to becoming slots: what merging planners share.
//
// Inputs: a task and optional sizes. Gives: at first one group per candidate, in order; after split() or arrange() a table (begin, source, weight) of
// the groups in their new order (split: every second place first), in the form that kernel::mixed_rows reads; rename() joins groups.
// A planner without rounds sets group_of (none: the row is dropped), anchor and count by itself. write() makes a slot of every group.
// A group weighs its rows equally, by their sizes, or, where means are averaged again in each round, as `nested` says.
// Order and ties: sources ascend inside a group. Cost: O(n) a call. Workspace: 24 n bytes, 4 n more with sizes, 8 n more nested. Errors: none.
#pragma once

#include "vtc/planner.hpp"

namespace vtc {
inline namespace v0_1 {
namespace merge {

struct group_list {
  index_t count = 0;
  index_t *group_of = nullptr;   // [n] candidate -> place of its group
  index_t *anchor = nullptr;     // [count] by place
  index_t *spare = nullptr;      // [n + 1]
  index_t *begin = nullptr;      // [count + 1] after split(): left groups, then right groups
  index_t *source = nullptr;     // [n]
  float *weight = nullptr;       // [n] or null: equal means
  float *nested = nullptr;       // [n] or null: what a candidate counts in its group

  VTC_INLINE void take(const task& t, bool weighted, workspace& memory, bool means_of_means = false) noexcept {
    group_of = memory.take<index_t>(t.count);
    anchor = memory.take<index_t>(t.count);
    spare = memory.take<index_t>(t.count + 1);
    begin = memory.take<index_t>(t.count + 1);
    source = memory.take<index_t>(t.count);
    weight = weighted || means_of_means ? memory.take<float>(t.count) : nullptr;
    nested = means_of_means ? memory.take<float>(t.count) : nullptr;
    count = t.count;
    if (memory.failed() || memory.measuring()) return;
    for (index_t i = 0; i < t.count; ++i) {
      group_of[i] = i;
      anchor[i] = t.candidate[i];
      if (nested != nullptr) nested[i] = 1;
    }
  }

  // Places of equal parity with first_left become groups 0 .. lefts-1, the others follow; group_of then names groups in this order.
  VTC_INLINE void split(index_t first_left, const task& t, const float* sizes) noexcept {
    const index_t lefts = (count + 1 - first_left) / 2;
    for (index_t p = 0; p < count; ++p) spare[p] = (p & 1) == first_left ? (p - first_left) / 2 : lefts + (p - (1 - first_left)) / 2;
    arrange(t, sizes);
  }
  // Group g becomes group spare[g].
  VTC_INLINE void arrange(const task& t, const float* sizes) noexcept {
    permute(t);
    tabulate(t, sizes);
  }

  // Puts the groups back where they stood before split().
  VTC_INLINE void unsplit(index_t first_left, const task& t) noexcept {
    const index_t lefts = (count + 1 - first_left) / 2;
    for (index_t g = 0; g < count; ++g) spare[g] = g < lefts ? 2 * g + first_left : 2 * (g - lefts) + 1 - first_left;
    permute(t);
  }

  // Group g becomes group renamed[g]; the first `lefts` groups hold `merged` that join one of the others, whose anchor stays.
  VTC_INLINE void rename(const task& t, const index_t* renamed, index_t lefts, index_t merged) noexcept {
    if (nested != nullptr) nest(t, renamed);
    for (index_t i = 0; i < t.count; ++i) group_of[i] = renamed[group_of[i]];
    for (index_t g = 0; g < count; ++g)
      if (g >= lefts || renamed[g] < lefts - merged) spare[renamed[g]] = anchor[g];
    count -= merged;
    for (index_t g = 0; g < count; ++g) anchor[g] = spare[g];
  }

  // One slot per group, in the order of the groups.
  VTC_INLINE void write(const task& t, const float* sizes, plan_storage& plan) noexcept {
    tabulate(t, sizes);
    for (index_t g = 0; g < count; ++g) {
      plan.slot(anchor[g]);
      for (index_t e = begin[g]; e < begin[g + 1]; ++e) {
        if (weight != nullptr) plan.add(source[e], weight[e]);
        else plan.add(source[e]);
      }
    }
    plan.reduce_by(weight != nullptr ? reduction::linear : reduction::mean);
    plan.add_note(note::partition);
  }

  // begin, source and final weights of all groups, by counting.
  VTC_INLINE void tabulate(const task& t, const float* sizes) noexcept {
    for (index_t g = 0; g <= count; ++g) begin[g] = 0;
    for (index_t i = 0; i < t.count; ++i)
      if (group_of[i] != none) ++begin[group_of[i] + 1];
    for (index_t g = 0; g < count; ++g) begin[g + 1] += begin[g];
    for (index_t g = 0; g < count; ++g) spare[g] = begin[g];
    for (index_t i = 0; i < t.count; ++i) {
      if (group_of[i] == none) continue;
      const index_t e = spare[group_of[i]]++;
      source[e] = t.candidate[i];
      if (nested != nullptr) weight[e] = nested[i];
    }
    for (index_t g = 0; weight != nullptr && nested == nullptr && g < count; ++g) {
      double sum = 0;
      for (index_t e = begin[g]; e < begin[g + 1]; ++e) sum += static_cast<double>(sizes[source[e]]);
      for (index_t e = begin[g]; e < begin[g + 1]; ++e)
        weight[e] = begin[g + 1] - begin[g] == 1 ? 1.0f
                    : sum > 0                      ? static_cast<float>(static_cast<double>(sizes[source[e]]) / sum)
                                                   : 1.0f / static_cast<float>(begin[g + 1] - begin[g]);
    }
  }

 private:
  // Every group counts the same in the group that it joins.
  VTC_INLINE void nest(const task& t, const index_t* renamed) noexcept {
    for (index_t g = 0; g < count; ++g) spare[g] = 0;
    for (index_t g = 0; g < count; ++g) ++spare[renamed[g]];
    for (index_t i = 0; i < t.count; ++i) nested[i] /= static_cast<float>(spare[renamed[group_of[i]]]);
  }

  VTC_INLINE void permute(const task& t) noexcept {
    for (index_t i = 0; i < t.count; ++i) group_of[i] = spare[group_of[i]];
    for (index_t g = 0; g < count; ++g) begin[spare[g]] = anchor[g];
    for (index_t g = 0; g < count; ++g) anchor[g] = begin[g];
  }
};

}  // namespace merge
}  // namespace v0_1
}  // namespace vtc
