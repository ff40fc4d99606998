#include "recogniser.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>

#include "experiment/method_text.hpp"
#include "files/npy.hpp"
#include "text_reader/lines.hpp"
#include "vtc/apply/apply.hpp"

namespace recogniser {

void require(vtc::status s, const std::string& context) {
  if (s == vtc::status::ok) return;
  throw fault(s == vtc::status::out_of_memory ? fault::files_or_memory : fault::input, context + ": " + vtc::message(s));
}

files read_files(const std::string& data, const std::string& truths) {
  const ::files::array pixels = ::files::read_npy(data + "/pixels.npy"), offsets = ::files::read_npy(data + "/offsets.npy");
  pixels.expect("f4", {-1, 48, 3});
  files f;
  f.characters = text_reader::read_text_lines(data + "/characters.txt");
  f.characters.emplace_back(" ");  // the last class
  const std::vector<std::string> texts = text_reader::read_text_lines(truths);
  offsets.expect("i4", {static_cast<std::int64_t>(texts.size()) + 1});
  const auto* at = offsets.values<std::int32_t>();
  const auto* values = pixels.values<float>();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    line l;
    l.width = at[i + 1] - at[i];
    if (at[i] < 0 || l.width <= 0 || l.width % 8 != 0 || at[i + 1] > pixels.side(0))
      throw ::files::error(::files::fault::malformed, offsets.path, "does not cut pixels.npy into lines");
    for (const char c : texts[i])
      if (c != ' ') l.truth += c;
    l.pixels.resize(static_cast<std::size_t>(3 * 48 * l.width));
    for (int x = 0; x < l.width; ++x)
      for (int y = 0; y < 48; ++y)
        for (int c = 0; c < 3; ++c)
          l.pixels[static_cast<std::size_t>((c * 48 + y) * l.width + x)] =
              values[(static_cast<std::ptrdiff_t>(at[i] + x) * 48 + y) * 3 + c];
    f.lines.push_back(std::move(l));
  }
  return f;
}

method::method(const std::string& text) : text_(text) {
  constexpr vtc::input given = vtc::input::tokens | vtc::input::metric | vtc::input::geometry;
  try {
    experiment::with_method(experiment::parse_method(text), [&](const auto& policy) {
      using P = std::decay_t<decltype(policy)>;
      if (!vtc::covers(given, P::needs) || vtc::detail::needs_any<P>::value != vtc::input::nothing)
        throw fault(fault::input, "method " + text + " needs attention, scores or text, and this model's attention lies behind the seam");
      if (!vtc::detail::takes_budget<std::decay_t<decltype(vtc::planner_of(policy))>>::value)
        throw fault(fault::input, "method " + text + " makes wider rows, and the tail takes rows of its own width");
      make_plan_ = [policy](const vtc::inputs& in, const vtc::budget& want, vtc::workspace& memory, vtc::plan_storage& plan) {
        return vtc::make_plan(policy, in, want, memory, plan);
      };
    });
  } catch (const experiment::usage_error& e) {
    throw fault(fault::command_line, e.what());
  }
}

int parse_and_run(CLI::App& app, int count, char** arguments, const std::function<int()>& body) {
  try {
    app.parse(count, arguments);
    return body();
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e);
    std::fprintf(stderr, "%s: %s\n", arguments[0], e.what());
    return fault::command_line;
  } catch (const fault& f) {
    std::fprintf(stderr, "%s: %s\n", arguments[0], f.what());
    return f.exit_code;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s: %s\n", arguments[0], e.what());
    return fault::files_or_memory;
  }
}

void require_files(const std::vector<std::string>& paths) {
  for (const std::string& path : paths)
    if (!std::filesystem::is_regular_file(path)) throw fault(fault::files_or_memory, path + " is not a file that can be read");
}

int main_of(int count, char** arguments, const char* about, const std::function<int(const words&)>& body) {
  words w;
  CLI::App app(about);
  app.add_option("--model", w.model, "PP-OCRv6_rec_small.onnx")->required()->type_name("ONNX");
  app.add_option("--data", w.data, "what recogniser/prepare.py wrote")->required()->type_name("DIR");
  app.add_option("--lines", w.truths, "the truth, a line each")->required()->type_name("FILE");
  app.add_option("--method", w.methods, "as in `vtc methods`; may be repeated")
      ->type_name("NAME[:option=value,...]")
      ->expected(1)
      ->take_all();
  app.add_option("--keep", w.percents, "percent of the columns, for example 90,70,50")->delimiter(',')->check(CLI::Range(1, 1000));
  app.add_option("--threads", w.threads, "of the runtime")->check(CLI::Range(1, 1024));
  app.add_option("--json", w.json, "the table for a program")->type_name("FILE");
  return parse_and_run(app, count, arguments, [&] {
    require_files({w.model, w.truths, w.data + "/pixels.npy"});
    return body(w);
  });
}

}  // namespace recogniser
