// dart: a few pivots, and the rows that duplicate them least.
//
// Source: DART, Wen et al. 2025.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: P N C for P pivots. Workspace: 4 P N + about 40 N + 256 C bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/select/duplication_aware.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct dart : select::duplication_aware {
  static constexpr about information{"dart", family::selection, "DART, Wen et al. 2025", counting::exact,
                                     "P N C for P pivots", "4 P N + about 40 N + 256 C",
                                     "pivots in ascending order (published: the order of a set); exactly K rows",
                                     "rows that say the same twice should go, at little cost"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
