// euti: the rows that the mean query attends to most, longer tokens more.
//
// Source: PACT's importance score (EUTI), Dhouib et al. 2025.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: 2 N H d. Workspace: N + 12 H d bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/select/top_share.hpp"
#include "vtc/score/query_attention.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct euti : scored<score::mean_query, select::top_share> {
  static constexpr about information{"euti", family::selection, "PACT's importance score (EUTI), Dhouib et al. 2025", counting::exact,
                                     "2 N H d", "N + 12 H d",
                                     "ties go to the lower row; the interquartile rule is the budget `outliers`",
                                     "queries and keys of an early layer are there, attention is not"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
