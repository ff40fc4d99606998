// hiprune: rows of a middle layer's attention with their neighbours, then rows of a deep layer's attention.
//
// Source: HiPrune, Liu et al. 2025.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: N. Workspace: 6 N + 4 N bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/select/anchors_and_registers.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct hiprune : select::anchors_and_registers {
  static constexpr about information{"hiprune", family::selection, "HiPrune, Liu et al. 2025", counting::exact,
                                     "N", "6 N + 4 N",
                                     "neighbours are cells of the grid (published: by row number, so that a neighbour may lie at the other end of the next line); never more than K rows",
                                     "the encoder shows the attention received in two layers"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
