// vtc compress: a plan made of the files that were named, applied to the tokens and the levels, and everything that goes with it.
#include <algorithm>
#include <chrono>
#include <iostream>
#include <limits>

#include "apply_plan.hpp"
#include "budget_text.hpp"
#include "commands.hpp"
#include "engines.hpp"
#include "fault.hpp"
#include "output_folder.hpp"
#include "own_tensors.hpp"
#include "plan_files.hpp"
#include "policy.hpp"
#include "text.hpp"
#include "thread_pool.hpp"
#include "vtc/apply/sizes.hpp"
#include "vtc/sequence/positions.hpp"
#include "vtc/sequence/slots.hpp"
#include "vtc/version.hpp"

namespace tool {
namespace {

using json = nlohmann::ordered_json;

double milliseconds(std::chrono::steady_clock::duration d) { return std::chrono::duration<double, std::milli>(d).count(); }

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

// One method on one set of inputs, as often as is asked for.
class compressor {
 public:
  compressor(const policy& method, const input_files& in, const vtc::budget& want, const run_words& run)
      : method_(method), in_(in), want_(want), set_(choose_engine(run.arch)), pool_(run.threads) {
    memory_.threads = pool_.executor();
  }

  void make_plan() {
    require(set_.functions->make_plan(method_.place(), method_.address(), in_.view(), want_, memory_, plan_), method_.name());
  }
  const vtc::plan_view& plan() const { return plan_.view(); }
  // How many rows the same call gives when its budget has no margin.
  vtc::index_t count_without_margin() {
    vtc::plan_storage less;
    require(set_.functions->make_plan(method_.place(), method_.address(), in_.view(), want_.without_margin(), memory_, less),
            method_.name());
    return less.view().slot_count;
  }

  rows_out output_for(const rows_file& x) const { return make_output(plan(), x.view(), plan().how, element_for_output(x.type)); }
  void apply(const rows_file& x, rows_out& out) const {
    apply_plan(*set_.functions, memory_.threads, plan(), x.view(), out.view(), plan().how);
  }

  // Medians of `runs` warm runs.
  json measure(int runs, rows_out& out) {
    std::vector<double> plan_times, apply_times;
    for (int i = 0; i < runs; ++i) {
      const auto start = std::chrono::steady_clock::now();
      make_plan();
      const auto planned = std::chrono::steady_clock::now();
      apply(in_.tokens(), out);
      plan_times.push_back(milliseconds(planned - start));
      apply_times.push_back(milliseconds(std::chrono::steady_clock::now() - planned));
    }
    return {{"arch", set_.name},
            {"threads", memory_.threads.lane_count()},
            {"runs", runs},
            {"plan_ms", median(plan_times)},
            {"apply_ms", median(apply_times)}};
  }

