#include "files/contact_sheet.hpp"

#include <algorithm>

namespace files {

image contact_sheet(const std::vector<image>& pictures, const std::vector<std::string>& rows, const std::vector<std::string>& columns) {
  constexpr color paper{255, 255, 255}, ink{40, 40, 40};
  constexpr int gap = 8, text_scale = 2, text_height = 8 * text_scale;
  int cell_width = 0, cell_height = 0, label_width = 0;
  for (const image& p : pictures) {
    cell_width = std::max(cell_width, p.width);
    cell_height = std::max(cell_height, p.height);
  }
  for (const auto& text : columns) cell_width = std::max(cell_width, text_width(text, text_scale));
  for (const auto& text : rows) label_width = std::max(label_width, text_width(text, text_scale));
  const int column_count = static_cast<int>(columns.size()), row_count = static_cast<int>(rows.size());
  const int left = label_width > 0 ? gap + label_width : 0, top = gap + text_height;

  image sheet(left + gap + column_count * (cell_width + gap), top + gap + row_count * (cell_height + gap), paper);
  for (int c = 0; c < column_count; ++c)
    write_text(sheet, left + gap + c * (cell_width + gap), gap, columns[static_cast<std::size_t>(c)], ink, text_scale);
  for (int r = 0; r < row_count; ++r) {
    const int y = top + gap + r * (cell_height + gap);
    write_text(sheet, gap, y, rows[static_cast<std::size_t>(r)], ink, text_scale);
    for (int c = 0; c < column_count; ++c)
      blit(sheet, left + gap + c * (cell_width + gap), y, pictures[static_cast<std::size_t>(r * column_count + c)]);
  }
  return sheet;
}

}  // namespace files
