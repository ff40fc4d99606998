#include "contest/table.hpp"

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

namespace contest {
namespace {

// A figure in at most six characters; "-" for what was not measured.
std::string figure(double value, const char* unit) {
  char text[32];
  if (!(value > 0)) return "-";
  std::snprintf(text, sizeof text, value < 0.01 ? "%.4f%s" : value < 10 ? "%.3f%s" : value < 100 ? "%.1f%s" : "%.0f%s", value, unit);
  return text;
}
std::string ratio(double value) {
  char text[32];
  if (!(value > 0)) return "-";
  std::snprintf(text, sizeof text, value < 100 ? "%.2f" : "%.0f", value);
  return text;
}
std::string percent(double value) {
  char text[32];
  if (!(value > 0)) return "-";
  std::snprintf(text, sizeof text, value < 0.0995 ? "%.1f %%" : "%.0f %%", 100 * value);
  return text;
}

nlohmann::json json_of(const duration& d) {
  if (!(d.median > 0)) return nullptr;
  return {{"median", d.median}, {"quarter", d.low}, {"three_quarters", d.high}};
}

}  // namespace

table::table(const std::string& title) : title_(title) {
  std::printf("%s\n\n", title.c_str());
  std::printf("| %-34s | %-10s | %-14s | %-5s | %-6s | %8s | %6s | %-10s | %8s | %7s |\n", "work", "shape", "model", "type", "memory", "ms", "share", "limit", "x Eigen",
              "x loop");
  std::printf("|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|\n", ":-----------------------------------", ":-----------", ":---------------", ":------", ":-------", "---------:", "-------:",
              ":-----------", "---------:", "--------:");
  std::fflush(stdout);
}

void table::add(const line& which, const work& task, const outcome& result) {
  const double ours = result.vtc.median;
  std::printf("| %-34s | %-10s | %-14s | %-5s | %-6s | %8s | %6s | %-10s | %8s | %7s |%s\n", which.name.c_str(), which.shape.c_str(), which.model.c_str(), which.element.c_str(),
              which.memory.c_str(), figure(ours * 1e3, "").c_str(), percent(result.limit.median / ours).c_str(), task.limit_name.c_str(),
              ratio(result.eigen.median / ours).c_str(), ratio(result.loop.median / ours).c_str(), result.agreed ? "" : "  results differ");
  std::fflush(stdout);
  rows_.push_back(row{which, task.limit_name, task.threads, result});
}

bool table::write_json(const std::string& path) const {
  nlohmann::ordered_json all;
  all["machine"] = title_;
  all["unit"] = "seconds";
  for (const row& r : rows_)
    all["lines"].push_back({{"work", r.which.name},
                            {"shape", r.which.shape},
                            {"model", r.which.model},
                            {"element", r.which.element},
                            {"memory", r.which.memory},
                            {"threads", r.threads},
                            {"repetitions", r.result.repetitions},
                            {"agree", r.result.agreed},
                            {"vtc", json_of(r.result.vtc)},
                            {"eigen", json_of(r.result.eigen)},
                            {"loop", json_of(r.result.loop)},
                            {"limit", json_of(r.result.limit)},
                            {"limit_name", r.limit}});
  std::ofstream file(path);
  file << all.dump(1) << '\n';
  return static_cast<bool>(file);
}

}  // namespace contest
