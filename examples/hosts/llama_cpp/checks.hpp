// What must hold on any model: vtc_llama --check.
#pragma once

#include "run.hpp"

namespace vtc_llama {

// Prints a line for each and returns how many failed.
int check(host& h, const mtmd_input_chunks* prompt);

}  // namespace vtc_llama
