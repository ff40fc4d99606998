#include "experiment/method_text.hpp"

#include "vtc/check_request.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace experiment {
namespace {

std::size_t edits(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j < row.size(); ++j) row[j] = j;
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t above = row[j + 1];
      row[j + 1] = std::min({above + 1, row[j] + 1, diagonal + (a[i] != b[j])});
      diagonal = above;
    }
  }
  return row.back();
}

}  // namespace

std::string suggestion(const std::string& word, const std::vector<std::string>& known) {
  const auto nearest =
      std::min_element(known.begin(), known.end(), [&](const auto& a, const auto& b) { return edits(word, a) < edits(word, b); });
  if (nearest == known.end() || 2 * edits(word, *nearest) > std::max(word.size(), nearest->size())) return "";
  return "; did you mean \"" + *nearest + "\"?";
}

method_text parse_method(const std::string& text) {
  method_text method;
  method.text = text;
  const std::size_t colon = std::min(text.find(':'), text.size());
  method.name = text.substr(0, colon);
  for (std::size_t at = colon + 1; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string option = text.substr(at, end - at);
    const std::size_t equals = option.find('=');
    if (equals == std::string::npos || equals == 0) throw usage_error("\"" + text + "\": an option is written name=value");
    method.options.emplace_back(option.substr(0, equals), option.substr(equals + 1));
    at = end + 1;
  }
  return method;
}

std::vector<std::string> methods_for(vtc::input given) {
  std::vector<std::string> names;
  for (vtc::index_t i = 0; i < vtc::method_count; ++i)
    vtc::with_method(i, [&](auto policy) {
      using planner = std::decay_t<decltype(vtc::planner_of(policy))>;
      constexpr vtc::input any = vtc::detail::needs_any<decltype(policy)>::value;
      const bool needs_tensor = vtc::detail::check_tensors(policy, vtc::inputs{}) == vtc::status::needs_tensor;
      const bool served = vtc::covers(given, policy.needs) && (any == vtc::input::nothing || vtc::without(any, given) != any);
      if (served && !needs_tensor && vtc::detail::takes_budget<planner>::value) names.emplace_back(policy.information.name);
    });
  return names;
}

namespace detail {

std::int32_t whole_number(const std::string& option, const std::string& value, std::int64_t least, std::int64_t most) {
  std::int64_t n = 0;
  const auto [end, fault] = std::from_chars(value.data(), value.data() + value.size(), n);
  if (fault == std::errc{} && end == value.data() + value.size() && n >= least && n <= most) return static_cast<std::int32_t>(n);
  throw usage_error("option " + option + " is a whole number from " + std::to_string(least) + " to " + std::to_string(most) + ", not \"" +
                    value + "\"");
}

float decimal_number(const std::string& option, const std::string& value, float least, float most) {
  char* end = nullptr;
  const float x = std::strtof(value.c_str(), &end);
  if (!value.empty() && *end == '\0' && x >= least && x <= most) return x;
  throw usage_error("option " + option + " is a number from " + std::to_string(least) + " to " + std::to_string(most) + ", not \"" + value +
                    "\"");
}

bool truth(const std::string& option, const std::string& value) {
  if (value == "true" || value == "1") return true;
  if (value == "false" || value == "0") return false;
  throw usage_error("option " + option + " is true or false, not \"" + value + "\"");
}

vtc::grid_size grid(const std::string& option, const std::string& value) {
  const std::size_t x = value.find('x');
  if (x == std::string::npos) throw usage_error("option " + option + " is a grid such as 7x7, not \"" + value + "\"");
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  return {whole_number(option, value.substr(0, x), 1, most), whole_number(option, value.substr(x + 1), 1, most)};
}

vtc::index_list list(const std::string& option, const std::string& value, std::int64_t least, std::int64_t most) {
  vtc::index_list numbers;
  for (std::size_t at = 0; at <= value.size();) {
    const std::size_t end = std::min(value.find('+', at), value.size());
    if (numbers.count == vtc::index_list::capacity)
      throw usage_error("option " + option + " takes at most " + std::to_string(numbers.count) + " numbers");
    numbers.value[numbers.count++] = whole_number(option, value.substr(at, end - at), least, most);
    at = end + 1;
  }
  return numbers;
}

void unknown_value(const std::string& option, const std::string& value, const std::vector<std::string>& known) {
  std::string all;
  for (const auto& name : known) all += (all.empty() ? "" : ", ") + name;
  throw usage_error("option " + option + " is one of " + all + ", not \"" + value + "\"" + suggestion(value, known));
}

}  // namespace detail
}  // namespace experiment
