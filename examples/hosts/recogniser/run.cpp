// The checks and the tables of all hosts.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "recogniser.hpp"
#include "text_reader/lines.hpp"

namespace recogniser {
namespace {

using clock = std::chrono::steady_clock;
double since(clock::time_point start) { return std::chrono::duration<double, std::milli>(clock::now() - start).count(); }

struct errors {
  int wrong = 0, characters = 0;
  double rate() const { return characters > 0 ? 100.0 * wrong / characters : 0; }
};
struct result {
  std::string method;
  int percent = 100;
  std::int64_t before = 0, kept = 0;
  double compress = 0, tail = 0;  // milliseconds, all lines
  errors clear, hard;
  bool identity = true;
};

// CTC: the best class of each row, repetitions and blanks left out; spaces do not count.
std::string read(const vtc::rows& probabilities, const std::vector<std::string>& characters) {
  std::string text;
  std::ptrdiff_t before = 0;
  for (vtc::index_t r = 0; r < probabilities.count; ++r) {
    const auto* row = static_cast<const float*>(probabilities.row(r));
    const std::ptrdiff_t best = std::max_element(row, row + probabilities.width) - row;
    if (best != before && best > 0 && best <= static_cast<std::ptrdiff_t>(characters.size()) &&
        characters[static_cast<std::size_t>(best - 1)] != " ")
      text += characters[static_cast<std::size_t>(best - 1)];
    before = best;
  }
  return text;
}

std::vector<float> copy(const vtc::rows& x) {
  const auto* first = static_cast<const float*>(x.data);
  return std::vector<float>(first, first + static_cast<std::ptrdiff_t>(x.count) * x.width);
}

int report(const char* what, bool good) {
  std::printf("%-82s %s\n", what, good ? "yes" : "NO");
  return good ? 0 : 1;
}

int check(runtime& host, const files& data) {
  bool same = true, identity = true;
  double apart = 0;
  for (std::size_t i = 0; i < data.lines.size(); i += 16) {
    const line& l = data.lines[i];
    const std::vector<float> whole = copy(host.whole(l));
    const vtc::index_t n = host.head(l);
    host.pass_on();
    const std::vector<float> plain = copy(host.tail());
    identity = host.compress(method("tome"), vtc::keep(n + 7)) == n && identity;
    const std::vector<float> kept = copy(host.tail());
    same = same && plain.size() == kept.size() && std::memcmp(plain.data(), kept.data(), plain.size() * sizeof(float)) == 0;
    apart = whole.size() == plain.size() ? apart : INFINITY;
    for (std::size_t k = 0; k < std::min(whole.size(), plain.size()); ++k)
      apart = std::max(apart, static_cast<double>(std::abs(whole[k] - plain[k])));
  }
  std::printf("%s: largest difference between the cut and the uncut model: %.1e\n", host.name(), apart);
  return report("head + vtc + tail equals head + tail bit for bit when every row is kept", same) +
         report("a count above the rows is the identity", identity) +
         report("the cut model equals the uncut one within 1e-5", apart <= 1e-5);
}

void print(const std::vector<result>& results, double head, std::size_t lines) {
  const auto n = static_cast<double>(lines);
  std::printf("\n%-20s %6s %7s %7s %9s %9s %9s\n%-20s %6s %7s %7s %9s %9s %9s\n", "", "kept", "clear", "hard", "head", "compress", "tail",
              "method", "%", "CER %", "CER %", "ms/line", "ms/line", "ms/line");
  for (const result& r : results)
    std::printf("%-20s %6.1f %7.2f %7.2f %9.2f %9.3f %9.2f%s\n", r.method.c_str(),
                100.0 * static_cast<double>(r.kept) / static_cast<double>(r.before), r.clear.rate(), r.hard.rate(), head / n,
                r.compress / n, r.tail / n, r.percent > 100 ? "  above 100 %: every row is kept" : "");
}

void write_json(const std::string& path, const char* host, const std::vector<result>& results, double head, std::size_t lines) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  const auto n = static_cast<double>(lines);
  for (const result& r : results)
    all.push_back({{"host", host},
                   {"method", r.method},
                   {"percent", r.percent},
                   {"rows", r.before},
                   {"kept", r.kept},
                   {"clear_error_rate", r.clear.rate()},
                   {"hard_error_rate", r.hard.rate()},
                   {"head_ms", head / n},
                   {"compress_ms", r.compress / n},
                   {"tail_ms", r.tail / n}});
  std::ofstream file(path);
  file << all.dump(2) << '\n';
  if (!file) throw fault(fault::files_or_memory, path + " cannot be written");
}

}  // namespace

int run(runtime& host, const files& data, const std::vector<method>& methods, const std::vector<int>& percents, const std::string& json) {
  const int failed = check(host, data);
  std::vector<result> results(1);
  results[0].method = "every column";
  for (const int percent : percents)
    for (const method& m : methods) {
      results.emplace_back();
      results.back().method = m.text();
      results.back().percent = percent;
    }
  double head = 0;
  for (std::size_t i = 0; i < data.lines.size(); ++i) {
    const line& l = data.lines[i];
    auto start = clock::now();
    const vtc::index_t n = host.head(l);
    head += since(start);
    for (std::size_t k = 0; k < results.size(); ++k) {
      result& r = results[k];
      start = clock::now();
      vtc::index_t kept = n;
      if (k == 0) host.pass_on();
      else kept = host.compress(methods[(k - 1) % methods.size()], vtc::keep_ratio(r.percent, 100, vtc::rounding::nearest));
      r.compress += k == 0 ? 0 : since(start);
      start = clock::now();
      const vtc::rows probabilities = host.tail();
      r.tail += since(start);
      errors& e = i < data.lines.size() / 2 ? r.clear : r.hard;
      e.wrong += text_reader::edits(read(probabilities, data.characters), l.truth);
      e.characters += static_cast<int>(l.truth.size());
      r.before += n;
      r.kept += kept;
    }
  }
  print(results, head, data.lines.size());
  std::printf("\nMerged columns count once in the tail's attention: the model has no input for the logarithm of their sizes.\n");
  if (!json.empty()) write_json(json, host.name(), results, head, data.lines.size());
  return failed;
}

}  // namespace recogniser
