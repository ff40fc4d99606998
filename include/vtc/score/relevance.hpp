// Which end of a similarity with the question matters: the names that every method of this kind shares.
//
// Source: CDPruner and TRIM prefer dissimilar rows, since CLIP's patch features point away from the text (CDPruner's threads 9, 14 and 19).
// Gives: relevance and its names; by_default is similar, and dissimilar as published. Inputs, order, cost, workspace, errors: none.
#pragma once

#include "vtc/option.hpp"

namespace vtc {
inline namespace v0_1 {

enum class relevance : std::uint8_t { by_default, similar, dissimilar };
inline constexpr choice<relevance> relevances[] = {{"similar", relevance::similar}, {"dissimilar", relevance::dissimilar}};

}  // namespace v0_1
}  // namespace vtc
