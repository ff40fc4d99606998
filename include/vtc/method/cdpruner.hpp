// cdpruner: a subset that is both relevant to the question and diverse.
//
// Source: CDPruner, Zhang et al. 2025; fast greedy inference, Chen et al. 2018.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: N M D + K^2 N, and up to N D a pick. Workspace: 4 K N + about 160 N + 256 D bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/select/determinantal.hpp"
#include "vtc/score/query_similarity.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct cdpruner : scored<score::mean_query_similarity, select::determinantal> {
  static constexpr about information{"cdpruner", family::selection, "CDPruner, Zhang et al. 2025; fast greedy inference, Chen et al. 2018", counting::exact,
                                     "N M D + K^2 N, and up to N D a pick", "4 K N + about 160 N + 256 D",
                                     "relevance=similar by default (published: dissimilar); above the rank the most relevant rows fill up (published: fewer rows)",
                                     "question and picture share a space and the picture is crowded"};

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    select::determinantal::options(self.planner, visit);
  }
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
