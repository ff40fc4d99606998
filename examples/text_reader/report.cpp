#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <ostream>

#include "files/file.hpp"
#include "text_reader/measure.hpp"

namespace text_reader {
namespace {

std::string below_random(const result& r, const std::vector<result>& all) {
  const auto baseline =
      std::find_if(all.begin(), all.end(), [&](const result& b) { return b.percent == r.percent && b.method.rfind("random", 0) == 0; });
  if (baseline == all.end() || baseline->method == r.method || r.percent == 100) return "";
  std::string halves;
  if (r.clear.rate() > baseline->clear.rate()) halves += "clear";
  if (r.hard.rate() > baseline->hard.rate()) halves += halves.empty() ? "hard" : ", hard";
  return halves;
}

}  // namespace

void print_table(std::ostream& out, const std::vector<result>& results) {
  int width = 0, percent = 0;
  for (const result& r : results) width = std::max(width, static_cast<int>(r.method.size()) + 2);
  out << "Characters read wrongly, in percent, of " << results[0].clear.characters << " on clear and " << results[0].hard.characters
      << " on hard lines. kept: share of the columns that are left.\n";
  for (const result& r : results) {
    char line[256];
    if (r.percent != percent) {
      percent = r.percent;
      const std::string title = "keep " + std::to_string(percent) + " %";
      std::snprintf(line, sizeof line, "\n%-*s %8s %8s %8s  %s\n", width, title.c_str(), "kept", "clear", "hard", "note");
      out << line;
    }
    if (r.fault != vtc::status::ok) {
      std::snprintf(line, sizeof line, "%-*s %8s %8s %8s  not run: %s\n", width, r.method.c_str(), "-", "-", "-", vtc::message(r.fault));
    } else {
      const std::string halves = below_random(r, results);
      std::snprintf(line, sizeof line, "%-*s %8.1f %8.2f %8.2f  %s%s\n", width, r.method.c_str(), 100.0 * r.kept / r.columns,
                    100 * r.clear.rate(), 100 * r.hard.rate(), halves.empty() ? "" : "worse than random: ", halves.c_str());
    }
    out << line;
  }
}

void write_json(const std::string& path, const std::vector<result>& results) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const result& r : results) {
    nlohmann::ordered_json entry{{"method", r.method}, {"percent", r.percent}};
    if (r.fault != vtc::status::ok) {
      entry["fault"] = vtc::name(r.fault);
    } else {
      entry.update({{"columns", r.columns}, {"kept", r.kept}});
      entry.update({{"clear", r.clear.rate()}, {"clear_wrong", r.clear.wrong}, {"clear_count", r.clear.characters}});
      entry.update({{"hard", r.hard.rate()}, {"hard_wrong", r.hard.wrong}, {"hard_count", r.hard.characters}});
    }
    list.push_back(std::move(entry));
  }
  const std::string text = nlohmann::ordered_json{{"results", std::move(list)}}.dump(1) + "\n";
  files::write_file(path, text.data(), text.size());
}

}  // namespace text_reader
