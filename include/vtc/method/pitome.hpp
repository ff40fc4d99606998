// pitome: rows that many others resemble are merged, rows that stand out are left alone.
//
// Source: PiToMe, Tran et al. 2024.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: N^2 D + r^2 D a round for r removed rows. Workspace: about 120 N + 256 D bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/merge/energy_protected.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct pitome : merge::energy_protected {
  static constexpr about information{"pitome", family::merging, "PiToMe, Tran et al. 2024", counting::exact,
                                     "N^2 D + r^2 D a round for r removed rows", "about 120 N + 256 D",
                                     "more than half of the rows may go, in rounds (published: an error); source order unless method order is asked for",
                                     "rows that stand out, objects before a plain background, must not be averaged"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
