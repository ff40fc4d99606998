// RGB pictures of 8 bits: PNG in and out, and what overlays and contact sheets are made of.
#pragma once

#include <string>
#include <vector>

#include "files/file.hpp"

namespace files {

struct color {
  unsigned char red, green, blue;
};

struct image {
  int width = 0, height = 0;
  std::vector<unsigned char> rgb;  // [height][width][3]

  image() = default;
  image(int w, int h, color background = color{0, 0, 0});

  color at(int x, int y) const;
  void set(int x, int y, color c);  // outside: nothing
};

// Any PNG; alpha is laid over black, 16 bits become 8. Faults: unreadable; malformed: no PNG, damaged, larger than 2^28 pixels.
image read_png(const std::string& path);
void write_png(const std::string& path, const image& picture);

// Drawing clips at the border.
void fill(image& on, int x, int y, int width, int height, color c);
void blit(image& on, int x, int y, const image& picture);
image enlarged(const image& picture, int times);  // each pixel becomes times x times
color mixed(color a, color b, float share_of_b);

// Text in a built-in font of 5 x 7 pixels times scale, in capitals; a character that it lacks is left blank.
void write_text(image& on, int x, int y, const std::string& text, color c, int scale = 1);
int text_width(const std::string& text, int scale = 1);

}  // namespace files
