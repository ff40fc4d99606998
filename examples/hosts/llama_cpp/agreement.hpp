// How often an answer stays what it was without compression, over a folder of pictures and a file of questions.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "run.hpp"

namespace vtc_llama {

// Every question (a line of the file; "picture.png<TAB>question" asks one picture only) of every picture in the folder. Prints one line per method.
void print_agreement(host& h, const std::string& folder, const std::string& questions, std::deque<seam>& seams, int predict, bool chat);

}  // namespace vtc_llama
