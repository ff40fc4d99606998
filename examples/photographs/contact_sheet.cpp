// Lays pictures out as one labelled sheet: a row for each subject, a column for each treatment.
//
//   contact_sheet --out sheet.png --columns original,tome --rows cat,dog cat.png cat_tome.png dog.png dog_tome.png
#include <CLI/CLI.hpp>
#include <iostream>

#include "files/contact_sheet.hpp"

int main(int argc, char** argv) {
  std::string out;
  std::vector<std::string> rows, columns, paths;
  CLI::App app{"Lays pictures out as one labelled sheet"};
  app.add_option("--out", out, "PNG to write")->required();
  app.add_option("--columns", columns, "labels of the columns")->delimiter(',')->allow_extra_args(false)->required();
  app.add_option("--rows", rows, "labels of the rows")->delimiter(',')->allow_extra_args(false)->required();
  app.add_option("pictures", paths, "PNGs, row by row")->required();
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& e) {
    return app.exit(e);
  } catch (const CLI::ParseError& e) {
    std::cerr << "contact_sheet: " << e.what() << '\n';
    return 2;
  }
  if (paths.size() != rows.size() * columns.size()) {
    std::cerr << "contact_sheet: " << rows.size() << " rows of " << columns.size() << " need " << rows.size() * columns.size()
              << " pictures, not " << paths.size() << '\n';
    return 2;
  }
  try {
    std::vector<files::image> pictures;
    for (const auto& path : paths) pictures.push_back(files::read_png(path));
    files::write_png(out, files::contact_sheet(pictures, rows, columns));
  } catch (const files::error& e) {
    std::cerr << "contact_sheet: " << e.what() << '\n';
    return e.kind == files::fault::malformed ? 3 : 4;
  }
  return 0;
}
