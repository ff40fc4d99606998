// vtc explain: a drawing of what a plan did, one panel for each grid and frame of its layout.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <optional>

#include "commands.hpp"
#include "experiment/plan_picture.hpp"
#include "fault.hpp"
#include "files/image.hpp"
#include "output_folder.hpp"
#include "plan_files.hpp"

namespace tool {
namespace {

constexpr int margin = 4;
constexpr std::int64_t most_side = 1 << 14, most_pixels = 1 << 26;  // of the drawing

std::vector<vtc::region> frames_of(const vtc::layout& where) {
  std::vector<vtc::region> frames;
  for (vtc::index_t g = 0; g < where.parts(); ++g) {
    const vtc::region p = where.part(g);
    for (vtc::index_t t = 0; t < p.frames; ++t) {
      frames.push_back(p);
      frames.back().begin = p.at(t, 0, 0);
      frames.back().frames = 1;
    }
  }
  return frames;
}

// A frame is drawn over the picture, enlarged until every cell has two pixels a side, or over a plain sheet of cells.
class panel {
 public:
  panel(const vtc::region& grid, const std::optional<files::image>& picture) : grid_(grid) {
    if (picture) {
      times_ = std::max({std::int64_t{1}, ceiling(std::int64_t{2} * grid.width, picture->width),
                         ceiling(std::int64_t{2} * grid.height, picture->height)});
      width = times_ * picture->width;
      height = times_ * picture->height;
    } else {
      cell_width_ = std::clamp(480 / std::max(grid.height, grid.width), 1, 32);
      cell_height_ = grid.height == 1 ? 32 : cell_width_;
      width = std::int64_t{cell_width_} * grid.width;
      height = std::int64_t{cell_height_} * grid.height;
    }
  }

  std::int64_t width, height;

  files::image draw(const std::optional<files::image>& picture, const vtc::plan_view& plan) const {
    if (!picture) return experiment::draw_plan(plain_sheet(), plan, grid_);
    return experiment::draw_plan(times_ == 1 ? *picture : files::enlarged(*picture, static_cast<int>(times_)), plan, grid_);
  }

 private:
  static std::int64_t ceiling(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

  files::image plain_sheet() const {
    constexpr files::color cell{214, 222, 235}, line{150, 158, 174};
    files::image sheet(static_cast<int>(width), static_cast<int>(height), line);
    const int gap = cell_width_ >= 4 ? 1 : 0;
    for (int y = 0; y < grid_.height; ++y)
      for (int x = 0; x < grid_.width; ++x)
        files::fill(sheet, x * cell_width_, y * cell_height_, cell_width_ - gap, cell_height_ - gap, cell);
    return sheet;
  }

  vtc::region grid_;
  std::int64_t times_ = 1;
  int cell_width_ = 0, cell_height_ = 0;
};

}  // namespace

void explain(const explain_words& words) {
  output_file out(words.out);
  const plan_files plan(words.plan);
  const std::vector<vtc::region> frames = frames_of(plan.layout().view());
  if (frames.empty()) fail(vtc::status::needs_geometry, words.plan);
  std::optional<files::image> picture;
  if (!words.image.empty()) picture = files::read_png(words.image);

  const auto columns = static_cast<std::int64_t>(std::ceil(std::sqrt(static_cast<double>(frames.size()))));
  const std::int64_t lines = (static_cast<std::int64_t>(frames.size()) + columns - 1) / columns;
  std::vector<panel> panels;
  std::int64_t width = 0, height = 0;
  for (const vtc::region& f : frames) {
    panels.emplace_back(f, picture);
    width = std::max(width, panels.back().width);
    height = std::max(height, panels.back().height);
  }
  const std::int64_t sheet_width = columns * (width + margin) - margin, sheet_height = lines * (height + margin) - margin;
  if (sheet_width > most_side || sheet_height > most_side || sheet_width * sheet_height > most_pixels)
    fail(vtc::status::bad_shape, "a drawing of " + std::to_string(sheet_width) + " x " + std::to_string(sheet_height) + " pixels");

  files::image sheet(static_cast<int>(sheet_width), static_cast<int>(sheet_height), files::color{255, 255, 255});
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const auto column = static_cast<std::int64_t>(i) % columns, line = static_cast<std::int64_t>(i) / columns;
    files::blit(sheet, static_cast<int>(column * (width + margin)), static_cast<int>(line * (height + margin)),
                panels[i].draw(picture, plan.view()));
  }
  files::write_png(out.path(), sheet);
  out.commit();
}

}  // namespace tool
