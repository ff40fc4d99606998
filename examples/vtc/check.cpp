// vtc check: whether files are a plan, and its first fault if they are not.
#include <iostream>

#include "commands.hpp"
#include "plan_files.hpp"

namespace tool {

void check(const std::string& plan) {
  plan_files(plan).layout();
  std::cout << "ok\n";
}

}  // namespace tool
