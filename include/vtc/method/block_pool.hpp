// block_pool: every block of k x k cells becomes one.
//
// Source: LLaVA-OneVision, Li et al. 2024; Gemma 3, 2025.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: N C / memory speed. Workspace: 0 bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/pool/block.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct block_pool : pool::block {
  static constexpr about information{"block_pool", family::pooling, "LLaVA-OneVision, Li et al. 2024; Gemma 3, 2025", counting::at_most,
                                     "N C / memory speed", "0",
                                     "odd rows and columns can be kept (edge=partial)",
                                     "a fixed count, no extra inputs, smooth pictures; text and small objects suffer first"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
