// conditional_dpp: a diverse subset by the determinant, conditioned on the scores of the host.
//
// Source: Chen et al. 2018 (greedy inference for determinantal point processes).
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: K^2 N, and up to N D a pick. Workspace: 4 K N + about 160 N + 256 D bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/select/determinantal.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct conditional_dpp : select::determinantal {
  static constexpr about information{"conditional_dpp", family::selection, "Chen et al. 2018 (greedy inference for determinantal point processes)", counting::exact,
                                     "K^2 N, and up to N D a pick", "4 K N + about 160 N + 256 D",
                                     "above the rank the most relevant rows fill up; scores are the relevance where they are given",
                                     "the host has its own relevance, or none, and the picture is crowded"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
