// uniform: K rows at even distances.
//
// Source: baseline.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: K. Workspace: 0 bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/select/uniform.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct uniform : select::uniform {
  static constexpr about information{"uniform", family::selection, "baseline", counting::exact,
                                     "K", "0",
                                     "none",
                                     "as the line that a method has to beat, and where nothing is known"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
