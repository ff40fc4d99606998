// random: K rows at random, by seed.
//
// Source: baseline.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: N. Workspace: 0 bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/select/random.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct random : select::random {
  static constexpr about information{"random", family::selection, "baseline", counting::exact,
                                     "N", "0",
                                     "none",
                                     "as the line that a method has to beat"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
