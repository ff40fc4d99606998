// pact: unimportant rows are set aside, the others clustered within a cutoff.
//
// Source: PACT, Dhouib et al. 2025.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: 2 N H d + N^2 D, then a row of the matrix for each centre. Workspace: about 250 N + 256 D + 8 H d bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/merge/density_centres.hpp"
#include "vtc/score/query_attention.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct pact : scored<score::mean_query, merge::pruned_density_centres> {
  static constexpr about information{"pact", family::merging, "PACT, Dhouib et al. 2025", counting::data_decides,
                                     "2 N H d + N^2 D, then a row of the matrix for each centre", "about 250 N + 256 D + 8 H d",
                                     "rows set aside that lie too far from every centre are dropped, as published; a budget stops at K centres",
                                     "queries and keys are there and a guarantee of closeness is wanted"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
