// vtc_llama: what compressing visual tokens does to a vision-language model in llama.cpp, on any model and picture of one's own.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <deque>

#include "agreement.hpp"
#include "checks.hpp"
#include "table.hpp"

namespace vtc_llama {
namespace {

struct words {
  settings load;
  std::vector<std::string> pictures, methods;
  std::vector<int> keeps;
  std::string prompt = "What is in the picture?", folder, questions, json;
  int repeat = 5, predict = 16;
  bool chat = false, check = false;
};

words parse(int count, char** arguments) {
  words w;
  CLI::App app("Visual tokens between projector and language model: compressed by vtc, measured in llama.cpp.");
  app.add_option("--model", w.load.model, "language model, .gguf")->required()->take_last()->type_name("GGUF");
  app.add_option("--mmproj", w.load.mmproj, "its image part, .gguf")->required()->take_last()->type_name("GGUF");
  app.add_option("--image", w.pictures, "a picture; may be repeated, all stand in front of the prompt")
      ->type_name("FILE")
      ->expected(1)
      ->take_all();
  app.add_option("--prompt", w.prompt, "what is asked")->type_name("TEXT");
  app.add_option("--method", w.methods, "as in `vtc methods`; may be repeated")
      ->type_name("NAME[:option=value,...]")
      ->expected(1)
      ->take_all();
  app.add_option("--keep", w.keeps, "rows to keep of each picture; several: 288,144,64")->delimiter(',');
  app.add_option("--images", w.folder, "a folder of pictures, for --questions")->type_name("DIR");
  app.add_option("--questions", w.questions, "one a line: agreement with the answers of all rows")->type_name("FILE");
  app.add_option("--repeat", w.repeat, "runs of each method, in turn; the table shows the shortest")->check(CLI::Range(1, 1000));
  app.add_option("--predict", w.predict, "tokens of an answer")->check(CLI::Range(0, 4096));
  app.add_option("--threads", w.load.threads, "of llama.cpp; one is the most repeatable")->check(CLI::Range(1, 1024));
  app.add_option("--picture-tokens", w.load.picture_tokens, "of a picture, for encoders with dynamic resolution")
      ->check(CLI::Range(1, 1 << 16));
  app.add_option("--context", w.load.context, "tokens")->check(CLI::Range(16, 1 << 20));
  app.add_option("--json", w.json, "the table for a program")->type_name("FILE");
  app.add_flag("--chat", w.chat, "puts the model's chat template around the prompt");
  app.add_flag("--check", w.check, "checks what must hold on every model, with the first picture");
  try {
    app.parse(count, arguments);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) std::exit(app.exit(e));
    throw fault(fault::command_line, e.what());
  }
  if (w.pictures.empty() && w.folder.empty()) throw fault(fault::command_line, "--image or --images is needed");
  if (w.folder.empty() != w.questions.empty()) throw fault(fault::command_line, "--images and --questions belong together");
  return w;
}

// Whatever else the machine does meets all methods alike: they run in turn, and the shortest time of each stage counts.
void take_shortest(measured& best, const measured& m) {
  if (best.pictures == 0) {
    best = m;
    return;
  }
  const auto least = [](double& a, double b) { a = std::min(a, b); };
  least(best.encode, m.encode);
  least(best.compress, m.compress);
  least(best.image_prefill, m.image_prefill);
  least(best.prompt, m.prompt);
  least(best.first_token, m.first_token);
  best.tokens_per_second = std::max(best.tokens_per_second, m.tokens_per_second);
  best.peak_bytes = std::min(best.peak_bytes, m.peak_bytes);
}

void measure(host& h, const words& w, const mtmd_input_chunks* prompt, std::deque<seam>& seams) {
  std::vector<line> lines(seams.size() + 1);
  for (int turn = 0; turn < w.repeat; ++turn) {
    take_shortest(lines[0].best, run(h, prompt, nullptr, w.predict));
    for (std::size_t i = 0; i < seams.size(); ++i) {
      lines[i + 1].method = seams[i].method();
      take_shortest(lines[i + 1].best, run(h, prompt, &seams[i], w.predict));
    }
  }
  predict_prefill(h, lines);
  print(lines);
  if (!w.json.empty()) write_json(w.json, lines);
}

int work(int count, char** arguments) {
  words w = parse(count, arguments);
  if (!w.methods.empty() && w.keeps.empty()) throw fault(fault::command_line, "--method needs --keep");
  std::deque<seam> made;  // a seam owns memory and stays where it is
  for (const std::string& m : w.methods)
    for (const int k : w.keeps) {
      made.emplace_back(m, k);
      w.load.tap_attention = w.load.tap_attention || made.back().reads_attention();
    }
  host h(w.load);
  if (w.load.tap_attention) std::printf("flash attention is off in the image encoder: a method reads its softmax\n");
  std::vector<bitmap> pictures;
  std::vector<const mtmd_bitmap*> given;
  std::string prompt;
  for (const std::string& path : w.pictures) {
    pictures.push_back(h.load_picture(path));
    given.push_back(pictures.back().get());
    prompt += mtmd_default_marker();
  }
  prompt += w.prompt;
  if (w.chat) prompt = h.with_chat_template(prompt);
  if (!given.empty()) {
    const chunks words = h.tokenize(prompt, given);
    if (w.check) return check(h, words.get()) == 0 ? 0 : 1;
    measure(h, w, words.get(), made);
  }
  if (!w.folder.empty()) print_agreement(h, w.folder, w.questions, made, w.predict, w.chat);
  return 0;
}

}  // namespace
}  // namespace vtc_llama

int main(int count, char** arguments) {
  try {
    return vtc_llama::work(count, arguments);
  } catch (const vtc_llama::fault& f) {
    std::fprintf(stderr, "vtc_llama: %s\n", f.what());
    return f.exit_code;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "vtc_llama: %s\n", e.what());
    return vtc_llama::fault::files_or_memory;
  }
}
