#include "boxes_file.hpp"

#include <nlohmann/json.hpp>

#include "fault.hpp"
#include "files/file.hpp"

namespace tool {
namespace {

using json = nlohmann::json;

vtc::rectangle rectangle_of(const json& sides) {
  if (sides.size() != 4) fail(vtc::status::bad_shape, "a box is [left, top, right, bottom], not " + sides.dump());
  return vtc::rectangle{sides[0].get<float>(), sides[1].get<float>(), sides[2].get<float>(), sides[3].get<float>()};
}

vtc::placement placement_of(const json& words, const vtc::layout& where, float width, float height) {
  const auto g = words.at("region").get<vtc::index_t>();
  if (g < 0 || g >= where.parts()) fail(vtc::status::bad_index, "region " + std::to_string(g) + " of " + std::to_string(where.parts()));
  const std::string fit = words.value("fit", "stretch");
  vtc::placement p = vtc::stretched(where, g, width, height);
  if (words.contains("tile")) {
    const json &at = words.at("tile"), &of = words.at("of");
    p = vtc::tile(where, g, width, height, at.at(0), at.at(1), of.at(0), of.at(1));
  } else if (words.contains("part")) {
    p.picture = rectangle_of(words.at("part"));
    if (words.contains("cells")) p.grid = rectangle_of(words.at("cells"));
  } else if (fit == "pad" || fit == "pad_behind") {
    p = vtc::padded(where, g, width, height, fit == "pad");
  } else if (fit != "stretch") {
    fail(vtc::status::bad_shape, "fit is stretch, pad or pad_behind, not \"" + fit + "\"");
  }
  p.frame = words.value("frame", vtc::none);
  return p;
}

}  // namespace

void protect_boxes(const std::string& path, const vtc::layout& where, std::vector<std::uint8_t>& protect) {
  const std::vector<unsigned char> bytes = files::read_file(path);
  std::vector<vtc::placement> placements;
  std::vector<vtc::rectangle> boxes;
  try {
    const json file = json::parse(bytes.begin(), bytes.end());
    const float width = file.at("picture").at(0), height = file.at("picture").at(1);
    for (const json& box : file.at("boxes")) boxes.push_back(rectangle_of(box));
    if (file.contains("placements"))
      for (const json& words : file.at("placements")) placements.push_back(placement_of(words, where, width, height));
    else
      for (vtc::index_t g = 0; g < where.parts(); ++g) placements.push_back(vtc::stretched(where, g, width, height));
  } catch (const json::exception& e) {
    throw files::error(files::fault::malformed, path, e.what());
  }
  protect.resize(static_cast<std::size_t>(where.count), 0);
  require(vtc::protect_boxes(where, placements.data(), static_cast<vtc::index_t>(placements.size()), boxes.data(),
                             static_cast<vtc::index_t>(boxes.size()), protect.data()),
          path);
}

}  // namespace tool
