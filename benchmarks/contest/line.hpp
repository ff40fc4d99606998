// A line of the table: one piece of work, done by vtc, by plain Eigen and by a plain loop, and the limit that no code can beat.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace contest {

struct contestant {
  std::function<void()> run;  // empty: there is none
  double times = 1;           // how many such runs make the work, where the limit is measured on a part of it
};

struct work {
  contestant vtc, eigen, loop, limit;
  std::string limit_name;
  std::function<bool()> agree;  // after each has run: whether they gave the same (empty: nothing to compare)
  int threads = 1;
};

struct line {
  std::string name, shape, element, memory, model;
  bool quick;
  std::function<work()> prepare;  // called when its turn comes, so that only one line's data exist at a time
};

using lines = std::vector<line>;

}  // namespace contest
