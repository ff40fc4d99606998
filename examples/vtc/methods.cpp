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

const char* const symbols =
    "N rows, K kept, D width of the compared rows, H heads, M rows of text. The geometry is --layout; projections are --queries and --keys.";

// The bar divides the cells of a table, and a name in angle brackets would be a tag.
std::string cell(const std::string& text) {
  std::string safe;
  for (const char c : text) safe += c == '|' ? "\\|" : c == '<' ? "&lt;" : std::string(1, c);
  return safe;
}

void print_markdown(const json& all) {
  std::cout << "# Methods\n\nWritten by `vtc methods --markdown`, which reads the catalogue; a test holds this file to it.\n\n" << symbols
            << "\nScratch is in bytes, beside the door's.\n\n| method | family | inputs | count | cost | scratch |\n|---|---|---|---|---|---|\n";
  for (const json& m : all)
    std::cout << "| [`" << text_of(m["name"]) << "`](#" << text_of(m["name"]) << ") | " << text_of(m["family"]) << " | "
              << cell(m["inputs"].empty() ? "the layout alone" : joined(m["inputs"], ", ")) << " | " << text_of(m["count"]) << " | " << cell(text_of(m["cost"])) << " | "
              << cell(text_of(m["scratch"])) << " |\n";
  for (const json& m : all) {
    std::cout << "\n## " << text_of(m["name"]) << "\n\n" << cell(text_of(m["source"])) << ".\n\nChoose it when " << cell(text_of(m["when"])) << ".\n\n";
    for (const json& o : m["options"])
      std::cout << "- option `" << text_of(o["name"]) << "` = " << cell(default_of(o)) << " (" << cell(range_of(o)) << "): " << cell(text_of(o["help"])) << "\n";
    for (const json& t : m["tensors"]) std::cout << "- tensor `" << text_of(t["name"]) << "`: " << cell(text_of(t["help"])) << "\n";
    std::cout << "- budgets: " << (m["budgets"].empty() ? "none, the options fix the count" : joined(m["budgets"], ", ")) << "\n- against the published code: " << cell(text_of(m["differences"]))
              << "\n";
  }
}

}  // namespace

void list_methods(listing as) {
  const json all = describe_methods();
  if (as == listing::json) {
    std::cout << all.dump(2) << '\n';
    return;
  }
  if (as == listing::markdown) return print_markdown(all);
  std::cout << symbols << '\n';
  for (const json& m : all) {
    std::cout << '\n';
    print(m);
  }
}

}  // namespace tool
