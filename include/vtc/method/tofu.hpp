// tofu: the most similar pairs are merged, at the length of the longer one.
//
// Source: ToFu, Kim et al. 2024.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: N^2 D / 2 multiply-adds a round. Workspace: about 200 N + 256 D bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/merge/norm_preserving.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct tofu : merge::norm_preserving {
  static constexpr about information{"tofu", family::merging, "ToFu, Kim et al. 2024", counting::exact,
                                     "N^2 D / 2 multiply-adds a round", "about 200 N + 256 D",
                                     "one step at the seam instead of a choice by layer: fuse=merge or prune; several rounds make one average of full length",
                                     "what follows is sensitive to the length of rows"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
