// prumerge_plus: rows with outlying attention and rows at even steps take in their nearest rows.
//
// Source: LLaVA-PruMerge+, Shang et al. 2024.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: 2 N C + K N D. Workspace: about 110 N + 8 C + 256 D bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/merge/neighbour_sums.hpp"
#include "vtc/score/query_attention.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct prumerge_plus : scored<score::class_query, merge::neighbour_sums_and_grid> {
  static constexpr about information{"prumerge_plus", family::merging, "LLaVA-PruMerge+, Shang et al. 2024", counting::exact,
                                     "2 N C + K N D", "about 110 N + 8 C + 256 D",
                                     "any N (published: 576 only); no outlier is no error; the class row stays where the layout keeps it; source order",
                                     "as prumerge, and the whole picture should be present"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
