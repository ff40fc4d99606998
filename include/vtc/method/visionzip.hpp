// visionzip: rows with the most attention stay, the rest is gathered into a few contextual rows.
//
// Source: VisionZip, Yang et al. 2024.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: H N + R c D for R remaining rows and c contextual ones. Workspace: about 25 N + 256 D bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/merge/dominant_and_contextual.hpp"
#include "vtc/score/class_attention.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct visionzip : scored<score::class_attention, merge::dominant_and_contextual> {
  static constexpr about information{"visionzip", family::merging, "VisionZip, Yang et al. 2024", counting::exact,
                                     "H N + R c D for R remaining rows and c contextual ones", "about 25 N + 256 D",
                                     "source order unless method order is asked for; contextual 0 is allowed",
                                     "class attention and keys are there and the background should not vanish"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
