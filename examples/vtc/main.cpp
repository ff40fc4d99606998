// vtc: compresses visual tokens in files, to try methods without C++ and to compare them with other codes. `vtc --help` and
// `vtc COMMAND --help` tell everything. Exit codes: 0 done, 2 command line, 3 input, 4 files or memory; then stderr has one line.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <map>
#include <new>

#include "commands.hpp"
#include "experiment/method_text.hpp"
#include "fault.hpp"
#include "files/file.hpp"

namespace tool {
namespace {

constexpr const char* anywhere = "Anywhere: --arch NAME, --threads N, --time M; see vtc --help.\n";
constexpr const char* about_files =
    "FILE   path.npy, C order, little-endian, [N, C] or [T, n, C]: f4, f2, i1, u1; path.npy:bf16 for bfloat16 as u2;\n"
    "       path.npy:scale=S,zero=Z for value = S * (q - Z). f8 and integers are converted where they are side inputs.\n";
constexpr const char* about_counts =
    "LAYOUT items in row order, separated by commas: n = n rows outside every grid, which are kept; [Tx]HxW[+e][@2] = a grid, T frames,\n"
    "       e extra kept rows behind each grid row, @2 = 2x2 blocks of consecutive rows; R*ITEM repeats. LLaVA 1,24x24;\n"
    "       AnyRes 24x24,48x48+1; five tiles 5*24x24; video 8x14x14. Without it all rows are one line.\n"
    "BUDGET K | P% | a/b | mass=P | outliers | perplexity=G, then any of ,each ,min=N ,max=N ,multiple=N ,allowed=A/B/.. ,margin=N "
    ",round=down|nearest|up. K counts every row "
    "written.\n";
constexpr const char* about_output =
    "Writes tokens.npy level_0.npy .. sizes.npy positions.npy slots_per_region.npy plan/ summary.json. Rows keep their element; those of\n"
    "int8 files become f4, whatever the method.\n";

constexpr struct {
  const char *name, *about;
} known_commands[] = {{"methods", "what every method needs, takes and gives"},
                      {"compress", "make a plan and apply it to the tokens"},
                      {"apply", "apply a plan to any other rows of the same picture"},
                      {"restore", "lay compressed rows back over the rows they came from"},
                      {"count", "how many rows a method will write (least most), before any data"},
                      {"check", "the first fault of a plan, or ok"},
                      {"explain", "draw a plan: kept cells clear, dropped ones dimmed, merged ones tinted"},
                      {"info", "version, instruction sets compiled and chosen, elements"}};

struct command_line {
  run_words run;
  compress_words compress;
  apply_words apply;
  explain_words explain;
  bool json = false, markdown = false;
};

void add_word(CLI::App& app, const char* name, std::string& to, const char* type, const char* help, bool required = false) {
  app.add_option(name, to, help)->type_name(type)->required(required);
}

void add_method(CLI::App& app, method_words& how, input_words& in) {
  add_word(app, "--method", how.method, "NAME[:option=value,...]", "see vtc methods", true);
  add_word(app, "--budget", how.budget, "BUDGET", "without it the method's options decide");
  add_word(app, "--layout", in.layout, "LAYOUT", "where the rows are cells of grids");
  add_word(app, "--protect", in.protect, "0,5,7-9|FILE", "rows that are kept; a FILE holds row numbers, or a 0 or 1 for each row");
  add_word(app, "--boxes", in.boxes, "FILE", "JSON: the picture's size, boxes in its pixels whose cells are kept whole, and where it lies");
  add_word(app, "--valid", in.valid, "FILE", "[N]: 0 marks padding");
  app.add_flag("--official", how.official, "counts, order and coefficients of the published code");
}

void add_inputs(CLI::App& app, input_words& in) {
  add_word(app, "--tokens", in.tokens, "FILE", "[N, C] the rows to compress", true);
  app.add_option("--level", in.levels, "[N, C] more rows for the same plan; may be repeated")->type_name("FILE")->expected(1)->take_all();
  add_word(app, "--metric", in.metric, "FILE", "[N, D] rows that similarity is measured on");
  add_word(app, "--aligned", in.aligned, "FILE", "[N, E] token features in the space of the text");
  add_word(app, "--text", in.text, "FILE", "[M, E] text embeddings");
  add_word(app, "--reference", in.reference, "FILE", "[N, C] the rows of the frame before");
  add_word(app, "--scores", in.scores, "FILE", "[N] one importance a row");
  add_word(app, "--sizes", in.sizes, "FILE", "[N] how many patches a row stands for already");
  add_word(app, "--boost", in.boost, "FILE", "[N] factors on the scores of a method that ranks by scores");
  add_word(app, "--attention", in.attention, "FILE", "[H, Q, N] after the softmax, [H, N] with one query row per head, or [N]");
  add_word(app, "--attention-row", in.attention_row, "I|mean",
           "the query row of the class token (default: row 0 if the layout keeps row 0, else the mean of all)");
  add_word(app, "--queries", in.queries, "FILE", "[H, N, d], or [N, H*d] with --heads");
  add_word(app, "--keys", in.keys, "FILE", "like --queries");
  app.add_option("--heads", in.heads, "heads side by side in --queries and --keys")->check(CLI::Range(1, 1 << 20))->type_name("H");
}

void add_compress(CLI::App& app, compress_words& words) {
  add_method(app, words.how, words.in);
  add_inputs(app, words.in);
  add_word(app, "--order", words.how.order, "source|method",
           "order of the rows written (default: source; with --official the published one)");
  app.add_option("--with", words.with, "a tensor of the method's own; may be repeated")->type_name("NAME=FILE")->expected(1)->take_all();
  add_word(app, "--positions", words.positions, "FILE", "[N] or [axes, N] ids of the tokens, to write those of the compressed rows");
  add_word(app, "--position-rule", words.position_rule, "keep|renumber|grid", "how ids follow (default: keep)");
  app.add_option("--base", words.base, "first free id, for renumber and grid")->type_name("B");
  add_word(app, "--out", words.out, "DIR", "folder to write: absent, or written by vtc before", true);
  app.footer(std::string(about_output) + '\n' + anywhere + about_files + about_counts);
}

void add_commands(CLI::App& app, command_line& line) {
  std::map<std::string, CLI::App*> command;
  for (const auto& c : known_commands) command[c.name] = app.add_subcommand(c.name, c.about)->fallthrough();
  auto* as_json = command["methods"]->add_flag("--json", line.json, "as JSON, everything");
  command["methods"]->add_flag("--markdown", line.markdown, "as the page docs/methods.md")->excludes(as_json);
  add_compress(*command["compress"], line.compress);
  add_method(*command["count"], line.compress.how, line.compress.in);
  command["count"]->footer(about_counts);
  for (const char* name : {"apply", "restore"}) {
    add_word(*command[name], "--plan", line.apply.plan, "DIR", "folder that compress wrote", true);
    add_word(*command[name], "--rows", line.apply.rows, "FILE",
             name == std::string("apply") ? "[N, C] one row for each source" : "[K, C] one row for each slot", true);
    add_word(*command[name], "--out", line.apply.out, "NPY", "file to write", true);
    command[name]->footer(std::string(anywhere) + about_files);
  }
  add_word(*command["apply"], "--reduce", line.apply.reduce, "mean|linear|maximum|keep_norm|concatenate|anchor", "default: the plan's own");
  add_word(*command["apply"], "--element", line.apply.element, "f32|f16|bf16", "default: that of the rows, f32 for int8");
  add_word(*command["check"], "--plan", line.apply.plan, "DIR", "folder that compress wrote", true);
  add_word(*command["explain"], "--plan", line.explain.plan, "DIR", "folder that compress wrote", true);
  add_word(*command["explain"], "--image", line.explain.image, "PNG", "picture to draw over; without it a plain grid");
  add_word(*command["explain"], "--out", line.explain.out, "PNG", "file to write", true);
  const CLI::Validator not_empty([](std::string& value) { return value.empty() ? std::string("its value is empty") : std::string(); }, "");
  for (const auto& c : command)
    for (CLI::Option* o : c.second->get_options()) o->check(not_empty);
}

void run(const CLI::App& app, const command_line& line) {
  const std::string name = app.get_subcommands().front()->get_name();
  if (name == "methods") list_methods(line.json ? listing::json : line.markdown ? listing::markdown : listing::text);
  else if (name == "compress") compress(line.compress, line.run);
  else if (name == "apply") apply(line.apply, line.run);
  else if (name == "restore") restore(line.apply);
  else if (name == "count") count(line.compress.how, line.compress.in);
  else if (name == "check") check(line.apply.plan);
  else if (name == "explain") explain(line.explain);
  else if (name == "info") info(line.run);
}

// The first word that is no option and no option's value.
std::string command_word(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--arch" || word == "--threads" || word == "--time") ++i;
    else if (word.empty() || word[0] != '-') return word;
  }
  return "";
}

// CLI11's own sentence, and the nearest name where a command or an option is unknown.
[[noreturn]] void explain_misuse(const CLI::App& app, const std::string& sentence, int argc, char** argv) {
  const std::string word = command_word(argc, argv);
  std::vector<std::string> commands;
  for (const auto& c : known_commands) commands.emplace_back(c.name);
  if (word.empty()) misuse("a command is needed: methods, compress, apply, restore, count, check, explain or info; see vtc --help");
  if (std::find(commands.begin(), commands.end(), word) == commands.end())
    misuse("there is no command \"" + word + "\"" + experiment::suggestion(word, commands));
  const CLI::App& command = *app.get_subcommand(word);
  std::vector<std::string> options;
  for (const CLI::App* from : {&command, &app})
    for (const CLI::Option* o : from->get_options())
      if (!o->get_lnames().empty()) options.push_back("--" + o->get_lnames().front());
  for (int i = 1; i < argc; ++i) {
    const std::string given = std::string(argv[i]).substr(0, std::string(argv[i]).find('='));
    if (given.compare(0, 2, "--") == 0 && std::find(options.begin(), options.end(), given) == options.end())
      misuse("vtc " + word + " has no option \"" + given + "\"" + experiment::suggestion(given, options));
  }
  misuse(sentence);
}

int run_program(int argc, char** argv) {
  command_line line;
  CLI::App app{"vtc compresses the visual tokens of a vision-language model, in files.", "vtc"};
  add_word(app, "--arch", line.run.arch, "NAME",
           "instruction set to use, one of those that vtc info lists (default: the widest that this CPU has)");
  app.add_option("--threads", line.run.threads, "threads to use; results never depend on it")->check(CLI::Range(1, 1024))->type_name("N");
  app.add_option("--time", line.run.timed_runs, "compress: measure M warm runs, medians to times.json")
      ->check(CLI::Range(1, 1000000))
      ->type_name("M");
  app.require_subcommand(1);
  app.footer(std::string(about_files) + about_counts);
  add_commands(app, line);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& e) {
    return app.exit(e);
  } catch (const CLI::ParseError& e) {
    explain_misuse(app, e.what(), argc, argv);
  }
  run(app, line);
  std::cout.flush();
  if (!std::cout) throw fault(fault::files_or_memory, "unwritable", "standard output: cannot be written");
  return 0;
}

int report(int exit_code, std::string word, std::string sentence) {
  for (char& c : sentence)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  std::fprintf(stderr, "vtc: %s: %s\n", word.c_str(), sentence.c_str());
  return exit_code;
}

}  // namespace
}  // namespace tool

int main(int argc, char** argv) {
  try {
    return tool::run_program(argc, argv);
  } catch (const tool::fault& e) {
    return tool::report(e.exit_code, e.word, e.what());
  } catch (const files::error& e) {
    if (e.kind == files::fault::malformed) return tool::report(3, "malformed", e.what());
    return tool::report(4, e.kind == files::fault::unreadable ? "unreadable" : "unwritable", e.what());
  } catch (const std::filesystem::filesystem_error& e) {
    return tool::report(4, "unwritable", e.what());
  } catch (const std::bad_alloc&) {
    return tool::report(4, "out_of_memory", "there is not enough memory");
  } catch (const std::length_error&) {
    return tool::report(4, "out_of_memory", "there is not enough memory");
  }
}
