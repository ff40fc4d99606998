// atc: the two nearest clusters become one, until K are left.
//
// Source: ATC, Haurum et al. 2024.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: N^2 D + about N a merger, N^2 at the worst. Workspace: 4 N^2 + about 45 N + 256 D bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/merge/agglomerative.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct atc : merge::agglomerative {
  static constexpr about information{"atc", family::merging, "ATC, Haurum et al. 2024", counting::exact,
                                     "N^2 D + about N a merger, N^2 at the worst", "4 N^2 + about 45 N + 256 D",
                                     "source order (published: by label); at most 1024 rows, since every merger changes distances that all pairs are held for",
                                     "small pictures, where the best merge matters more than time"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
