// What each command of the tool is given, as typed, and does. Everything throws tool::fault or files::error.
#pragma once

#include <string>
#include <vector>

#include "input_files.hpp"

namespace tool {

struct run_words {  // anywhere on the command line
  std::string arch;
  int threads = 1;
  int timed_runs = 0;
};

struct method_words {
  std::string method, budget, order;
  bool official = false;
};

struct compress_words {
  method_words how;
  input_words in;
  std::vector<std::string> with;  // NAME=FILE
  std::string positions, position_rule, out;
  std::int32_t base = 0;
};

struct apply_words {
  std::string plan, rows, reduce, element, out;
};

struct explain_words {
  std::string plan, image, out;
};

void compress(const compress_words& words, const run_words& run);
void apply(const apply_words& words, const run_words& run);
void restore(const apply_words& words);
void count(const method_words& how, const input_words& in);
void check(const std::string& plan);
void explain(const explain_words& words);
enum class listing { text, json, markdown };
void list_methods(listing as);
void info(const run_words& run);

}  // namespace tool
