// pixel_shuffle: s x s cells become one row s*s times as wide.
//
// Source: InternVL, Chen et al. 2024; Idefics3, Laurencon et al. 2024; Qwen2-VL, Wang et al. 2024.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: N C / memory speed. Workspace: 0 bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/pool/pixel_shuffle.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct pixel_shuffle : pool::pixel_shuffle {
  static constexpr about information{"pixel_shuffle", family::pooling, "InternVL, Chen et al. 2024; Idefics3, Laurencon et al. 2024; Qwen2-VL, Wang et al. 2024", counting::exact,
                                     "N C / memory speed", "0",
                                     "odd sides can be padded with zeros (pad)",
                                     "the projector was trained for it"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
