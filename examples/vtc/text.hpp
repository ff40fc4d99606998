// Numbers and lists as words of the command line. Nothing here is lenient: no sign, no blank, nothing behind the number.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tool {

std::vector<std::string> split(const std::string& text, char at);

std::optional<std::int64_t> whole_number(const std::string& text);  // 0 .. 2^63 - 1
std::optional<std::int64_t> whole_number(const std::string& text, std::int64_t least, std::int64_t most);
std::optional<std::int64_t> signed_number(const std::string& text, std::int64_t least, std::int64_t most);
std::optional<float> finite_number(const std::string& text);

// "12.5" as 125 / 10, in lowest terms and without a float; nothing where a term passes 2^31 - 1 (after division by `per`).
struct fraction {
  std::int32_t numerator, denominator;
};
std::optional<fraction> decimal_fraction(const std::string& text, std::int64_t per = 1);
std::optional<fraction> reduced(std::int64_t numerator, std::int64_t denominator);

}  // namespace tool
