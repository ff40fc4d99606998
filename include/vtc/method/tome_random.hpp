// tome_random: rows chosen by lot take in the rows that resemble them.
//
// Source: ToMe, Bolya et al. 2023 (random variant).
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: (N - K) K D. Workspace: about 80 N + 256 D bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/merge/destinations.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct tome_random : merge::random_destinations {
  static constexpr about information{"tome_random", family::merging, "ToMe, Bolya et al. 2023 (random variant)", counting::exact,
                                     "(N - K) K D", "about 80 N + 256 D",
                                     "the lot is splitmix64 by seed, each region draws its own (published: the random generator of torch)",
                                     "a baseline for merging: what the choice of destinations is worth"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
