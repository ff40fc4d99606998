// scope: rows that cover the picture, weighed by the attention of the class token.
//
// Source: SCOPE, Deng et al. 2025.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: H N + N^2 D, then a few rows of the matrix a pick. Workspace: about 170 N + 256 D bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/select/facility_location.hpp"
#include "vtc/score/class_attention.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct scope : scored<score::class_attention, select::facility_location> {
  static constexpr about information{"scope", family::selection, "SCOPE, Deng et al. 2025", counting::exact,
                                     "H N + N^2 D, then a few rows of the matrix a pick", "about 170 N + 256 D",
                                     "the last pick of a tie is the lower row; weights below zero or not finite count as 0 (published: NaN is picked first)",
                                     "the encoder shows its class attention and details everywhere matter: text in pictures"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