 private:
  const policy& method_;
  const input_files& in_;
  const vtc::budget& want_;
  instruction_set set_;
  thread_pool pool_;
  vtc::workspace memory_;
  vtc::plan_storage plan_;
};

struct kept_positions {
  files::array original;
  std::vector<std::int32_t> ids;
  vtc::index_t axes = 0;
  std::int32_t next = 0;
};

vtc::position_rule parse_position_rule(const std::string& word) {
  if (word.empty() || word == "keep") return vtc::position_rule::keep;
  if (word == "renumber") return vtc::position_rule::renumber;
  if (word == "grid") return vtc::position_rule::grid;
  misuse("--position-rule is keep, renumber or grid, not \"" + word + "\"");
}

// ids [N], or [axes, N].
kept_positions cut_positions(const vtc::plan_view& plan, const compress_words& words) {
  const vtc::position_rule rule = parse_position_rule(words.position_rule);
  kept_positions p;
  p.original = files::read_npy(words.positions);
  const std::vector<std::int64_t>& sides = p.original.shape;
  if (sides.empty() || sides.size() > 2 || sides.back() != plan.source_count || sides[0] > 64)
    fail(vtc::status::shapes_differ,
         words.positions + " holds " + files::describe(sides) + ", and there are " + std::to_string(plan.source_count) + " tokens");
  p.axes = sides.size() == 2 ? static_cast<vtc::index_t>(sides[0]) : 1;
  std::vector<std::int32_t> original;
  for (const std::int64_t id : p.original.integers()) {
    if (id < std::numeric_limits<std::int32_t>::min() || id > std::numeric_limits<std::int32_t>::max())
      fail(vtc::status::bad_shape, words.positions + " holds " + std::to_string(id) + ", and ids have 32 bits");
    original.push_back(static_cast<std::int32_t>(id));
  }
  p.ids.resize(static_cast<std::size_t>(p.axes) * static_cast<std::size_t>(plan.slot_count));
  const vtc::planes out{p.ids.data(), plan.slot_count, p.axes, plan.slot_count};
  require(vtc::positions(plan, original.data(), plan.source_count, p.axes, rule, words.base, out, &p.next), words.positions);
  return p;
}

void write_positions(const kept_positions& p, vtc::index_t slots, const std::string& path) {
  std::vector<std::int64_t> shape = p.original.shape;
  shape.back() = slots;
  const std::vector<std::int64_t> wide(p.ids.begin(), p.ids.end());
  files::write_npy(path, "i8", shape, wide.data());
}

json summarize(const compress_words& words, const policy& method, const input_files& in, const vtc::plan_view& plan,
               const rows_out& tokens) {
  vtc::index_t valid = 0, kept = 0;
  for (vtc::index_t r = 0; r < plan.source_count; ++r) {
    valid += in.where().is_valid(r);
    kept += in.where().is_valid(r) && in.where().keeps(r);
  }
  return {
      {"program", "vtc"},
      {"version", std::to_string(VTC_VERSION_MAJOR) + "." + std::to_string(VTC_VERSION_MINOR) + "." + std::to_string(VTC_VERSION_PATCH)},
      {"method", method.name()},
      {"options", method.options()},
      {"budget", words.how.budget.empty() ? json() : json(words.how.budget)},
      {"official", words.how.official},
      {"order", plan.has(vtc::note::method_order) ? "method" : "source"},
      {"layout", in.where().text()},
      {"source_count", plan.source_count},
      {"valid_count", valid},
      {"protected_count", kept},
      {"slot_count", plan.slot_count},
      {"entry_count", plan.entry_count},
      {"appended", plan.appended},
      {"reduction", name_of(plan.how)},
      {"shape", {plan.shape.frames, plan.shape.height, plan.shape.width}},
      {"notes", names_of_notes(plan.notes)},
      {"element", name_of(tokens.type)},
      {"width", tokens.width}};
}

void write_json(const std::filesystem::path& path, const json& value) {
  const std::string text = value.dump(2) + "\n";
  files::write_file(path.string(), text.data(), text.size());
}

void write_sizes(const vtc::plan_view& plan, const std::vector<float>& given, const std::filesystem::path& path) {
  std::vector<float> sizes(static_cast<std::size_t>(plan.slot_count));
  require(vtc::sizes(plan, given.empty() ? nullptr : given.data(), sizes.data()));
  files::write_npy(path.string(), "f4", {plan.slot_count}, sizes.data());
}

void write_slots_per_region(const vtc::plan_view& plan, const vtc::layout& where, const std::filesystem::path& path) {
  std::vector<vtc::index_t> counts(static_cast<std::size_t>(where.parts()));
  require(vtc::slots_per_region(plan, where, counts.data()));
  const std::vector<std::int64_t> wide(counts.begin(), counts.end());
  files::write_npy(path.string(), "i8", {where.parts()}, wide.data());
}

}  // namespace

void compress(const compress_words& words, const run_words& run) {
  policy method(words.how.method);
  const vtc::budget want = request(words.how.budget, words.how.order, words.how.official);
  if (!words.in.boost.empty() && !method.ranks_by_scores())
    misuse(std::string("method ") + method.name() + " does not rank by one score per row: --boost would change nothing");
  if (words.positions.empty() && !words.position_rule.empty()) misuse("--position-rule belongs to --positions");
  parse_position_rule(words.position_rule);
  choose_engine(run.arch);
  output_folder folder(words.out);

  const input_files in(words.in);
  const own_tensors tensors(words.with, method);
  compressor c(method, in, want, run);
  c.make_plan();
  rows_out tokens = c.output_for(in.tokens());
  c.apply(in.tokens(), tokens);
  std::vector<rows_out> levels;
  for (const rows_file* level : in.levels()) {
    levels.push_back(c.output_for(*level));
    c.apply(*level, levels.back());
  }
  json summary = summarize(words, method, in, c.plan(), tokens);
  if (want.margin > 0) summary["slot_count_without_margin"] = c.count_without_margin();
  kept_positions positions;
  if (!words.positions.empty()) {
    positions = cut_positions(c.plan(), words);
    summary["next_position"] = positions.next;
  }

  const std::filesystem::path out = folder.open();
  tokens.write((out / "tokens.npy").string());
  for (std::size_t i = 0; i < levels.size(); ++i) levels[i].write((out / ("level_" + std::to_string(i) + ".npy")).string());
  write_sizes(c.plan(), in.sizes(), out / "sizes.npy");
  if (!words.positions.empty()) write_positions(positions, c.plan().slot_count, (out / "positions.npy").string());
  write_slots_per_region(c.plan(), in.view().where, out / "slots_per_region.npy");
  std::filesystem::create_directory(out / "plan");
  write_plan(out / "plan", c.plan(), {method.name(), in.where().text(), words.how.official});
  write_json(out / "summary.json", summary);
  if (run.timed_runs > 0) write_json(out / "times.json", c.measure(run.timed_runs, tokens));
  folder.commit();
  std::cout << c.plan().source_count << " rows became " << c.plan().slot_count << '\n';
}

}  // namespace tool
