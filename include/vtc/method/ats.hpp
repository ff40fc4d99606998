// ats: rows by the inverse of the cumulative attention times the length of the value.
//
// Source: Adaptive Token Sampling (ATS), Fayyaz et al. 2022.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: H N + N C + N log N. Workspace: 29 N + 4 C bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/select/inverse_transform.hpp"
#include "vtc/score/class_attention.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct ats : scored<score::class_attention, select::inverse_transform> {
  static constexpr about information{"ats", family::selection, "Adaptive Token Sampling (ATS), Fayyaz et al. 2022", counting::data_decides,
                                     "H N + N C + N log N", "29 N + 4 C",
                                     "source order, as published by rising score; zero and equal scores give an even spread (published: NaN)",
                                     "the picture should decide how many rows it needs, up to a bound"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
