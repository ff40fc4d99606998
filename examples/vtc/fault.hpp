// What ends a run early: a word, a sentence and the exit code. main prints it as the one line "vtc: <word>: <sentence>".
#pragma once

#include <stdexcept>
#include <string>

#include "vtc/status.hpp"

namespace tool {

struct fault : std::runtime_error {
  enum code { command_line = 2, input = 3, files_or_memory = 4 };

  fault(code exit, std::string what_kind, const std::string& sentence)
      : std::runtime_error(sentence), exit_code(exit), word(std::move(what_kind)) {}

  code exit_code;
  std::string word;
};

// A fault of the command line as such: exit 2.
[[noreturn]] void misuse(const std::string& sentence);

// A status that is not ok becomes a fault; the context, if any, follows the library's sentence in brackets.
[[noreturn]] void fail(vtc::status s, const std::string& context = "");
inline void require(vtc::status s, const std::string& context = "") {
  if (s != vtc::status::ok) fail(s, context);
}

}  // namespace tool
