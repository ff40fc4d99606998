// prumerge: rows with outlying attention take in their nearest rows.
//
// Source: LLaVA-PruMerge, Shang et al. 2024.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: 2 N C + K N D. Workspace: about 110 N + 8 C + 256 D bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/merge/neighbour_sums.hpp"
#include "vtc/score/query_attention.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct prumerge : scored<score::class_query, merge::neighbour_sums> {
  static constexpr about information{"prumerge", family::merging, "LLaVA-PruMerge, Shang et al. 2024", counting::exact,
                                     "2 N C + K N D", "about 110 N + 8 C + 256 D",
                                     "the class row stays where the layout keeps it (published: dropped); source order; fewer rows than neighbours is no error; per picture, never per batch",
                                     "queries and keys of the last layer are there and the picture should decide how many rows it needs"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
