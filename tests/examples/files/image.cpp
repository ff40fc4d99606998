#include "files/image.hpp"

#include "catch.hpp"
#include "files/contact_sheet.hpp"
#include "scratch_folder.hpp"

namespace {

bool same(files::color a, files::color b) { return a.red == b.red && a.green == b.green && a.blue == b.blue; }

files::image gradient(int width, int height) {
  files::image p(width, height);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      p.set(x, y, {static_cast<unsigned char>(x * 7), static_cast<unsigned char>(y * 11), static_cast<unsigned char>(x ^ y)});
  return p;
}

}  // namespace

TEST_CASE("image: a picture survives PNG unchanged") {
  const scratch_folder folder;
  for (const int width : {1, 3, 56}) {
    const files::image p = gradient(width, 17);
    files::write_png(folder.file("x.png"), p);
    const files::image q = files::read_png(folder.file("x.png"));
    CHECK(q.width == width);
    CHECK(q.height == 17);
    CHECK(q.rgb == p.rgb);
  }
}

TEST_CASE("image: no PNG, a damaged one, a folder that does not exist") {
  const scratch_folder folder;
  files::write_png(folder.file("x.png"), gradient(20, 20));
  const auto whole = files::read_file(folder.file("x.png"));
  for (std::size_t n = 0; n < whole.size() - 12; n += 7) {  // without its last chunk a PNG is still whole to the reader
    const std::string path = folder.file("y.png", std::string(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n)));
    CHECK(fault_of(path, [&] { files::read_png(path); }) == "malformed");
  }
  const std::string text = folder.file("z.png", "P6 1 1 255 abc"), missing = folder.file("missing.png"),
                    nowhere = folder.file("no/where.png");
  CHECK(fault_of(text, [&] { files::read_png(text); }) == "malformed");
  CHECK(fault_of(missing, [&] { files::read_png(missing); }) == "unreadable");
  CHECK(fault_of(nowhere, [&] { files::write_png(nowhere, gradient(2, 2)); }) == "unwritable");
}

TEST_CASE("image: drawing clips at the border") {
  const files::color red{255, 0, 0};
  files::image p(4, 3);
  files::fill(p, -2, -2, 3, 3, red);
  CHECK(same(p.at(0, 0), red));
  CHECK(same(p.at(1, 0), {0, 0, 0}));
  files::fill(p, 3, 2, 100, 100, red);
  CHECK(same(p.at(3, 2), red));
  CHECK(same(p.at(2, 2), {0, 0, 0}));
  files::blit(p, -1, 1, gradient(3, 5));
  CHECK(same(p.at(0, 1), {7, 0, 1}));
  CHECK(same(p.at(1, 2), {14, 11, 3}));
  files::write_text(p, -3, -3, "A?~", red);
  const files::image big = files::enlarged(gradient(2, 2), 3);
  CHECK(big.width == 6);
  CHECK(same(big.at(5, 2), {7, 0, 1}));
  CHECK(same(big.at(2, 3), {0, 11, 1}));
  CHECK(same(files::mixed({0, 100, 200}, {200, 100, 0}, 0.25f), {50, 100, 150}));
}

TEST_CASE("image: letters have their shape") {
  const files::color ink{255, 255, 255};
  files::image p(files::text_width("tl", 2), 16);
  files::write_text(p, 0, 0, "tl", ink, 2);
  CHECK(same(p.at(0, 0), ink));  // the bar of T
  CHECK(same(p.at(9, 1), ink));
  CHECK(same(p.at(0, 4), {0, 0, 0}));
  CHECK(same(p.at(4, 13), ink));  // its stem
  CHECK(same(p.at(12, 0), ink));  // L
  CHECK(same(p.at(20, 13), ink));
  CHECK(same(p.at(20, 0), {0, 0, 0}));
}

TEST_CASE("image: a contact sheet has its pictures in rows and columns") {
  const files::color red{255, 0, 0}, blue{0, 0, 255}, paper{255, 255, 255};
  const files::image a(30, 20, red), b(30, 20, blue);
  const files::image sheet = files::contact_sheet({a, b, b, a}, {"1", "2"}, {"first", "a very long label"});
  int first_red = -1, first_blue = -1, reds = 0, blues = 0;
  for (int y = 0; y < sheet.height; ++y)
    for (int x = 0; x < sheet.width; ++x) {
      const int at = y * sheet.width + x;
      if (same(sheet.at(x, y), red)) {
        ++reds;
        if (first_red < 0) first_red = at;
      }
      if (same(sheet.at(x, y), blue)) {
        ++blues;
        if (first_blue < 0) first_blue = at;
      }
    }
  CHECK(reds == 2 * 30 * 20);
  CHECK(blues == reds);
  CHECK(first_red / sheet.width == first_blue / sheet.width);  // side by side
  CHECK(first_blue - first_red == 30 + 8);
  CHECK(same(sheet.at(0, 0), paper));
  CHECK(same(sheet.at(sheet.width - 1, sheet.height - 1), paper));
}
