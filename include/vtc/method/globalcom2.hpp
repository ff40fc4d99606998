// globalcom2: a thumbnail tells how much each of its crops keeps.
//
// Source: GlobalCom2, Liu et al. 2025.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: N. Workspace: 21 N + 32 a region bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/select/crops_by_thumbnail.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct globalcom2 : select::crops_by_thumbnail {
  static constexpr about information{"globalcom2", family::selection, "GlobalCom2, Liu et al. 2025", counting::exact,
                                     "N", "21 N + 32 a region",
                                     "shares by largest remainder (published: truncated floats, the sum drifts)",
                                     "pictures come as a thumbnail with crops and one score a row is there"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
