#include "text_reader/lines.hpp"

#include <algorithm>

#include "files/npy.hpp"
#include "text_reader/reader.hpp"

namespace text_reader {
namespace {

layers::matrix slice(const std::vector<float>& values, std::int64_t first, std::int64_t last) {
  layers::matrix m(static_cast<int>(last - first), token_width);
  std::copy(values.begin() + first * token_width, values.begin() + last * token_width, m.values.begin());
  return m;
}

std::string without_spaces(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  return text;
}

}  // namespace

std::vector<std::string> read_text_lines(const std::string& path) {
  std::vector<std::string> lines(1);
  for (const unsigned char c : files::read_file(path)) {
    if (c == '\n') lines.emplace_back();
    else lines.back() += static_cast<char>(c);
  }
  if (lines.back().empty()) lines.pop_back();  // the last line ends like the others
  return lines;
}

std::vector<text_line> read_lines(const std::string& folder) {
  const auto read = [&](const char* name) { return files::read_npy(folder + name, files::fortran_order::reordered); };
  const files::array tokens = read("/tokens.npy"), skip = read("/skip.npy"), offsets = read("/offsets.npy");
  const std::vector<std::string> truths = read_text_lines(folder + "/lines.txt");
  tokens.expect("f2", {-1, token_width});
  skip.expect("f2", tokens.shape);
  offsets.expect("i4", {static_cast<std::int64_t>(truths.size()) + 1});
  const std::int32_t* at = offsets.values<std::int32_t>();
  if (truths.empty() || at[0] != 0 || at[truths.size()] != tokens.side(0))
    throw files::error(files::fault::malformed, offsets.path, "does not cover the rows of tokens.npy");

  const std::vector<float> token_values = tokens.floats(), skip_values = skip.floats();
  std::vector<text_line> lines;
  for (std::size_t i = 0; i < truths.size(); ++i) {
    if (at[i] >= at[i + 1]) throw files::error(files::fault::malformed, offsets.path, "does not ascend");
    if (at[i + 1] > tokens.side(0)) throw files::error(files::fault::malformed, offsets.path, "leaves the rows of tokens.npy");
    lines.push_back({slice(token_values, at[i], at[i + 1]), slice(skip_values, at[i], at[i + 1]), without_spaces(truths[i])});
  }
  return lines;
}

int edits(const std::string& a, const std::string& b) {
  std::vector<int> row(b.size() + 1);
  for (std::size_t j = 0; j < row.size(); ++j) row[j] = static_cast<int>(j);
  for (std::size_t i = 0; i < a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i) + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const int above = row[j + 1];
      row[j + 1] = std::min({above + 1, row[j] + 1, diagonal + (a[i] != b[j])});
      diagonal = above;
    }
  }
  return row.back();
}

}  // namespace text_reader
