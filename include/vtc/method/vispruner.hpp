// vispruner: the rows with the most attention, and from the rest a varied set.
//
// Source: VisPruner, Zhang et al. 2024.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: H N + R^2 D + R^3 / 96 for R rows after the important ones. Workspace: 33 N + 4 R^2: every round pairs other rows, so all cosines are needed again and again bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/select/important_and_diverse.hpp"
#include "vtc/score/class_attention.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct vispruner : scored<score::class_attention, select::important_and_diverse> {
  static constexpr about information{"vispruner", family::selection, "VisPruner, Zhang et al. 2024", counting::exact,
                                     "H N + R^2 D + R^3 / 96 for R rows after the important ones", "33 N + 4 R^2: every round pairs other rows, so all cosines are needed again and again",
                                     "any count works (published: fails where the rest is odd or few); ties go to the lower row",
                                     "the encoder shows its class attention and the background matters as well"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
