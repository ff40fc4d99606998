// A pretrained recogniser reads lines of text with all, and with fewer, of its column tokens.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "files/file.hpp"
#include "text_reader/measure.hpp"

namespace {

struct request {
  std::string data = TEXT_READER_DATA, json;
  std::vector<std::string> methods{"random", "uniform", "received_attention", "visionzip", "divprune", "tome", "adaptive_pool"};
};

int complain(const std::string& what, int code) {
  std::cerr << "text_reader: " << what << '\n';
  return code;
}

// The word `all` becomes the methods that this model's inputs are enough for.
std::vector<std::string> spelled_out(const std::vector<std::string>& words) {
  constexpr vtc::input given = vtc::input::tokens | vtc::input::metric | vtc::input::attention | vtc::input::projections | vtc::input::geometry;
  std::vector<std::string> names;
  for (const std::string& word : words) {
    if (word != "all") names.push_back(word);
    else for (const std::string& name : experiment::methods_for(given)) names.push_back(name);
  }
  return names;
}

int run(const request& r) {
  std::vector<experiment::method_text> methods;
  for (const std::string& text : spelled_out(r.methods)) {
    methods.push_back(experiment::parse_method(text));
    experiment::with_method(methods.back(), [](const auto&) {});  // a wrong name or option shows before any work
  }
  const bool has_baseline = std::any_of(methods.begin(), methods.end(), [](const auto& m) { return m.name == "random"; });
  if (!has_baseline) methods.insert(methods.begin(), experiment::parse_method("random"));  // the line that every method has to beat

  const text_reader::reader model(TEXT_READER_DATA "/text_reader.safetensors", TEXT_READER_DATA "/characters.txt");
  const auto lines = text_reader::read_lines(r.data);
  const auto results = text_reader::measure(model, lines, methods, {90, 70, 50});
  std::cout << lines.size() << " lines. ";
  text_reader::print_table(std::cout, results);
  if (!r.json.empty()) text_reader::write_json(r.json, results);
  for (const auto& x : results)
    if (x.fault != vtc::status::ok) return complain(x.method + ": " + vtc::name(x.fault) + ": " + vtc::message(x.fault), 3);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  request r;
  CLI::App app{"A pretrained recogniser reads lines of text with all, and with fewer, of its column tokens"};
  app.add_option("--data", r.data, "folder with tokens, skip, offsets .npy and lines.txt")->capture_default_str();
  app.add_option("--method", r.methods, "NAME[:option=value,...] as in `vtc methods`, repeatable; all: every method that the reader's inputs are enough for")
      ->expected(1)
      ->take_all()
      ->capture_default_str();
  app.add_option("--json", r.json, "write the results to this file");
  try {
    app.parse(argc, argv);
    return run(r);
  } catch (const CLI::Success& e) {
    return app.exit(e);
  } catch (const CLI::ParseError& e) {
    return complain(e.what(), 2);
  } catch (const experiment::usage_error& e) {
    return complain(e.what(), 2);
  } catch (const files::error& e) {
    return complain(e.what(), e.kind == files::fault::malformed ? 3 : 4);
  }
}
