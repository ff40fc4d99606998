// dbdpc: clusters no wider than a cutoff, around dense rows.
//
// Source: DBDPC (PACT), Dhouib et al. 2025.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: N^2 D, then a row of the matrix for each centre. Workspace: about 250 N + 256 D bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/merge/density_centres.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct dbdpc : merge::density_centres {
  static constexpr about information{"dbdpc", family::merging, "DBDPC (PACT), Dhouib et al. 2025", counting::data_decides,
                                     "N^2 D, then a row of the matrix for each centre", "about 250 N + 256 D",
                                     "zero rows are at distance 1 from all others; a budget stops at K centres",
                                     "how far a row may be from what stands for it matters more than the count"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
