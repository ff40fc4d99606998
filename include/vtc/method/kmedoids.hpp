// kmedoids: clusters around one of their rows.
//
// Source: k-medoids, Kaufman and Rousseeuw 1987; ATC, Haurum et al. 2024.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: N^2 D an iteration. Workspace: about 210 N + 256 D bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/merge/cluster_medoids.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct kmedoids : merge::cluster_medoids {
  static constexpr about information{"kmedoids", family::merging, "k-medoids, Kaufman and Rousseeuw 1987; ATC, Haurum et al. 2024", counting::exact,
                                     "N^2 D an iteration", "about 210 N + 256 D",
                                     "slots are the means of the clusters, anchored at the medoid",
                                     "a cluster should stand where one of its rows stands"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
