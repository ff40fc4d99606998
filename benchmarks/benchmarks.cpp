// Prints the table of the README: every kernel and method at the shapes of real models, beside plain Eigen, a plain loop and the limit of
// this machine, all measured in this run.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <regex>
#include <string>
#include <thread>

#include "all_lines.hpp"
#include "contest/race.hpp"
#include "contest/table.hpp"
#include "limit/caches.hpp"
#include "vtc/kernel/arch.hpp"

namespace {

const char* compiled_for() {
#if defined(__AVX512F__)
  return "AVX-512";
#elif defined(__AVX2__)
  return "AVX2 + FMA + F16C";
#elif defined(__aarch64__)
  return "NEON";
#else
  return "the compiler's default";
#endif
}

std::string compiler() {
#if defined(__clang__)
  return "clang " + std::to_string(__clang_major__);
#else
  return "g++ " + std::to_string(__GNUC__);
#endif
}

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string text; std::getline(file, text);)
    if (text.rfind("model name", 0) == 0) return text.substr(text.find(':') + 2);
  return "unknown processor";
}

std::string size_text(std::size_t bytes) { return bytes >= 1u << 20 ? std::to_string(bytes >> 20) + " MiB" : std::to_string(bytes >> 10) + " KiB"; }

std::string title(bool quick) {
  const limit::cache_sizes c = limit::caches();
  return processor() + ", " + std::to_string(std::thread::hardware_concurrency()) + " processors, caches " + size_text(c.first) + ", " + size_text(c.second) + ", " +
         size_text(c.last) + "; compiled for " + compiled_for() + " by " + compiler() + "; one thread" + (quick ? "; quick: few repetitions" : "");
}

struct request {
  bool quick = false, list = false;
  std::string json, only;
};

constexpr const char* usage =
    "usage: benchmarks [--quick] [--json FILE] [--only REGEX] [--list]\n"
    "  --quick       fewer lines and repetitions\n"
    "  --json FILE   the same numbers, and their spread, for a program\n"
    "  --only REGEX  lines whose \"work shape element memory model\" matches\n"
    "  --list        names the lines and measures none\n";

bool parse(int count, char** words, request& r) {
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--quick") r.quick = true;
    else if (word == "--list") r.list = true;
    else if (word == "--json" && i + 1 < count) r.json = words[++i];
    else if (word == "--only" && i + 1 < count) r.only = words[++i];
    else return false;
  }
  return true;
}

}  // namespace

int main(int count, char** words) {
  request wanted;
  if (!parse(count, words, wanted)) {
    const bool help = count == 2 && (std::strcmp(words[1], "--help") == 0 || std::strcmp(words[1], "-h") == 0);
    std::fputs(usage, help ? stdout : stderr);
    return help ? 0 : 2;
  }
  const char* options[] = {words[0], "--benchmark_enable_random_interleaving=true"};
  int option_count = 2;
  benchmark::Initialize(&option_count, const_cast<char**>(options));

  contest::lines all;
  for (const auto add : {add_kernel_products, add_kernel_rows, add_kernel_order, add_scores, add_plan_select, add_plan_merge, add_plan_pool, add_apply, add_end_to_end}) add(all);
  const std::regex pattern(wanted.only);
  const contest::patience patience = wanted.quick ? contest::patience{0.25, 3, 9} : contest::patience{0.8, 5, 15};
  contest::table table(title(wanted.quick));
  for (const contest::line& line : all) {
    if (!wanted.only.empty() ? !std::regex_search(line.name + " " + line.shape + " " + line.element + " " + line.memory + " " + line.model, pattern) : wanted.quick && !line.quick) continue;
    if (wanted.list) {
      std::printf("%s %s %s %s %s\n", line.name.c_str(), line.shape.c_str(), line.element.c_str(), line.memory.c_str(), line.model.c_str());
      continue;
    }
    const contest::work task = line.prepare();
    table.add(line, task, contest::race(line, task, patience));
  }
  if (!wanted.json.empty() && !table.write_json(wanted.json)) {
    std::fprintf(stderr, "benchmarks: cannot write %s\n", wanted.json.c_str());
    return 4;
  }
}
