// mmr: rows like the question and unlike each other.
//
// Source: maximal marginal relevance, Carbonell and Goldstein 1998; IDPruner 2026.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: N M E, and up to N D a pick. Workspace: about 160 N + 256 D bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/select/marginal_relevance.hpp"
#include "vtc/score/query_similarity.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct mmr : scored<score::query_similarity, select::marginal_relevance> {
  static constexpr about information{"mmr", family::selection, "maximal marginal relevance, Carbonell and Goldstein 1998; IDPruner 2026", counting::exact,
                                     "N M E, and up to N D a pick", "about 160 N + 256 D",
                                     "importance is the similarity with the question (IDPruner: a learned score); a textbook rule otherwise",
                                     "question and picture share a space, and asked rows should not repeat each other"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
