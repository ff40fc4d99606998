#include "policy.hpp"

#include <algorithm>

#include "experiment/method_text.hpp"
#include "fault.hpp"

namespace tool {
namespace {

using json = nlohmann::ordered_json;

// A float as it was typed: 0.97, not 0.97000002861022949.
double as_typed(float x) { return std::stod(json(x).dump()); }

// What a method's visitor is offered, as JSON: the value alone, or the whole record.
class option_reader {
 public:
  json values = json::object(), records = json::array();

  void operator()(const char* name, const vtc::index_t& v, std::int64_t least, std::int64_t most, const char* help) {
    add(name, "integer", v, {{"least", least}, {"most", most}}, help);
  }
  void operator()(const char* name, const float& v, float least, float most, const char* help) {
    add(name, "number", as_typed(v), {{"least", as_typed(least)}, {"most", as_typed(most)}}, help);
  }
  void operator()(const char* name, const bool& v, const char* help) { add(name, "boolean", v, json::object(), help); }
  void operator()(const char* name, const vtc::grid_size& v, const char* help) {
    const json value = v.height > 0 ? json(std::to_string(v.height) + "x" + std::to_string(v.width)) : json();
    add(name, "grid", value, json::object(), help);
  }
  void operator()(const char* name, const vtc::index_list& v, std::int64_t least, std::int64_t most, const char* help) {
    json list = json::array();
    for (vtc::index_t i = 0; i < v.count; ++i) list.push_back(v.value[i]);
    add(name, "list", list, {{"least", least}, {"most", most}, {"length", vtc::index_list::capacity}}, help);
  }
  template <class Enum, std::size_t N>
  void operator()(const char* name, const Enum& v, const vtc::choice<Enum> (&choices)[N], const char* help) {
    json value, names = json::array();
    for (const auto& c : choices) {
      names.push_back(c.name);
      if (c.value == v) value = c.name;
    }
    add(name, "choice", value, {{"choices", names}}, help);
  }

 private:
  void add(const char* name, const char* type, const json& value, const json& range, const char* help) {
    values[name] = value;
    json record = {{"name", name}, {"type", type}, {"default", value}};
    record.update(range);
    record["help"] = help;
    records.push_back(record);
  }
};

template <class P, class = void>
struct has_options : std::false_type {};
template <class P>
struct has_options<P, std::void_t<decltype(P::options(std::declval<const P&>(), std::declval<option_reader&>()))>> : std::true_type {};

template <class P>
option_reader read_options(const P& p) {
  option_reader reader;
  if constexpr (has_options<P>::value) P::options(p, reader);
  return reader;
}

// Offered every tensor of a method's own: lists the names, or sets the one that is meant.
struct tensor_visitor {
  std::vector<std::string> names;
  std::string wanted;
  vtc::rows value{};
  json records = json::array();

