#include "plan_files.hpp"

#include <limits>

#include "fault.hpp"
#include "files/npy.hpp"
#include "vtc/plan/check.hpp"

namespace tool {
namespace {

using json = nlohmann::ordered_json;

constexpr struct {
  vtc::reduction how;
  const char* name;
} reductions[] = {
    {vtc::reduction::mean, "mean"},           {vtc::reduction::linear, "linear"},           {vtc::reduction::maximum, "maximum"},
    {vtc::reduction::keep_norm, "keep_norm"}, {vtc::reduction::concatenate, "concatenate"}, {vtc::reduction::anchor, "anchor"}};

constexpr struct {
  std::uint32_t note;
  const char* name;
} notes[] = {{vtc::note::identity, "identity"},   {vtc::note::partition, "partition"},   {vtc::note::incomplete, "incomplete"},
             {vtc::note::rank_loss, "rank_loss"}, {vtc::note::non_finite, "non_finite"}, {vtc::note::method_order, "method_order"},
             {vtc::note::duplicate, "duplicate"}, {vtc::note::padded, "padded"}};

[[noreturn]] void bad_plan(const std::filesystem::path& path, const std::string& reason) {
  throw fault(fault::input, vtc::name(vtc::status::bad_plan), path.string() + ": " + reason);
}

void write_indices(const std::filesystem::path& path, const vtc::index_t* values, vtc::index_t count) {
  const std::vector<std::int64_t> wide(values, values + count);
  files::write_npy(path.string(), "i8", {count}, wide.data());
}

std::vector<vtc::index_t> read_indices(const std::filesystem::path& path) {
  const files::array a = files::read_npy(path.string());
  if (a.type != "i8" || a.shape.size() != 1) bad_plan(path, "holds " + a.type + " " + files::describe(a.shape) + ", not i8 [n]");
  std::vector<vtc::index_t> narrow;
  for (const std::int64_t v : a.integers()) {
    if (v < vtc::none || v > std::numeric_limits<vtc::index_t>::max()) bad_plan(path, "holds " + std::to_string(v) + ", which is no row");
    narrow.push_back(static_cast<vtc::index_t>(v));
  }
  return narrow;
}

}  // namespace

void write_plan(const std::filesystem::path& folder, const vtc::plan_view& plan, const plan_origin& origin) {
  write_indices(folder / "slot_begin.npy", plan.slot_begin, plan.slot_count + 1);
  write_indices(folder / "source.npy", plan.source, plan.entry_count);
  write_indices(folder / "anchor.npy", plan.anchor, plan.slot_count);
  if (plan.weight != nullptr) files::write_npy((folder / "weight.npy").string(), "f4", {plan.entry_count}, plan.weight);
  const json description = {{"method", origin.method},
                            {"official", origin.official},
                            {"order", plan.has(vtc::note::method_order) ? "method" : "source"},
                            {"source_count", plan.source_count},
                            {"slot_count", plan.slot_count},
                            {"entry_count", plan.entry_count},
                            {"reduction", name_of(plan.how)},
                            {"appended", plan.appended},
                            {"shape", {plan.shape.frames, plan.shape.height, plan.shape.width}},
                            {"notes", names_of_notes(plan.notes)},
                            {"layout", origin.layout}};
  const std::string text = description.dump(2) + "\n";
  files::write_file((folder / "plan.json").string(), text.data(), text.size());
}

plan_files::plan_files(const std::string& name) {
  std::filesystem::path folder = name;
  std::error_code ignored;
  if (std::filesystem::exists(folder / "plan" / "plan.json", ignored)) folder /= "plan";
  read_description(folder / "plan.json");
  slot_begin_ = read_indices(folder / "slot_begin.npy");
  source_ = read_indices(folder / "source.npy");
  anchor_ = read_indices(folder / "anchor.npy");
  if (slot_begin_.size() != anchor_.size() + 1) bad_plan(folder / "slot_begin.npy", "its length is not that of anchor.npy plus one");
  if (std::filesystem::exists(folder / "weight.npy", ignored)) {
    const files::array a = files::read_npy((folder / "weight.npy").string());
    if (a.type != "f4" || a.shape.size() != 1 || a.count() != static_cast<std::int64_t>(source_.size()))
      bad_plan(a.path, "holds " + a.type + " " + files::describe(a.shape) + ", not f4 [" + std::to_string(source_.size()) + "]");
    weight_ = a.floats();
  }
  view_.slot_count = static_cast<vtc::index_t>(anchor_.size());
  view_.entry_count = static_cast<vtc::index_t>(source_.size());
  view_.slot_begin = slot_begin_.data();
  view_.source = source_.data();
  view_.weight = weight_.empty() ? nullptr : weight_.data();
  view_.anchor = anchor_.data();
  vtc::plan_fault where{};
  if (vtc::check(view_, &where) == vtc::status::ok) return;
  std::string place = where.slot == vtc::none ? "" : "slot " + std::to_string(where.slot);
  if (where.entry != vtc::none) place += ", entry " + std::to_string(where.entry);
  bad_plan(name, vtc::message(where.rule) + (place.empty() ? place : " (" + place + ")"));
}

void plan_files::read_description(const std::filesystem::path& path) {
  const std::vector<unsigned char> bytes = files::read_file(path.string());
  const json j = json::parse(bytes.begin(), bytes.end(), nullptr, false);
  if (!j.is_object()) bad_plan(path, "is no JSON object");
  const auto member = [&](const char* name) -> const json& {
    const auto at = j.find(name);
    if (at == j.end()) bad_plan(path, std::string("lacks \"") + name + "\"");
    return *at;
  };
  const auto word = [&](const char* name) {
    if (!member(name).is_string()) bad_plan(path, std::string("\"") + name + "\" is no word");
    return member(name).get<std::string>();
  };
  const auto count = [&](const json& value, const char* name) {
    if (!value.is_number_integer() || value < 0 || value > std::numeric_limits<vtc::index_t>::max())
      bad_plan(path, std::string("\"") + name + "\" is no count");
    return value.get<vtc::index_t>();
  };
  origin_.method = word("method");
  origin_.layout = word("layout");
  origin_.official = member("official").is_boolean() && member("official").get<bool>();
  view_.source_count = count(member("source_count"), "source_count");
  view_.appended = count(member("appended"), "appended");
  const json& shape = member("shape");
  if (!shape.is_array() || shape.size() != 3) bad_plan(path, "\"shape\" is not three counts");
  view_.shape = vtc::cells{count(shape[0], "shape"), count(shape[1], "shape"), count(shape[2], "shape")};
  bool known = false;
  for (const auto& r : reductions) {
    if (word("reduction") != r.name) continue;
    view_.how = r.how;
    known = true;
  }
  if (!known) bad_plan(path, "there is no reduction \"" + word("reduction") + "\"");
  for (const json& note : member("notes")) {
    known = false;
    for (const auto& n : notes) {
      if (note != n.name) continue;
      view_.notes |= n.note;
      known = true;
    }
    if (!known) bad_plan(path, "there is no note " + note.dump());
  }
}

layout_text plan_files::layout() const {
  layout_text layout;
  try {
    layout = parse_layout(origin_.layout);
  } catch (const fault& e) {
    fail(vtc::status::bad_plan, e.what());
  }
  if (layout.count != view_.source_count)
    fail(vtc::status::bad_plan, "its layout \"" + origin_.layout + "\" does not have its " + std::to_string(view_.source_count) + " rows");
  return layout;
}

const char* name_of(vtc::reduction how) {
  for (const auto& r : reductions)
    if (r.how == how) return r.name;
  return "";
}

vtc::reduction parse_reduction(const std::string& word) {
  std::string all;
  for (const auto& r : reductions) {
    if (word == r.name) return r.how;
    all += (all.empty() ? "" : ", ") + std::string(r.name);
  }
  misuse("--reduce is one of " + all + ", not \"" + word + "\"");
}

json names_of_notes(std::uint32_t set) {
  json names = json::array();
  for (const auto& n : notes)
    if ((set & n.note) != 0) names.push_back(n.name);
  return names;
}

}  // namespace tool
