#include "budget_text.hpp"

#include <algorithm>
#include <limits>

#include "fault.hpp"
#include "text.hpp"

namespace tool {
namespace {

constexpr std::int64_t most = std::numeric_limits<vtc::index_t>::max();

[[noreturn]] void no_budget(const std::string& text, const std::string& reason) { misuse("budget \"" + text + "\": " + reason); }

// "12.5%" or, where a plain number is a share as well, "0.125".
std::optional<fraction> share(const std::string& word) {
  if (!word.empty() && word.back() == '%') return decimal_fraction(word.substr(0, word.size() - 1), 100);
  return decimal_fraction(word);
}

vtc::budget parse_rule(const std::string& text, const std::string& word) {
  if (word == "outliers") return vtc::keep_outliers();
  if (word.compare(0, 11, "perplexity=") == 0) {
    const auto factor = finite_number(word.substr(11));
    if (!factor || !(*factor >= 0)) no_budget(text, "perplexity is a factor such as 1 or 0.5");
    return vtc::keep_perplexity(*factor);
  }
  if (word.compare(0, 5, "mass=") == 0) {
    const auto f = share(word.substr(5));
    if (!f || f->numerator > f->denominator) no_budget(text, "mass is a share such as 0.9 or 90%");
    return vtc::keep_mass(static_cast<float>(static_cast<double>(f->numerator) / f->denominator));
  }
  if (const std::size_t slash = word.find('/'); slash != std::string::npos) {
    const auto a = whole_number(word.substr(0, slash)), b = whole_number(word.substr(slash + 1));
    const auto f = a && b ? reduced(*a, *b) : std::nullopt;
    if (!f || f->numerator > f->denominator) no_budget(text, "a share a/b is two whole numbers, a at most b");
    return vtc::keep_ratio(f->numerator, f->denominator);
  }
  if (!word.empty() && word.back() == '%') {
    const auto f = share(word);
    if (!f || f->numerator > f->denominator) no_budget(text, "a share is a number up to 100%, such as 25% or 12.5%");
    return vtc::keep_ratio(f->numerator, f->denominator);
  }
  const auto count = whole_number(word, 0, most);
  if (!count) no_budget(text, "\"" + word + "\" is not one of K, P%, a/b, mass=P, outliers, perplexity=G (K up to 2^31 - 1)");
  return vtc::keep(static_cast<vtc::index_t>(*count));
}

// 8/16/32, in any order.
vtc::index_list parse_allowed(const std::string& text, const std::string& value) {
  std::vector<std::int64_t> counts;
  for (const std::string& word : split(value, '/')) {
    const auto count = whole_number(word, 1, most);
    if (!count) no_budget(text, "allowed is a list of counts such as 8/16/32, not \"" + value + "\"");
    counts.push_back(*count);
  }
  std::sort(counts.begin(), counts.end());
  counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
  if (counts.size() > static_cast<std::size_t>(vtc::index_list::capacity))
    no_budget(text, "allowed lists up to " + std::to_string(vtc::index_list::capacity) + " counts");
  vtc::index_list list;
  for (const std::int64_t count : counts) list.value[list.count++] = static_cast<vtc::index_t>(count);
  return list;
}

vtc::rounding parse_rounding(const std::string& text, const std::string& word) {
  if (word == "down") return vtc::rounding::down;
  if (word == "nearest") return vtc::rounding::nearest;
  if (word == "up") return vtc::rounding::up;
  no_budget(text, "round is down, nearest or up, not \"" + word + "\"");
}

}  // namespace

vtc::budget parse_budget(const std::string& text) {
  std::vector<std::string> words = split(text, ',');
  vtc::budget b = parse_rule(text, words.front());
  words.erase(words.begin());
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string name = words[i].substr(0, words[i].find('=')),
                      value = name.size() < words[i].size() ? words[i].substr(name.size() + 1) : "";
    for (std::size_t j = 0; j < i; ++j)
      if (words[j].substr(0, words[j].find('=')) == name) no_budget(text, "\"" + name + "\" stands there twice");
    const auto number = [&](std::int64_t least) {
      const auto n = whole_number(value, least, most);
      if (!n) no_budget(text, name + " is a whole number from " + std::to_string(least) + ", not \"" + value + "\"");
      return static_cast<vtc::index_t>(*n);
    };
    if (words[i] == "each") b = b.each_region();
    else if (name == "min") b = b.at_least(number(0));
    else if (name == "max") b = b.at_most(number(0));
    else if (name == "multiple") b = b.multiple_of(number(1));
    else if (name == "margin") b = b.with_margin(number(0));
    else if (name == "allowed") b.allowed = parse_allowed(text, value);
    else if (name == "round") b.round = parse_rounding(text, value);
    else no_budget(text, "\"" + words[i] + "\" is not one of each, min=, max=, multiple=, allowed=, margin=, round=");
  }
  if (b.most == 0) fail(vtc::status::keep_is_zero, "budget \"" + text + "\"");
  if (b.most < b.least) no_budget(text, "max is below min");
  if (const vtc::status s = vtc::check(b); s != vtc::status::ok) fail(s, "budget \"" + text + "\"");
  return b;
}

vtc::budget request(const std::string& budget, const std::string& order, bool official) {
  vtc::budget want = budget.empty() ? vtc::budget{} : parse_budget(budget);
  if (official) want = want.as_published();
  if (order == "method") want.order = vtc::slot_order::method;
  else if (order == "source") want.order = vtc::slot_order::source;
  else if (!order.empty()) misuse("--order is source or method, not \"" + order + "\"");
  return want;
}

}  // namespace tool
