// mmtok: rows that cover the question and the picture.
//
// Source: MMTok, Dong et al. 2025.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: N M E + 2 N^2 D, then a few rows of the matrix a pick. Workspace: 4 M N + about 200 N + 256 D or 256 E bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/select/text_and_picture_coverage.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct mmtok : select::text_and_picture_coverage {
  static constexpr about information{"mmtok", family::selection, "MMTok, Dong et al. 2025", counting::exact,
                                     "N M E + 2 N^2 D, then a few rows of the matrix a pick", "4 M N + about 200 N + 256 D or 256 E",
                                     "padding rows take no part (published: they want to be covered, too); zero rows have cosine 0",
                                     "question and picture share a space and both the asked and the rest should survive"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
