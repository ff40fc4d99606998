// holov: shares of K for consecutive runs of rows by attention and variety, and in each run the rows with the most attention.
//
// Source: HoloV, Zou et al. 2025.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: N^2 C / parts. Workspace: 49 N / parts + 32 parts + 64 C bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/select/runs.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct holov : select::runs {
  static constexpr about information{"holov", family::selection, "HoloV, Zou et al. 2025", counting::exact,
                                     "N^2 C / parts", "49 N / parts + 32 parts + 64 C",
                                     "shares by largest remainder, no run above its size (published: remainders one each to the best runs, and rows of zeros where a run overflows)",
                                     "attention alone crowds into one place and the whole picture matters"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
