// The instruction sets that were compiled, and the one that a run uses.
#pragma once

#include <string>
#include <vector>

#include "engine.hpp"

namespace tool {

struct instruction_set {
  const char* name;
  const engine* functions;
  bool supported;  // by this CPU
};

std::vector<instruction_set> instruction_sets();         // the plain one first
instruction_set choose_engine(const std::string& name);  // empty: the widest that this CPU has. Fault: command_line

}  // namespace tool
