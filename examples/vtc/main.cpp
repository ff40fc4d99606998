// vtc: compresses visual tokens in files, to try methods without C++ and to compare them with other codes. `vtc --help` and
// `vtc COMMAND --help` tell everything. Exit codes: 0 done, 2 command line, 3 input, 4 files or memory; then stderr has one line.
#include <CLI/CLI.hpp>
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

constexpr const char* about_files = R"(FILE   path.npy, C order, little-endian, [N, C] or [T, n, C]: f4, f2, i1, u1; path.npy:bf16 for bfloat16 as u2;
       path.npy:scale=S,zero=Z for value = S * (q - Z). f8 and integers are converted where they are side inputs.
LAYOUT items in row order, separated by commas: n = n rows outside every grid, which are kept; [Tx]HxW[+e][@2] = a grid, T frames,
       e extra kept rows behind each grid row, @2 = 2x2 blocks of consecutive rows; R*ITEM repeats. LLaVA 1,24x24;
       AnyRes 24x24,48x48+1; five tiles 5*24x24; video 8x14x14. Without it all rows are one line.
BUDGET K | P% | a/b | mass=P | outliers, then any of ,each ,min=N ,max=N ,multiple=N ,round=down|nearest|up. K counts every row written.)";

const std::map<std::string, std::string> names_of_commands = {
    {"methods", "what every method needs, takes and gives"},
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
  bool json = false;
};

void add_method(CLI::App& app, method_words& how, input_words& in) {
  app.add_option("--method", how.method, "NAME[:option=value,...]; see vtc methods")->required();
  app.add_option("--budget", how.budget, "BUDGET; without it the method's options decide");
  app.add_option("--layout", in.layout, "LAYOUT of the rows");
  app.add_option("--protect", in.protect, "rows that are kept: 0,5,7-9, or a FILE of row numbers or of one 0/1 a row");
  app.add_option("--valid", in.valid, "FILE [N]: 0 marks padding");
  app.add_flag("--official", how.official, "counts, order and coefficients of the published code");
}

void add_inputs(CLI::App& app, input_words& in) {
  app.add_option("--tokens", in.tokens, "FILE [N, C], the rows to compress")->required();
  app.add_option("--level", in.levels, "FILE [N, C], more rows for the same plan; may be repeated")->expected(1)->take_all();
  app.add_option("--metric", in.metric, "FILE [N, D], rows that similarity is measured on");
  app.add_option("--aligned", in.aligned, "FILE [N, E], token features in the space of the text");
  app.add_option("--text", in.text, "FILE [M, E], text embeddings");
  app.add_option("--reference", in.reference, "FILE [N, C], the rows of the frame before");
  app.add_option("--scores", in.scores, "FILE [N], one importance a row");
  app.add_option("--sizes", in.sizes, "FILE [N], how many patches a row stands for already");
  app.add_option("--attention", in.attention, "FILE [H, Q, N] after the softmax, [H, N] with one query row per head, or [N]");
  app.add_option("--attention-row", in.attention_row, "I or mean: the query row of the class token (default: row 0 if row 0 is kept by the layout, else mean)");
  app.add_option("--queries", in.queries, "FILE [H, N, d], or [N, H*d] with --heads");
  app.add_option("--keys", in.keys, "FILE, like --queries");
  app.add_option("--heads", in.heads, "heads side by side in --queries and --keys")->check(CLI::Range(1, 1 << 20));
}

void add_compress(CLI::App& app, compress_words& words) {
  add_method(app, words.how, words.in);
  add_inputs(app, words.in);
  app.add_option("--order", words.how.order, "source (default) or method: the order of the rows written");
  app.add_option("--with", words.with, "NAME=FILE, a tensor of the method's own")->expected(1)->take_all();
  app.add_option("--positions", words.positions, "FILE [N] or [axes, N]: ids of the tokens, to write those of the compressed rows");
  app.add_option("--position-rule", words.position_rule, "keep (default), renumber or grid");
  app.add_option("--base", words.base, "first free id, for renumber and grid");
  app.add_option("--out", words.out, "folder to write: absent, or written by vtc before")->required();
  app.footer("Writes tokens.npy level_0.npy .. sizes.npy positions.npy slots_per_region.npy plan/ summary.json. Rows keep their element; those of\n"
             "int8 files become f4, whatever the method.\n\n" +
             std::string(about_files));
}

void add_commands(CLI::App& app, command_line& line) {
  std::map<std::string, CLI::App*> command;
  for (const auto& c : names_of_commands) command[c.first] = app.add_subcommand(c.first, c.second)->fallthrough();
  command["methods"]->add_flag("--json", line.json, "as JSON, everything");
  add_compress(*command["compress"], line.compress);
  add_method(*command["count"], line.compress.how, line.compress.in);
  command["count"]->footer(about_files);
  for (const char* name : {"apply", "restore"}) {
    command[name]->add_option("--plan", line.apply.plan, "folder that compress wrote")->required();
    command[name]->add_option("--rows", line.apply.rows, "FILE of rows")->required();
    command[name]->add_option("--out", line.apply.out, ".npy to write")->required();
    command[name]->footer(about_files);
  }
  command["apply"]->add_option("--reduce", line.apply.reduce, "mean, linear, maximum, keep_norm, concatenate or anchor (default: the plan's)");
  command["apply"]->add_option("--element", line.apply.element, "f32, f16 or bf16 (default: that of the rows; f32 for int8)");
  command["check"]->add_option("--plan", line.apply.plan, "folder that compress wrote")->required();
  command["explain"]->add_option("--plan", line.explain.plan, "folder that compress wrote")->required();
  command["explain"]->add_option("--image", line.explain.image, "PNG to draw over; without it a plain grid");
  command["explain"]->add_option("--out", line.explain.out, "PNG to write")->required();
  const CLI::Validator not_empty([](std::string& value) { return value.empty() ? std::string("its value is empty") : std::string(); }, "");
  for (const auto& c : command)
    for (CLI::Option* o : c.second->get_options()) o->check(not_empty);
}

void run(const CLI::App& app, const command_line& line) {
  const std::string name = app.get_subcommands().front()->get_name();
  if (name == "methods") list_methods(line.json);
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
  for (const auto& c : names_of_commands) commands.push_back(c.first);
  if (word.empty()) misuse("a command is needed: methods, compress, apply, restore, count, check, explain or info; see vtc --help");
  if (names_of_commands.count(word) == 0) misuse("there is no command \"" + word + "\"" + experiment::suggestion(word, commands));
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
  app.add_option("--arch", line.run.arch, "instruction set to use; see vtc info");
  app.add_option("--threads", line.run.threads, "threads to use; results never depend on it")->check(CLI::Range(1, 1024));
  app.add_option("--time", line.run.timed_runs, "compress: measure so many warm runs, medians to times.json")->check(CLI::Range(1, 1000000));
  app.require_subcommand(1);
  app.footer(about_files);
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
