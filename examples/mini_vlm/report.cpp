#include "mini_vlm/report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <ostream>

#include "files/file.hpp"

namespace mini_vlm {
namespace {

constexpr int columns = subset_count + 1;  // all questions, then each subset

struct share {
  std::string name;
  int right, asked;
  double value() const { return asked > 0 ? static_cast<double>(right) / asked : 0.0; }
};

std::vector<share> shares_of(const tally& t) {
  std::vector<share> shares{{"all", t.all_right(), t.all_asked()}};
  for (std::size_t s = 0; s < subset_count; ++s) shares.push_back({subset_names[s], t.right[s], t.asked[s]});
  return shares;
}

// Where a method falls below the random choice of as many tokens from the same pictures.
std::vector<std::string> below_random(const result& r, const std::vector<result>& all) {
  std::vector<std::string> names;
  const auto baseline =
      std::find_if(all.begin(), all.end(), [&](const result& b) { return b.keep == r.keep && b.method.rfind("random", 0) == 0; });
  if (baseline == all.end() || baseline->method == r.method || r.fault != vtc::status::ok) return names;
  const auto own = shares_of(r.answers), random = shares_of(r.reads_question ? baseline->first : baseline->answers);
  for (std::size_t i = 0; i < own.size(); ++i)
    if (own[i].asked > 0 && own[i].value() < random[i].value()) names.push_back(own[i].name);
  return names;
}

std::string note_of(const result& r, const std::vector<result>& all) {
  if (r.fault != vtc::status::ok) return std::string("not run: ") + vtc::message(r.fault);
  std::string note;
  if (r.reads_question) note = "one plan per question, first " + std::to_string(r.pictures) + " pictures; ";
  std::string below;
  for (const std::string& name : below_random(r, all)) below += (below.empty() ? "below random: " : ", ") + name;
  note += below;
  if (below.empty() && !note.empty()) note.resize(note.size() - 2);
  return note;
}

std::string cell(const share& s) {
  if (s.asked == 0) return "-";
  const interval i = wilson(s.right, s.asked);
  char text[64];
  std::snprintf(text, sizeof text, "%.1f (%.1f-%.1f)", 100 * s.value(), 100 * i.low, 100 * i.high);
  return text;
}

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.resize(width, ' ');
  return text;
}

}  // namespace

interval wilson(int right, int asked) {
  if (asked <= 0) return {0, 1};
  constexpr double z = 1.959964;
  const double n = asked, p = right / n, middle = p + z * z / (2 * n), half = z * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n)),
               scale = 1 + z * z / n;
  return {std::max(0.0, (middle - half) / scale), std::min(1.0, (middle + half) / scale)};
}

void print_table(std::ostream& out, const std::vector<result>& results) {
  std::size_t name_width = 0;
  for (const result& r : results) name_width = std::max(name_width, r.method.size() + 2);
  constexpr std::size_t kept_width = 9, cell_width = 19;
  int keep = 0;
  out << "Accuracy in percent (95 % interval). kept: visual tokens that the language model reads, of " << token_count << ".\n";
  for (const result& r : results) {
    if (r.keep != keep) {
      keep = r.keep;
      out << '\n' << padded("keep " + std::to_string(keep), name_width) << padded("kept", kept_width);
      for (const share& s : shares_of(r.answers)) out << padded(s.name, cell_width);
      out << "note\n";
    }
    out << padded(r.method, name_width);
    if (r.fault == vtc::status::ok) {
      out << padded(r.least == r.most ? std::to_string(r.most) : std::to_string(r.least) + "-" + std::to_string(r.most), kept_width);
      for (const share& s : shares_of(r.answers)) out << padded(cell(s), cell_width);
    } else {
      out << padded("-", kept_width + columns * cell_width);
    }
    out << note_of(r, results) << '\n';
  }
}

void write_json(const std::string& path, const std::vector<result>& results) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const result& r : results) {
    nlohmann::ordered_json entry{
        {"method", r.method}, {"keep", r.keep}, {"kept_least", r.least}, {"kept_most", r.most}, {"pictures", r.pictures}};
    if (r.fault != vtc::status::ok) {
      entry["fault"] = vtc::name(r.fault);
    } else {
      for (const share& s : shares_of(r.answers)) {
        const interval i = wilson(s.right, s.asked);
        entry[s.name] = s.value();
        entry[s.name + "_low"] = i.low;
        entry[s.name + "_high"] = i.high;
        entry[s.name + "_right"] = s.right;
        entry[s.name + "_count"] = s.asked;
      }
      entry["below_random"] = below_random(r, results);
    }
    list.push_back(std::move(entry));
  }
  const std::string text = nlohmann::ordered_json{{"tokens", token_count}, {"results", std::move(list)}}.dump(1) + "\n";
  files::write_file(path, text.data(), text.size());
}

}  // namespace mini_vlm
