// Lines of text as column tokens, with what they really say.
#pragma once

#include <string>
#include <vector>

#include "layers/matrix.hpp"

namespace text_reader {

struct text_line {
  layers::matrix tokens, skip;  // [T, 120]
  std::string truth;            // without spaces
};

// tokens and skip f2 [sum of T, 120], offsets i4 [lines + 1], lines.txt with one line each. Throws files::error.
// The first half of the lines is clear, the second hard.
std::vector<text_line> read_lines(const std::string& folder);

std::vector<std::string> read_text_lines(const std::string& path);

int edits(const std::string& a, const std::string& b);  // insertions, deletions and replacements from a to b

}  // namespace text_reader
