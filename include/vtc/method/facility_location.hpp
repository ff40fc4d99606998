// facility_location: rows that cover the picture.
//
// Source: Nemhauser, Wolsey and Fisher 1978.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: N^2 D, then a few rows of the matrix a pick. Workspace: about 170 N + 256 D bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/select/facility_location.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct facility_location : select::facility_location {
  static constexpr about information{"facility_location", family::selection, "Nemhauser, Wolsey and Fisher 1978", counting::exact,
                                     "N^2 D, then a few rows of the matrix a pick", "about 170 N + 256 D",
                                     "none: a textbook rule; scores are weights where they are given",
                                     "tokens are all there is and every kind of content should be represented"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
