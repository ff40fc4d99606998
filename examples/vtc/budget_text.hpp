// A budget as a word of the command line:
//
//   K | P% | a/b | mass=P | outliers   then any of   ,each ,min=N ,max=N ,multiple=N ,round=down|nearest|up
// Shares become two integers, never a float: 12.5% is 1/8.
#pragma once

#include <string>

#include "vtc/budget/budget.hpp"

namespace tool {

// Faults: command_line for a word that is no budget; keep_is_zero for one that keeps nothing.
vtc::budget parse_budget(const std::string& text);

// The budget of a run: empty words stand for the method's own count and, without `official`, source order.
vtc::budget request(const std::string& budget, const std::string& order, bool official);

}  // namespace tool
