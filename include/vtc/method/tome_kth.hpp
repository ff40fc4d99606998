// tome_kth: every k-th row takes in the rows that resemble it.
//
// Source: ToMe, Bolya et al. 2023 (kth variant).
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: (N - K) K D. Workspace: about 80 N + 256 D bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/merge/destinations.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct tome_kth : merge::strided_destinations {
  static constexpr about information{"tome_kth", family::merging, "ToMe, Bolya et al. 2023 (kth variant)", counting::exact,
                                     "(N - K) K D", "about 80 N + 256 D",
                                     "no row is dropped: the rows are cut into K even runs (published: what is left behind the last whole run is dropped)",
                                     "a fast merge with destinations spread evenly is enough"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
