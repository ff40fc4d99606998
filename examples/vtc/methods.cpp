// vtc methods: what every method needs, takes and gives.
#include <iostream>

#include "commands.hpp"
#include "policy.hpp"

namespace tool {
namespace {

using json = nlohmann::ordered_json;

std::string text_of(const json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

std::string joined(const json& words, const char* between) {
  std::string text;
  for (const json& w : words) text += (text.empty() ? "" : between) + text_of(w);
  return text;
}

std::string default_of(const json& option) {
  const json& value = option["default"];
  if (value.is_null() || (value.is_array() && value.empty())) return "unset";
  return value.is_array() ? joined(value, "+") : text_of(value);
}

std::string range_of(const json& option) {
  if (option.contains("choices")) return joined(option["choices"], "|");
  if (!option.contains("least")) return text_of(option["type"]);
  const std::string range = text_of(option["least"]) + " to " + text_of(option["most"]);
  return option["type"] == "list" ? "a+b+c, each " + range : range;
}

void print(const json& m) {
  std::cout << text_of(m["name"]) << "\n  " << text_of(m["source"]) << '\n';
  const auto line = [](const char* title, const std::string& text) { std::cout << "    " << title << text << '\n'; };
  line("inputs       ", m["inputs"].empty() ? "the layout alone" : joined(m["inputs"], ", "));
  for (const json& o : m["options"]) {
    line("option       ", text_of(o["name"]) + " = " + default_of(o) + "  (" + range_of(o) + ")");
    line("             ", "  " + text_of(o["help"]));
  }
  for (const json& t : m["tensors"]) line("tensor       ", text_of(t["name"]) + "  (--with): " + text_of(t["help"]));
  line("count        ", text_of(m["count"]));
  line("budget       ", m["budgets"].empty() ? "none: the options fix the count" : joined(m["budgets"], ", "));
  line("cost         ", text_of(m["cost"]));
  line("scratch      ", text_of(m["scratch"]) + " bytes");
  line("differences  ", text_of(m["differences"]));
  line("choose when  ", text_of(m["when"]));
}

}  // namespace

void list_methods(bool as_json) {
  const json all = describe_methods();
  if (as_json) {
    std::cout << all.dump(2) << '\n';
    return;
  }
  std::cout << "N rows, K kept, D width of the compared rows, H heads, M rows of text. The geometry is --layout; projections are --queries "
               "and --keys.\n";
  for (const json& m : all) {
    std::cout << '\n';
    print(m);
  }
}

}  // namespace tool
