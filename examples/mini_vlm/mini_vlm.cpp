// A small vision-language model answers questions about pictures with all, and with fewer, of its visual tokens.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "files/file.hpp"
#include "mini_vlm/measure.hpp"
#include "mini_vlm/pictures.hpp"
#include "mini_vlm/report.hpp"

namespace {

struct request {
  std::string data = MINI_VLM_DATA, json, folder = "mini_vlm_pictures";
  std::vector<std::string> methods{
      "random",   "uniform", "fastervlm",  "received_attention", "visionzip",        "visionzip:attention_row=mean",
      "divprune", "tome",    "block_pool", "adaptive_pool",      "query_similarity", "cdpruner"};
  std::vector<int> keeps{98, 49, 20};
  int pictures = 0;
};

void declare(CLI::App& app, request& r) {
  app.add_option("--data", r.data, "folder with images, questions, answers, subset .npy")->capture_default_str();
  app.add_option("--method", r.methods,
                 "NAME[:option=value,...] as in `vtc methods`, repeatable; all: every method that the model's inputs are enough for; option attention_row=mean hides the class token")
      ->expected(1)
      ->take_all()
      ->capture_default_str();
  app.add_option("--keep", r.keeps, "visual tokens to keep")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::Range(1, mini_vlm::token_count))
      ->capture_default_str();
  app.add_option("--pictures", r.pictures, "only the first N pictures (default: all)")->check(CLI::Range(1, 1 << 20));
  app.add_option("--json", r.json, "write the results to this file");
  app.add_option("--out", r.folder, "folder for the pictures of what was kept")->capture_default_str();
}

int complain(const std::string& what, int code) {
  std::cerr << "mini_vlm: " << what << '\n';
  return code;
}

// The word `all` becomes the methods that this model's inputs are enough for.
std::vector<std::string> spelled_out(const std::vector<std::string>& words) {
  constexpr vtc::input given = vtc::input::tokens | vtc::input::metric | vtc::input::aligned | vtc::input::text | vtc::input::attention | vtc::input::projections | vtc::input::scores |
                             vtc::input::geometry;
  std::vector<std::string> names;
  for (const std::string& word : words) {
    if (word != "all") names.push_back(word);
    else for (const std::string& name : experiment::methods_for(given)) names.push_back(name);
  }
  return names;
}

int run(const request& r) {
  std::vector<mini_vlm::any_method> methods;
  const std::vector<std::string> names = spelled_out(r.methods);
  for (const std::string& text : names) methods.emplace_back(text);
  const bool has_baseline = std::any_of(names.begin(), names.end(), [](const std::string& m) { return m.rfind("random", 0) == 0; });
  if (!has_baseline) methods.emplace(methods.begin(), "random");  // the line that every method has to beat

  const mini_vlm::model vlm(MINI_VLM_DATA "/mini_vlm.safetensors");
  const mini_vlm::dataset data = mini_vlm::read_dataset(r.data);
  const int pictures = r.pictures > 0 ? std::min(r.pictures, data.pictures) : data.pictures;
  const std::vector<std::string> drawings = mini_vlm::draw_kept(vlm, data, methods, r.keeps, pictures, r.folder);
  const auto results = mini_vlm::measure(vlm, data, methods, r.keeps, pictures);

  std::cout << pictures << " pictures, " << data.questions_per_picture << " questions each. ";
  mini_vlm::print_table(std::cout, results);
  if (!r.json.empty()) mini_vlm::write_json(r.json, results);
  std::cout << "\nWhat was kept:\n";
  for (const std::string& path : drawings) std::cout << "  " << path << '\n';
  for (const auto& x : results)
    if (x.fault != vtc::status::ok) return complain(x.method + ": " + vtc::name(x.fault) + ": " + vtc::message(x.fault), 3);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  request r;
  CLI::App app{"A small vision-language model answers questions with all, and with fewer, of its visual tokens"};
  declare(app, r);
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
