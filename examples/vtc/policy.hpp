// The method that a run was asked for, with its options, and what can be said of a method without running it.
//
// The policy object is made here, in a file without special compiler flags; an engine gets its address and its place in the catalogue.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "vtc/method/catalogue.hpp"
#include "vtc/slot_count.hpp"

namespace tool {

namespace detail {
template <class List>
struct variant_of;
template <class... P>
struct variant_of<vtc::method_list<P...>> {
  using type = std::variant<P...>;
};
}  // namespace detail

class policy {
 public:
  explicit policy(const std::string& text);  // NAME[:option=value,...]; faults: command_line

  const char* name() const;
  vtc::index_t place() const { return static_cast<vtc::index_t>(any_.index()); }  // in the catalogue
  const void* address() const;
  vtc::bounds slots(const vtc::layout& where, const vtc::budget& want) const;  // faults: those of vtc::slots
  nlohmann::ordered_json options() const;                                      // name: value

  bool ranks_by_scores() const;  // whether --boost can change anything

  std::vector<std::string> tensors() const;            // names of the method's own tensors
  void require_tensor(const std::string& name) const;  // faults: command_line for a name that is none of them
  void set_tensor(const std::string& name, const vtc::rows& value);

 private:
  detail::variant_of<vtc::catalogue>::type any_;
};

// One record per method of the catalogue: name, source, inputs, options, counts, cost, scratch, differences, when.
nlohmann::ordered_json describe_methods();

}  // namespace tool
