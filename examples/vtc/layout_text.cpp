#include "layout_text.hpp"

#include <limits>

#include "fault.hpp"
#include "text.hpp"

namespace tool {
namespace {

constexpr std::int64_t most_rows = std::numeric_limits<vtc::index_t>::max();
constexpr std::size_t most_regions = 1u << 20;

struct grid_item {
  std::int64_t frames = 1, height = 0, width = 0, extra = 0, block = 1;  // height 0: only `extra` rows outside every grid
};

[[noreturn]] void no_layout(const std::string& text, const std::string& item) {
  misuse("layout \"" + text + "\": \"" + item + "\" is neither a count of rows nor a grid [Tx]HxW[+e][@2], nor one of them behind R*");
}

[[noreturn]] void too_large(const std::string& text) {
  throw fault(fault::input, vtc::name(vtc::status::bad_shape), "layout \"" + text + "\" has more than 2^31 - 1 rows or 2^20 grids");
}

// Cuts "<number>" behind `mark` off the end of the item; what is not there keeps its default.
bool take_suffix(std::string& item, char mark, std::int64_t least, std::int64_t most, std::int64_t& to) {
  const std::size_t at = item.find(mark);
  if (at == std::string::npos) return true;
  const auto n = whole_number(item.substr(at + 1), least, most);
  item.resize(at);
  if (n) to = *n;
  return n.has_value();
}

grid_item parse_item(const std::string& text, std::string item) {
  const std::string whole = item;
  grid_item grid;
  const auto require = [&](bool holds) {
    if (!holds) no_layout(text, whole);
  };
  require(take_suffix(item, '@', 1, 255, grid.block));
  require(take_suffix(item, '+', 0, most_rows, grid.extra));
  const std::vector<std::string> sides = split(item, 'x');
  const auto side = [&](std::size_t i) {
    const auto n = whole_number(sides[i], 1, most_rows);
    require(n.has_value());
    return *n;
  };
  if (sides.size() == 1) {
    require(whole == item);  // no suffix behind a plain count
    grid.extra = side(0);
    return grid;
  }
  require(sides.size() <= 3);
  if (sides.size() == 3) grid.frames = side(0);
  grid.height = side(sides.size() - 2);
  grid.width = side(sides.size() - 1);
  return grid;
}

// Rows of the item; most_rows + 1 where they are more.
std::int64_t rows_of(const grid_item& g) {
  if (g.height == 0) return g.extra;
  const auto capped_product = [](std::int64_t a, std::int64_t b) { return a > most_rows / b ? most_rows + 1 : a * b; };  // b >= 1
  return capped_product(capped_product(g.width + g.extra, g.height), g.frames);
}

}  // namespace

vtc::layout layout_text::view() const {
  return vtc::layout{count, regions.empty() ? nullptr : regions.data(), static_cast<vtc::index_t>(regions.size()), nullptr, nullptr};
}

layout_text one_line(vtc::index_t count) {
  layout_text line;
  line.text = "1x" + std::to_string(count);
  line.count = count;
  return line;
}

layout_text parse_layout(const std::string& text) {
  layout_text all;
  all.text = text;
  std::int64_t total = 0;
  for (const std::string& item : split(text, ',')) {
    const std::size_t star = item.find('*');
    std::int64_t times = 1;
    if (star != std::string::npos) {
      const auto n = whole_number(item.substr(0, star), 1, most_rows);
      if (!n) no_layout(text, item);
      times = *n;
    }
    const grid_item grid = parse_item(text, star == std::string::npos ? item : item.substr(star + 1));
    const std::int64_t rows = rows_of(grid);
    if (rows > (most_rows - total) / times) too_large(text);
    if (grid.height > 0 && static_cast<std::uint64_t>(times) > most_regions - all.regions.size()) too_large(text);
    for (std::int64_t k = 0; grid.height > 0 && k < times; ++k) {
      const auto pitch = static_cast<vtc::index_t>(grid.width + grid.extra);
      all.regions.push_back(vtc::region{static_cast<vtc::index_t>(total + k * rows), static_cast<vtc::index_t>(grid.frames),
                                        static_cast<vtc::index_t>(grid.height), static_cast<vtc::index_t>(grid.width), pitch,
                                        static_cast<vtc::index_t>(grid.height) * pitch, static_cast<std::uint8_t>(grid.block)});
    }
    total += rows * times;
  }
  all.count = static_cast<vtc::index_t>(total);
  require(vtc::check(all.view()), "layout \"" + text + "\"");
  return all;
}

}  // namespace tool
