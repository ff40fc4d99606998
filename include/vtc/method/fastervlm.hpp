// fastervlm: the rows that the class token attends to most.
//
// Source: FasterVLM, Zhang et al. 2024.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: H N. Workspace: N bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/select/top_k.hpp"
#include "vtc/score/class_attention.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct fastervlm : scored<score::class_attention, select::top_k> {
  static constexpr about information{"fastervlm", family::selection, "FasterVLM, Zhang et al. 2024", counting::exact,
                                     "H N", "N",
                                     "ties go to the lower row; without a class row the mean over all query rows decides",
                                     "the encoder shows its class attention and the subject is salient; it can fall below random on crowded pictures"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
