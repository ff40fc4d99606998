// trim: the rows with the most (published: the least) of the text's attention, and one more with the mean of the rest.
//
// Source: TRIM, Song et al. 2024.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: 2 N M E. Workspace: N + 4 E (M + 1) bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/merge/top_k_and_rest.hpp"
#include "vtc/score/text_attention.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct trim : scored<score::text_attention, merge::top_k_and_mean_of_rest> {
  static constexpr about information{"trim", family::merging, "TRIM, Song et al. 2024", counting::exact,
                                     "2 N M E", "N + 4 E (M + 1)",
                                     "relevance=similar by default (published: dissimilar, since CLIP's patches point away from the text); in a budget K the extra row counts",
                                     "question and picture share a space; with neither ratio nor budget the picture decides the count"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
