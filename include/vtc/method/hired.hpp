// hired: a budget for a whole picture and its crops by where the first layer looks, then each keeps the rows with the most attention.
//
// Source: HiRED, Arif et al. 2025.
// Inputs, what it gives, order and ties, errors: those of the parts it is made of (the included headers).
// Cost: H N. Workspace: N + 9 N0 + 32 a region bytes beside the door's.
#pragma once

#include "vtc/method/about.hpp"
#include "vtc/plan/select/regions_by_attention.hpp"
#include "vtc/score/class_attention.hpp"

namespace vtc {
inline namespace v0_1 {
namespace method {

struct hired : scored<score::class_attention, select::regions_by_attention> {
  static constexpr about information{"hired", family::selection, "HiRED, Arif et al. 2025", counting::exact,
                                     "H N", "N + 9 N0 + 32 a region",
                                     "crops share by largest remainder (published: truncated, rows are lost); with tile_grid a vote counts for the crop at its place (published: by row number)",
                                     "pictures come as a thumbnail with crops and the encoder shows its class attention"};
};

}  // namespace method
}  // namespace v0_1
}  // namespace vtc
