#include "files/image.hpp"

#include <png.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace files {
namespace {

std::size_t offset(const image& p, int x, int y) {
  return (static_cast<std::size_t>(y) * static_cast<std::size_t>(p.width) + static_cast<std::size_t>(x)) * 3;
}

}  // namespace

image::image(int w, int h, color background) : width(w), height(h), rgb(static_cast<std::size_t>(w) * static_cast<std::size_t>(h) * 3) {
  fill(*this, 0, 0, w, h, background);
}

color image::at(int x, int y) const {
  const unsigned char* p = rgb.data() + offset(*this, x, y);
  return {p[0], p[1], p[2]};
}

void image::set(int x, int y, color c) {
  if (x < 0 || y < 0 || x >= width || y >= height) return;
  unsigned char* p = rgb.data() + offset(*this, x, y);
  p[0] = c.red, p[1] = c.green, p[2] = c.blue;
}

image read_png(const std::string& path) {
  const std::vector<unsigned char> bytes = read_file(path);
  png_image png;
  std::memset(&png, 0, sizeof png);
  png.version = PNG_IMAGE_VERSION;
  const auto fail = [&](const std::string& reason) {
    png_image_free(&png);
    throw error(fault::malformed, path, reason);
  };
  if (png_image_begin_read_from_memory(&png, bytes.data(), bytes.size()) == 0) fail(png.message);
  constexpr std::uint64_t most_pixels = 1u << 28;
  if (static_cast<std::uint64_t>(png.width) * png.height > most_pixels) fail("more than 2^28 pixels");
  png.format = PNG_FORMAT_RGB;
  image picture(static_cast<int>(png.width), static_cast<int>(png.height));
  const png_color black = {0, 0, 0};
  if (png_image_finish_read(&png, &black, picture.rgb.data(), 0, nullptr) == 0) fail(png.message);
  return picture;
}

void write_png(const std::string& path, const image& picture) {
  png_image png;
  std::memset(&png, 0, sizeof png);
  png.version = PNG_IMAGE_VERSION;
  png.width = static_cast<png_uint_32>(picture.width);
  png.height = static_cast<png_uint_32>(picture.height);
  png.format = PNG_FORMAT_RGB;
  png_alloc_size_t size = 0;
  std::vector<unsigned char> bytes;
  bool ok = png_image_write_to_memory(&png, nullptr, &size, 0, picture.rgb.data(), 0, nullptr) != 0;
  if (ok) {
    bytes.resize(size);
    ok = png_image_write_to_memory(&png, bytes.data(), &size, 0, picture.rgb.data(), 0, nullptr) != 0;
  }
  if (!ok) throw error(fault::unwritable, path, png.message);
  write_file(path, bytes.data(), size);
}

void fill(image& on, int x, int y, int width, int height, color c) {
  const int left = std::max(x, 0), right = std::min(x + width, on.width);
  for (int row = std::max(y, 0); row < std::min(y + height, on.height); ++row)
    for (int column = left; column < right; ++column) on.set(column, row, c);
}

void blit(image& on, int x, int y, const image& picture) {
  for (int row = 0; row < picture.height; ++row)
    for (int column = 0; column < picture.width; ++column) on.set(x + column, y + row, picture.at(column, row));
}

image enlarged(const image& picture, int times) {
  image out(picture.width * times, picture.height * times);
  for (int y = 0; y < out.height; ++y)
    for (int x = 0; x < out.width; ++x) out.set(x, y, picture.at(x / times, y / times));
  return out;
}

color mixed(color a, color b, float share_of_b) {
  const auto mix = [&](unsigned char p, unsigned char q) {
    return static_cast<unsigned char>(static_cast<float>(p) * (1 - share_of_b) + static_cast<float>(q) * share_of_b + 0.5f);
  };
  return {mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue)};
}

}  // namespace files
