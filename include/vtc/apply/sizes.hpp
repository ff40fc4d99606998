// How many source patches each slot stands for: sizes add up.
//
// Inputs: a plan; the sizes of its sources (null: 1 each), as an earlier plan may have left them. Gives: one size per slot.
// A source in one slot gives it its whole size, one that m slots share gives each 1/m, and one that was dropped gives nothing; so for plans
// that drop nothing the sum stays. Weights play no part. log(size) is the bias that proportional attention adds to a key.
// Source: proportional attention of ToMe, Bolya et al. 2023.
// Order and ties: sums in f64 in entry order, rounded once (plans with shared sources: once for every 2048 sources).
// Cost: O(entries), with shared sources 2 passes for every 2048 sources. Workspace: 16 KB of stack.
// Errors: bad_plan, null_rows, output_overlaps.
#pragma once

#include "vtc/apply/overlap.hpp"
#include "vtc/plan/check.hpp"

namespace vtc {
inline namespace v0_1 {
namespace detail {

VTC_INLINE double size_of_source(const float* in, index_t r) noexcept { return in != nullptr ? static_cast<double>(in[r]) : 1.0; }

// Sources are looked at in windows, for which the slots of each are counted first.
template <class Arch>
void add_shared_sizes(const plan_view& plan, const float* in, float* out) noexcept {
  constexpr index_t window = 2048;
  index_t slots[window], last_slot[window];  // of each source: in how many slots it is, and the last one that was counted
  for (index_t s = 0; s < plan.slot_count; ++s) out[s] = 0;
  for (std::int64_t begin = 0; begin < plan.source_count; begin += window) {
    for (index_t i = 0; i < window; ++i) slots[i] = 0;
    for (int pass = 0; pass < 2; ++pass) {
      const bool counting = pass == 0;
      for (index_t i = 0; i < window; ++i) last_slot[i] = none;
      for (index_t s = 0; s < plan.slot_count; ++s) {
        double sum = static_cast<double>(out[s]);
        for (index_t e = plan.slot_begin[s]; e < plan.slot_begin[s + 1]; ++e) {
          const std::int64_t i = plan.source[e] - begin;
          if (plan.source[e] == none || i < 0 || i >= window || last_slot[i] == s) continue;
          last_slot[i] = s;
          if (counting) ++slots[i];
          else sum += size_of_source(in, plan.source[e]) / slots[i];
        }
        out[s] = static_cast<float>(sum);
      }
    }
  }
}

}  // namespace detail

template <class Arch = default_arch>
status sizes(const plan_view& plan, const float* in, float* out) noexcept {
  if (const status s = check<Arch>(plan); s != status::ok) return s;
  if (plan.slot_count == 0) return status::ok;
  if (out == nullptr) return status::null_rows;
  const auto read = detail::touched(view(in, plan.source_count, 1), plan.source_count, 1);
  const auto written = detail::touched(view(out, plan.slot_count, 1), plan.slot_count, 1);
  if (in != nullptr && detail::overlap(read, written)) return status::output_overlaps;
  if (!is_partition<Arch>(plan)) {
    detail::add_shared_sizes<Arch>(plan, in, out);
    return status::ok;
  }
  for (index_t s = 0; s < plan.slot_count; ++s) {
    double sum = 0;
    for (index_t e = plan.slot_begin[s]; e < plan.slot_begin[s + 1]; ++e)
      if (plan.source[e] != none) sum += detail::size_of_source(in, plan.source[e]);
    out[s] = static_cast<float>(sum);
  }
  return status::ok;
}

}  // namespace v0_1
}  // namespace vtc
