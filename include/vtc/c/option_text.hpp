// Options of a method set from text, for the C interface: no allocation, no locale, no exceptions.
//
// Inputs: the name of an option and its value as text: a whole number, a decimal number (up to 15 digits and an exponent), true or false, a name, a list
// a+b+c, a grid axb. Gives: the option set, or why not. Order and ties: none. Cost: none. Workspace: none.
// Errors: found stays false for an unknown name; good turns false for a value that is none or out of range, and the option keeps its value.
#pragma once

#include "vtc/option.hpp"

namespace vtc {
inline namespace v0_1 {
namespace c {

struct text {
  const char* begin;
  const char* end;

  VTC_INLINE bool is(const char* word) const noexcept {
    const char* p = begin;
    for (; p != end && *word != 0 && *p == *word; ++p, ++word) {
    }
    return p == end && *word == 0;
  }
  VTC_INLINE const char* find(char mark) const noexcept {  // end where it is not there
    const char* p = begin;
    while (p != end && *p != mark) ++p;
    return p;
  }
};

VTC_INLINE bool read_whole(text t, std::int64_t& out) noexcept {
  const bool negative = t.begin != t.end && *t.begin == '-';
  if (negative) ++t.begin;
  if (t.begin == t.end || t.end - t.begin > 15) return false;
  std::int64_t n = 0;
  for (const char* p = t.begin; p != t.end; ++p) {
    if (*p < '0' || *p > '9') return false;
    n = 10 * n + (*p - '0');
  }
  out = negative ? -n : n;
  return true;
}

// Up to 15 digits and a power of ten up to 22: both are exact in f64, so that one division or product rounds as it should.
VTC_INLINE bool read_decimal(text t, double& out) noexcept {
  const bool negative = t.begin != t.end && *t.begin == '-';
  if (negative) ++t.begin;
  std::int64_t digits = 0, exponent = 0;
  int count = 0, used = 0;
  bool point = false;
  const char* p = t.begin;
  for (; p != t.end && *p != 'e' && *p != 'E'; ++p) {
    if (*p == '.' && !point) {
      point = true;
      continue;
    }
    if (*p < '0' || *p > '9') return false;
    digits = 10 * digits + (*p - '0');
    exponent -= point;
    ++count;
    used += digits > 0;
    if (used > 15) return false;
  }
  std::int64_t more = 0;
  if (count == 0 || (p != t.end && !read_whole(text{p + 1, t.end}, more))) return false;
  exponent += more;
  if (exponent < -22 || exponent > 22) return false;
  double power = 1;
  for (std::int64_t i = exponent < 0 ? -exponent : exponent; i > 0; --i) power *= 10;
  const double size = exponent < 0 ? static_cast<double>(digits) / power : static_cast<double>(digits) * power;
  out = negative ? -size : size;
  return true;
}

class option_setter {
 public:
  VTC_INLINE option_setter(text name, text value) noexcept : name_(name), value_(value) {}
  bool found = false, good = true;

  VTC_INLINE void operator()(const char* name, index_t& to, std::int64_t least, std::int64_t most, const char*) noexcept {
    if (named(name)) whole(value_, least, most, to);
  }
  VTC_INLINE void operator()(const char* name, float& to, float least, float most, const char*) noexcept {
    if (!named(name)) return;
    double v = 0;
    good = read_decimal(value_, v) && static_cast<float>(v) >= least && static_cast<float>(v) <= most;
    if (good) to = static_cast<float>(v);
  }
  VTC_INLINE void operator()(const char* name, bool& to, const char*) noexcept {
    if (!named(name)) return;
    good = value_.is("true") || value_.is("false");
    if (good) to = value_.is("true");
  }
  VTC_INLINE void operator()(const char* name, grid_size& to, const char*) noexcept {
    if (!named(name)) return;
    grid_size g{};
    const char* middle = value_.find('x');
    good = middle != value_.end && whole(text{value_.begin, middle}, 1, INT32_MAX, g.height) &&
           whole(text{middle + 1, value_.end}, 1, INT32_MAX, g.width);
    if (good) to = g;
  }
  VTC_INLINE void operator()(const char* name, index_list& to, std::int64_t least, std::int64_t most, const char*) noexcept {
    if (!named(name)) return;
    index_list list{};
    for (text rest = value_;;) {
      const char* plus = rest.find('+');
      if (list.count == index_list::capacity || !whole(text{rest.begin, plus}, least, most, list.value[list.count])) {
        good = false;
        return;
      }
      ++list.count;
      if (plus == rest.end) break;
      rest.begin = plus + 1;
    }
    to = list;
  }
  template <class Enum, std::size_t N>
  VTC_INLINE void operator()(const char* name, Enum& to, const choice<Enum> (&choices)[N], const char*) noexcept {
    if (!named(name)) return;
    good = false;
    for (const choice<Enum>& c : choices)
      if (value_.is(c.name)) {
        to = c.value;
        good = true;
      }
  }

 private:
  VTC_INLINE bool named(const char* name) noexcept {
    const bool same = name_.is(name);
    found = found || same;
    return same;
  }
  VTC_INLINE bool whole(text t, std::int64_t least, std::int64_t most, index_t& to) noexcept {
    std::int64_t v = 0;
    good = read_whole(t, v) && v >= least && v <= most;
    if (good) to = static_cast<index_t>(v);
    return good;
  }
  text name_, value_;
};

}  // namespace c
}  // namespace v0_1
}  // namespace vtc
