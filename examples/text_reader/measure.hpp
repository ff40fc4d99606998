// Character error rate of the reader with compressed columns, method by method and share by share.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "experiment/method_text.hpp"
#include "text_reader/seam.hpp"

namespace text_reader {

struct errors {
  int wrong = 0, characters = 0;
  double rate() const { return characters > 0 ? static_cast<double>(wrong) / characters : 0.0; }
};

struct result {
  std::string method;
  int percent = 100;          // of the columns, asked for
  int columns = 0, kept = 0;  // of all lines
  errors clear, hard;
  vtc::status fault = vtc::status::ok;
};

// The result with every column, then one for each share and method. Runs on all cores; the numbers do not depend on how many.
std::vector<result> measure(const reader& model, const std::vector<text_line>& lines, const std::vector<experiment::method_text>& methods,
                            const std::vector<int>& percents);

void print_table(std::ostream& out, const std::vector<result>& results);
void write_json(const std::string& path, const std::vector<result>& results);  // throws files::error

}  // namespace text_reader
