// The table, a line at a time as results come in, and the same numbers as JSON.
#pragma once

#include <string>
#include <vector>

#include "contest/race.hpp"

namespace contest {

class table {
 public:
  explicit table(const std::string& title);
  void add(const line& which, const work& task, const outcome& result);
  bool write_json(const std::string& path) const;  // false: cannot be written

 private:
  struct row {
    line which;
    std::string limit;
    int threads;
    outcome result;
  };
  std::string title_;
  std::vector<row> rows_;
};

}  // namespace contest
