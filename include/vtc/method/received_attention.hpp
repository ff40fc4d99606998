// received_attention: the rows that all rows together attend to most.
//
// Source: VisPruner, Zhang et al. 2024 (encoders without a class token).
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: H Q N, or 2 N^2 H d and N^2 H exponentials from queries and keys. Workspace: N; from queries and keys also 4 N (d + lanes) and a
// tile bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/select/top_k.hpp"
#include "vtc/score/received_attention.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct received_attention : scored<score::received_attention, select::top_k> {
  static constexpr about information{"received_attention", family::selection, "VisPruner, Zhang et al. 2024 (encoders without a class token)", counting::exact,
                                     "H Q N, or 2 N^2 H d and N^2 H exponentials from queries and keys", "N; from queries and keys also 4 N (d + lanes) and a tile",
                                     "no N x N matrix is needed",
                                     "the encoder has no class token (SigLIP, Qwen), or only queries and keys can be tapped"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