  void operator()(const char* name, vtc::rows& tensor, const char* help) {
    (*this)(name, static_cast<const vtc::rows&>(tensor), help);
    if (name == wanted) tensor = value;
  }
  void operator()(const char* name, const vtc::rows&, const char* help) {
    names.push_back(name);
    records.push_back({{"name", name}, {"help", help}});
  }
};

template <class P, class = void>
struct has_tensors : std::false_type {};
template <class P>
struct has_tensors<P, std::void_t<decltype(P::tensors(std::declval<P&>(), std::declval<tensor_visitor&>()))>> : std::true_type {};

template <class P>
void visit_tensors(P& p, tensor_visitor& visitor) {
  if constexpr (has_tensors<std::remove_const_t<P>>::value) P::tensors(p, visitor);
}

constexpr struct {
  vtc::input which;
  const char* name;
} input_names[] = {{vtc::input::tokens, "tokens"},
                   {vtc::input::metric, "metric"},
                   {vtc::input::aligned, "aligned"},
                   {vtc::input::text, "text"},
                   {vtc::input::reference, "reference"},
                   {vtc::input::attention, "attention"},
                   {vtc::input::projections, "projections"},
                   {vtc::input::scores, "scores"},
                   {vtc::input::sizes, "sizes"},
                   {vtc::input::geometry, "geometry"}};

// The inputs of a method; "attention|projections" where one of several is enough.
json names_of(vtc::input all_of, vtc::input any_of) {
  json names = json::array();
  std::string alternatives;
  for (const auto& n : input_names) {
    if (vtc::covers(all_of, n.which)) names.push_back(n.name);
    else if (vtc::covers(any_of, n.which)) alternatives += (alternatives.empty() ? "" : "|") + std::string(n.name);
  }
  if (!alternatives.empty()) names.push_back(alternatives);
  return names;
}

const char* name_of(vtc::counting c) {
  switch (c) {
    case vtc::counting::exact: return "exact";
    case vtc::counting::at_most: return "at most";
    case vtc::counting::data_decides: return "data decides";
  }
  return "";
}

const char* name_of(vtc::family f) {
  switch (f) {
    case vtc::family::selection: return "selection";
    case vtc::family::merging: return "merging";
    case vtc::family::pooling: return "pooling";
  }
  return "";
}

// Which --budget a method can follow.
template <class P>
json budgets_of() {
  if constexpr (!vtc::detail::takes_budget<std::decay_t<decltype(vtc::planner_of(std::declval<const P&>()))>>::value) return json::array();
  return vtc::ranks_by_scores<P> ? json{"count", "ratio", "mass", "outliers", "perplexity"} : json{"count", "ratio"};
}

}  // namespace

policy::policy(const std::string& text) {
  try {
    experiment::with_method(experiment::parse_method(text), [&](const auto& p) { any_.emplace<std::decay_t<decltype(p)>>(p); });
  } catch (const experiment::usage_error& e) {
    misuse(e.what());
  }
}

const char* policy::name() const {
  return std::visit([](const auto& p) { return p.information.name; }, any_);
}

const void* policy::address() const {
  return std::visit([](const auto& p) -> const void* { return &p; }, any_);
}

vtc::bounds policy::slots(const vtc::layout& where, const vtc::budget& want) const {
  vtc::bounds b{};
  require(std::visit([&](const auto& p) { return vtc::slots(p, where, want, b); }, any_), name());
  return b;
}

json policy::options() const {
  return std::visit([](const auto& p) { return read_options(p).values; }, any_);
}

bool policy::ranks_by_scores() const {
  return std::visit([](const auto& p) { return vtc::ranks_by_scores<std::decay_t<decltype(p)>>; }, any_);
}

std::vector<std::string> policy::tensors() const {
  tensor_visitor visitor;
  std::visit([&](const auto& p) { visit_tensors(p, visitor); }, any_);
  return visitor.names;
}

void policy::require_tensor(const std::string& tensor) const {
  const std::vector<std::string> known = tensors();
  if (std::find(known.begin(), known.end(), tensor) == known.end())
    misuse(std::string("method ") + name() + " has no tensor \"" + tensor + "\"" + experiment::suggestion(tensor, known));
}

void policy::set_tensor(const std::string& tensor, const vtc::rows& value) {
  tensor_visitor visitor;
  visitor.wanted = tensor;
  visitor.value = value;
  std::visit([&](auto& p) { visit_tensors(p, visitor); }, any_);
}

json describe_methods() {
  json all = json::array();
  for (vtc::index_t place = 0; place < vtc::method_count; ++place)
    vtc::with_method(place, [&](const auto& p) {
      using P = std::decay_t<decltype(p)>;
      const vtc::about& about = P::information;
      tensor_visitor tensors;
      visit_tensors(p, tensors);
      all.push_back({{"name", about.name},
                     {"family", name_of(about.what)},
                     {"source", about.source},
                     {"inputs", names_of(P::needs, vtc::detail::needs_any<P>::value)},
                     {"options", read_options(p).records},
                     {"tensors", tensors.records},
                     {"count", name_of(about.counts)},
                     {"budgets", budgets_of<P>()},
                     {"cost", about.cost},
                     {"scratch", about.scratch},
                     {"differences", about.differences},
                     {"when", about.when}});
    });
  return all;
}

}  // namespace tool
