// Runs the contestants of a line through Google Benchmark, their repetitions mixed in random order, so that what else the machine does
// meets all alike.
#pragma once

#include "contest/line.hpp"

namespace contest {

struct duration {  // seconds, the median over the repetitions, and how far the middle half of them lies apart
  double median = 0, low = 0, high = 0;
};

struct outcome {
  duration vtc, eigen, loop, limit;  // of the whole work; zero: no such contestant
  int repetitions = 0;
  bool agreed = true;
};

struct patience {
  double line_seconds;  // about how long a line may take
  int least, most;      // repetitions
};

outcome race(const line& which, const work& task, patience limits);

}  // namespace contest
