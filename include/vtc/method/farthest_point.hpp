// farthest_point: a subset as spread out as possible, from a given row on.
//
// Source: farthest point sampling, Gonzalez 1985.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: N D a pick at the most. Workspace: about 150 N + 256 D bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/select/max_min.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct farthest_point : select::farthest_point {
  static constexpr about information{"farthest_point", family::selection, "farthest point sampling, Gonzalez 1985", counting::exact,
                                     "N D a pick at the most", "about 150 N + 256 D",
                                     "none: a textbook rule; it starts with the highest score, or with the first row",
                                     "tokens are all there is, and divprune without its first N^2 D is wanted"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
