// Numbers that need not be equal: an absolute and a relative share of error, and a NaN is never close unless both are asked to be one.
//
// A relative bound alone fails at 0, and `!(difference > bound)` lets a NaN through; so everything here asks for `difference <= bound`.
#pragma once

#include <cmath>
#include <cstddef>
#include <string>

namespace expect {

struct tolerance {
  double absolute = 1e-6, relative = 1e-6;

  bool holds(double got, double wanted) const {
    if (std::isinf(got) || std::isinf(wanted)) return got == wanted;
    return std::abs(got - wanted) <= absolute + relative * std::abs(wanted);
  }
};

// Empty where every value is close, else the first place that is not.
template <class Got, class Wanted>
std::string difference(const Got& got, const Wanted& wanted, tolerance t = {}) {
  if (got.size() != wanted.size()) return std::to_string(got.size()) + " values where " + std::to_string(wanted.size()) + " were expected";
  for (std::size_t i = 0; i < got.size(); ++i)
    if (!t.holds(static_cast<double>(got[i]), static_cast<double>(wanted[i])))
      return "value " + std::to_string(i) + " is " + std::to_string(got[i]) + " where " + std::to_string(wanted[i]) + " was expected";
  return {};
}

}  // namespace expect
