#include "text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>

namespace tool {

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  for (std::size_t first = 0;;) {
    const std::size_t end = text.find(at, first);
    parts.push_back(text.substr(first, end == std::string::npos ? end : end - first));
    if (end == std::string::npos) return parts;
    first = end + 1;
  }
}

std::optional<std::int64_t> signed_number(const std::string& text, std::int64_t least, std::int64_t most) {
  std::int64_t n = 0;
  const char* last = text.data() + text.size();
  const auto [end, fault] = std::from_chars(text.data(), last, n);
  if (fault != std::errc{} || end != last || n < least || n > most) return std::nullopt;
  return n;
}

std::optional<std::int64_t> whole_number(const std::string& text, std::int64_t least, std::int64_t most) {
  if (text.empty() || text[0] < '0' || text[0] > '9') return std::nullopt;
  return signed_number(text, least, most);
}

std::optional<std::int64_t> whole_number(const std::string& text) {
  return whole_number(text, 0, std::numeric_limits<std::int64_t>::max());
}

std::optional<float> finite_number(const std::string& text) {
  if (text.empty() || text[0] == ' ' || text[0] == '\t') return std::nullopt;
  char* end = nullptr;
  const float x = std::strtof(text.c_str(), &end);
  if (*end != '\0' || !std::isfinite(x)) return std::nullopt;
  return x;
}

std::optional<fraction> reduced(std::int64_t numerator, std::int64_t denominator) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  if (denominator <= 0 || numerator < 0) return std::nullopt;
  const std::int64_t divisor = std::gcd(numerator, denominator);
  if (numerator / divisor > most || denominator / divisor > most) return std::nullopt;
  return fraction{static_cast<std::int32_t>(numerator / divisor), static_cast<std::int32_t>(denominator / divisor)};
}

std::optional<fraction> decimal_fraction(const std::string& text, std::int64_t per) {
  constexpr std::size_t most_digits = 15;  // so that neither term overflows
  const std::size_t point = std::min(text.find('.'), text.size());
  std::string digits = text.substr(0, point);
  const std::string behind = point < text.size() ? text.substr(point + 1) : "0";
  if (digits.empty() || behind.empty()) return std::nullopt;
  digits += behind;
  if (digits.size() > most_digits) return std::nullopt;
  const auto numerator = whole_number(digits);
  std::int64_t denominator = per;
  for (std::size_t i = 0; i < behind.size(); ++i) denominator *= 10;
  if (!numerator || digits.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
  return reduced(*numerator, denominator);
}

}  // namespace tool
