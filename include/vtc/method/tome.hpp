// tome: the most similar pairs are merged, round by round.
//
// Source: ToMe, Bolya et al. 2023; DyMU, Wang et al. 2025 (threshold).
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: N^2 D / 2 multiply-adds a round. Workspace: about 200 N + 256 D bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/merge/bipartite.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct tome : merge::bipartite {
  static constexpr about information{"tome", family::merging, "ToMe, Bolya et al. 2023; DyMU, Wang et al. 2025 (threshold)", counting::exact,
                                     "N^2 D / 2 multiply-adds a round", "about 200 N + 256 D",
                                     "source order unless method order is asked for; rows with a zero or non-finite norm are defined",
                                     "tokens or keys are all there is and averages are harmless: natural pictures, mild compression"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
