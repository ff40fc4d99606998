// token_pooling: clusters around means weighed by the attention that rows receive.
//
// Source: Token Pooling, Marin et al. 2023.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: that of received_attention, and K N D an iteration. Workspace: about 70 N + 256 D beside the attention's bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/merge/cluster_means.hpp"
#include "vtc/score/received_attention.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct token_pooling : scored<score::received_attention, merge::weighted_cluster_means> {
  static constexpr about information{"token_pooling", family::merging, "Token Pooling, Marin et al. 2023", counting::exact,
                                     "that of received_attention, and K N D an iteration", "about 70 N + 256 D beside the attention's",
                                     "weights are the attention that a row receives; no official code is public",
                                     "attention is there and the mean of a cluster should lean to what is looked at"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
