// query_similarity: the rows most similar to the question.
//
// Source: the selection rule of TRIM, Song et al. 2024, as a plain top-k.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: N M D. Workspace: about 13 N + 256 D bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/select/top_k.hpp"
#include "vtc/score/query_similarity.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct query_similarity : scored<score::query_similarity, select::top_k> {
  static constexpr about information{"query_similarity", family::selection, "the selection rule of TRIM, Song et al. 2024, as a plain top-k", counting::exact,
                                     "N M D", "about 13 N + 256 D",
                                     "the sign is an option; without text all rows score alike",
                                     "the question is known before the picture is read and text and picture share a space"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
