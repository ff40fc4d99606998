// adaptive_pool: every grid becomes a grid of the given size.
//
// Source: adaptive average pooling; DeCo, Yao et al. 2024; Honeybee, Cha et al. 2024.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: N C / memory speed. Workspace: 0 bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/pool/adaptive.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct adaptive_pool : pool::adaptive {
  static constexpr about information{"adaptive_pool", family::pooling, "adaptive average pooling; DeCo, Yao et al. 2024; Honeybee, Cha et al. 2024", counting::at_most,
                                     "N C / memory speed", "0",
                                     "none",
                                     "a fixed grid whatever the picture, as static graphs need"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
