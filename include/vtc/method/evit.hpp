// evit: the rows that the class token attends to most, and one more that holds the rest by their attention.
//
// Source: EViT, Liang et al. 2022.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: H N. Workspace: N; 21 N in method order bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/merge/top_k_and_rest.hpp"
#include "vtc/score/class_attention.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct evit : scored<score::class_attention, merge::top_k_and_weighted_rest> {
  static constexpr about information{"evit", family::merging, "EViT, Liang et al. 2022", counting::exact,
                                     "H N", "N; 21 N in method order",
                                     "in a budget K the extra row counts; source order, as published best first; the weights of the rest are not divided by their sum unless normalise is set",
                                     "the encoder shows its class attention and one row should remember the background"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
