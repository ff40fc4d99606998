// Two pieces of code in turn, many times: the median of the ratios of neighbours, so that what else the machine does meets both.
#pragma once

#include <time.h>

#include <algorithm>
#include <functional>
#include <vector>

namespace bars {

// Seconds that this thread has run.
inline double now() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

inline double median(std::vector<double> x) {
  std::sort(x.begin(), x.end());
  return x.size() % 2 != 0 ? x[x.size() / 2] : (x[x.size() / 2 - 1] + x[x.size() / 2]) / 2;
}

struct pair_times {
  double ours, theirs;       // seconds of one run, medians
  double ratio, difference;  // medians over the pairs
};

using body = std::function<void()>;

// How often a body has to run to take about `seconds`.
inline int runs_in(double seconds, const body& run) {
  run();
  for (int n = 1;; n *= 2) {
    const double start = now();
    for (int i = 0; i < n; ++i) run();
    const double taken = now() - start;
    if (taken > seconds / 4) return std::max(1, static_cast<int>(n * seconds / taken));
  }
}

inline double time_of(const body& run, int times) {
  const double start = now();
  for (int i = 0; i < times; ++i) run();
  return (now() - start) / times;
}

// Who goes first changes from pair to pair.
inline pair_times compare(const body& ours, const body& theirs, int pairs = 41, double seconds_each = 0.004) {
  const int our_runs = runs_in(seconds_each, ours), their_runs = runs_in(seconds_each, theirs);
  std::vector<double> a, b, ratio, difference;
  for (int k = 0; k < pairs; ++k) {
    const bool first = k % 2 == 0;
    double x = 0, y = 0;
    if (first) x = time_of(ours, our_runs);
    y = time_of(theirs, their_runs);
    if (!first) x = time_of(ours, our_runs);
    a.push_back(x);
    b.push_back(y);
    ratio.push_back(x / y);
    difference.push_back(x - y);
  }
  return {median(a), median(b), median(ratio), median(difference)};
}

}  // namespace bars
