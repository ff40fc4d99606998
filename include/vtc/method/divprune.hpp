// divprune: a subset as spread out as possible.
//
// Source: DivPrune, Alvar et al. 2025.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: N^2 D, then up to N D a pick. Workspace: about 300 N + 256 D bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/select/max_min.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct divprune : select::max_min {
  static constexpr about information{"divprune", family::selection, "DivPrune, Alvar et al. 2025", counting::exact,
                                     "N^2 D, then up to N D a pick", "about 300 N + 256 D",
                                     "a row is never picked twice (published: it can be)",
                                     "only tokens are there; small objects and text survive better than under attention"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
