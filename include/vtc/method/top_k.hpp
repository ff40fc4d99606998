// top_k: the rows with the highest given scores.
//
// Source: any score of the host.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: N. Workspace: N bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/select/top_k.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct top_k : select::top_k {
  static constexpr about information{"top_k", family::selection, "any score of the host", counting::exact,
                                     "N", "N",
                                     "ties go to the lower row, NaN ranks last",
                                     "the host has a score of its own"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
