#include "files/contact_sheet.hpp"

#include <algorithm>

namespace files {
namespace {

constexpr color paper{255, 255, 255}, ink{40, 40, 40};
constexpr int gap = 8, text_scale = 2, line_height = 9 * text_scale;

// Cut behind the last mark that fits, or where there is none, where the line is full.
std::vector<std::string> lines_of(std::string text, int width) {
  const auto most = static_cast<std::size_t>(std::max(1, width / text_width("x", text_scale)));
  std::vector<std::string> lines;
  while (text.size() > most) {
    const std::size_t mark = text.find_last_of(" _:,-", most - 1), end = mark == std::string::npos ? most : mark + 1;
    lines.push_back(text.substr(0, end));
    text.erase(0, end);
  }
  lines.push_back(text);
  return lines;
}

void write_lines(image& on, int x, int y, const std::vector<std::string>& lines) {
  for (std::size_t i = 0; i < lines.size(); ++i) write_text(on, x, y + static_cast<int>(i) * line_height, lines[i], ink, text_scale);
}

}  // namespace

image contact_sheet(const std::vector<image>& pictures, const std::vector<std::string>& rows, const std::vector<std::string>& columns) {
  int cell_width = 1, cell_height = 1, label_width = 0, most_lines = 1;
  for (const image& p : pictures) {
    cell_width = std::max(cell_width, p.width);
    cell_height = std::max(cell_height, p.height);
  }
  for (const auto& text : rows) label_width = std::max(label_width, text_width(text, text_scale));
  for (const auto& text : columns) most_lines = std::max(most_lines, static_cast<int>(lines_of(text, cell_width).size()));
  const int column_count = static_cast<int>(columns.size()), row_count = static_cast<int>(rows.size());
  const int left = label_width > 0 ? gap + label_width : 0, top = gap + most_lines * line_height;

  image sheet(left + gap + column_count * (cell_width + gap), top + row_count * (cell_height + gap), paper);
  for (int c = 0; c < column_count; ++c)
    write_lines(sheet, left + gap + c * (cell_width + gap), gap, lines_of(columns[static_cast<std::size_t>(c)], cell_width));
  for (int r = 0; r < row_count; ++r) {
    const int y = top + r * (cell_height + gap);
    write_text(sheet, gap, y, rows[static_cast<std::size_t>(r)], ink, text_scale);
    for (int c = 0; c < column_count; ++c)
      blit(sheet, left + gap + c * (cell_width + gap), y, pictures[static_cast<std::size_t>(r * column_count + c)]);
  }
  return sheet;
}

}  // namespace files
