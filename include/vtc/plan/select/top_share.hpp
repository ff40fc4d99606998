// The rows with the highest scores, as many as a share of the rows where no budget is given.
//
// Source: PACT's pruning of unimportant tokens (EUTI), Dhouib et al. 2025.
// Inputs: scores [N]. Options: ratio, rounded down. Gives, order and ties, cost, workspace, errors: those of top_k.hpp.
#pragma once

#include "vtc/budget/rate.hpp"
#include "vtc/option.hpp"
#include "vtc/plan/select/top_k.hpp"

namespace vtc {
inline namespace v0_1 {
namespace select {

struct top_share : top_k {
  float ratio = 0;

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("ratio", self.ratio, 0.0f, 1.0f, "share of the rows to keep, rounded down, where no budget is given (0: none)");
  }
  VTC_INLINE index_t own_count(const task& t) const noexcept { return ratio > 0 ? rows_of(ratio, t.count) : none; }
};

}  // namespace select
}  // namespace v0_1
}  // namespace vtc
