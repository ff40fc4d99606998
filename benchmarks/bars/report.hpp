// What a bar asks, what was measured, and how many were missed.
#pragma once

#include <cstdio>

namespace bars {

class report {
 public:
  void title(const char* text) const { std::printf("\n%s\n", text); }
  // A figure that must not exceed the bar.
  void at_most(const char* what, double figure, double bar, const char* unit, const char* beside = "") { add(what, figure, "<=", bar, unit, beside, figure <= bar); }
  void at_least(const char* what, double figure, double bar, const char* unit, const char* beside = "") { add(what, figure, ">=", bar, unit, beside, figure >= bar); }
  // A figure without a bar.
  void note(const char* what, double figure, const char* unit, const char* beside = "") const {
    std::printf("  %-62s %8.3f %-4s %16s %s\n", what, figure, unit, "", beside);
    std::fflush(stdout);
  }
  int missed() const { return missed_; }

 private:
  void add(const char* what, double figure, const char* sign, double bar, const char* unit, const char* beside, bool holds) {
    std::printf("  %-62s %8.3f %-4s %s %6.2f %-6s %s\n", what, figure, unit, sign, bar, holds ? "ok" : "MISSED", beside);
    std::fflush(stdout);
    missed_ += !holds;
  }
  int missed_ = 0;
};

}  // namespace bars
