// learned_head: rows by a small trained network.
//
// Source: DynamicViT, Rao et al. 2021.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: 3.3 N C^2. Workspace: 2 N C + about 800 C a thread bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/select/top_k.hpp"
#include "vtc/score/learned_head.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct learned_head : scored<score::learned_head, select::top_k_best_first> {
  static constexpr about information{"learned_head", family::selection, "DynamicViT, Rao et al. 2021", counting::exact,
                                     "3.3 N C^2", "2 N C + about 800 C a thread",
                                     "source order (published: best first); one to three layers are a plain head",
                                     "a head was trained for the task"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
