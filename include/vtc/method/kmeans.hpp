// kmeans: clusters around their means.
//
// Source: k-means, Lloyd 1982.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: K N D an iteration. Workspace: about 60 N + 256 D bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/merge/cluster_means.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct kmeans : merge::cluster_means {
  static constexpr about information{"kmeans", family::merging, "k-means, Lloyd 1982", counting::exact,
                                     "K N D an iteration", "about 60 N + 256 D",
                                     "none: a textbook rule; it starts at even steps, without a lot",
                                     "a baseline for merging: what the centres of a textbook are worth"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
