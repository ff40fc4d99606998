// aim: the most similar pairs are averaged, pass by pass.
//
// Source: AIM, Zhong et al. 2024.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: N^2 D / 2 multiply-adds a round. Workspace: about 210 N + 256 D bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/merge/bipartite.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct aim : merge::means_of_means {
  static constexpr about information{"aim", family::merging, "AIM, Zhong et al. 2024", counting::exact,
                                     "N^2 D / 2 multiply-adds a round", "about 210 N + 256 D",
                                     "source order unless method order is asked for; K needs no list of passes",
                                     "pictures of video frames after pooling, mild averages in a few passes"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
