#include "mini_vlm/pictures.hpp"

#include <algorithm>
#include <filesystem>

#include "experiment/plan_picture.hpp"
#include "files/contact_sheet.hpp"

namespace mini_vlm {
namespace {

constexpr int most_pictures = 8, magnification = 3;

files::image enlarged_picture(const std::uint8_t* grey) {
  files::image p(picture_side, picture_side);
  for (int y = 0; y < picture_side; ++y)
    for (int x = 0; x < picture_side; ++x) {
      const std::uint8_t level = grey[y * picture_side + x];
      p.set(x, y, {level, level, level});
    }
  return files::enlarged(p, magnification);
}

}  // namespace

std::vector<std::string> draw_kept(const model& vlm, const dataset& data, const std::vector<any_method>& methods,
                                   const std::vector<int>& keeps, int pictures, const std::string& folder) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) throw files::error(files::fault::unwritable, folder, failure.message());

  const auto grid = vtc::layout_builder<1>{}.grid(grid_side, grid_side);
  std::vector<std::string> columns{"original"}, rows, paths;
  for (const any_method& m : methods) columns.push_back(m.name);
  pictures = std::min(pictures, most_pictures);
  for (int p = 0; p < pictures; ++p) rows.push_back(std::to_string(p));

  seam compression;
  for (const int keep : keeps) {
    std::vector<files::image> drawings;
    for (int p = 0; p < pictures; ++p) {
      const files::image original = enlarged_picture(data.picture(p));
      const visual seen = vlm.encode(data.picture(p));
      drawings.push_back(original);
      for (const any_method& m : methods) {
        const vtc::status s = m.reads_question
                                  ? m.compress(compression, seen, p, keep, vlm.project(seen.tokens), vlm.embed(data.asked(p)->tokens))
                                  : m.compress(compression, seen, p, keep);
        drawings.push_back(s == vtc::status::ok ? experiment::draw_plan(original, compression.plan.view(), vtc::layout(grid).part(0))
                                                : files::image(1, 1));
      }
    }
    paths.push_back((std::filesystem::path(folder) / ("kept_" + std::to_string(keep) + ".png")).string());
    files::write_png(paths.back(), files::contact_sheet(drawings, rows, columns));
  }
  return paths;
}

}  // namespace mini_vlm
