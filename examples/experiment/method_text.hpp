// A method as a word on a command line, NAME[:option=value,...], turned into a policy of the catalogue with its options set.
//
// Values: whole numbers, decimal numbers, true and false, names, lists a+b+c, grids axb; each is checked against the range that the method
// states. Errors are usage_error with one line that names the nearest known word.
#pragma once

#include <cstdint>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vtc/method/catalogue.hpp"

namespace experiment {

struct usage_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct method_text {
  std::string text, name;
  std::vector<std::pair<std::string, std::string>> options;
};

method_text parse_method(const std::string& text);  // only cut into pieces; with_method knows the names

// The names of all methods that a budget and these inputs are enough for, without tensors of their own.
std::vector<std::string> methods_for(vtc::input given);

// A seed for item number `item`, so that a random method draws anew for every item.
inline vtc::index_t seed_for(vtc::index_t seed, int item) {
  return static_cast<vtc::index_t>((static_cast<std::uint32_t>(seed) + static_cast<std::uint32_t>(item)) & 0x7fffffffu);
}

// The most similar of the words, as " (did you mean ...?)"; empty if none is close.
std::string suggestion(const std::string& word, const std::vector<std::string>& known);

namespace detail {

std::int32_t whole_number(const std::string& option, const std::string& value, std::int64_t least, std::int64_t most);
float decimal_number(const std::string& option, const std::string& value, float least, float most);
bool truth(const std::string& option, const std::string& value);
vtc::grid_size grid(const std::string& option, const std::string& value);
vtc::index_list list(const std::string& option, const std::string& value, std::int64_t least, std::int64_t most);
[[noreturn]] void unknown_value(const std::string& option, const std::string& value, const std::vector<std::string>& known);

// Offered every option of a method; takes the one that is named. The library calls it from functions that must not throw, so what is wrong
// with a value waits in `fault`.
class option_setter {
 public:
  option_setter(std::string name, std::string value) : name_(std::move(name)), value_(std::move(value)) {}

  void operator()(const char* name, vtc::index_t& to, std::int64_t least, std::int64_t most, const char*) {
    take(name, [&] { to = whole_number(name_, value_, least, most); });
  }
  void operator()(const char* name, float& to, float least, float most, const char*) {
    take(name, [&] { to = decimal_number(name_, value_, least, most); });
  }
  void operator()(const char* name, bool& to, const char*) {
    take(name, [&] { to = truth(name_, value_); });
  }
  void operator()(const char* name, vtc::grid_size& to, const char*) {
    take(name, [&] { to = grid(name_, value_); });
  }
  void operator()(const char* name, vtc::index_list& to, std::int64_t least, std::int64_t most, const char*) {
    take(name, [&] { to = list(name_, value_, least, most); });
  }
  template <class Enum, std::size_t N>
  void operator()(const char* name, Enum& to, const vtc::choice<Enum> (&choices)[N], const char*) {
    take(name, [&] {
      std::vector<std::string> names;
      for (const auto& c : choices) {
        if (value_ == c.name) return void(to = c.value);
        names.emplace_back(c.name);
      }
      unknown_value(name_, value_, names);
    });
  }

  bool found = false;
  std::vector<std::string> known;
  std::exception_ptr fault;

 private:
  template <class Set>
  void take(const char* name, Set&& set) {
    known.emplace_back(name);
    if (name_ != name) return;
    found = true;
    try {
      set();
    } catch (const usage_error&) {
      fault = std::current_exception();
    }
  }
  std::string name_, value_;
};

template <class P, class = void>
struct has_options : std::false_type {};
template <class P>
struct has_options<P, std::void_t<decltype(P::options(std::declval<P&>(), std::declval<option_setter&>()))>> : std::true_type {};

}  // namespace detail

template <class Policy>
void set_option(Policy& policy, const std::string& method, const std::string& name, const std::string& value) {
  detail::option_setter setter(name, value);
  if constexpr (detail::has_options<Policy>::value) Policy::options(policy, setter);
  if (!setter.found) throw usage_error("method " + method + " has no option \"" + name + "\"" + suggestion(name, setter.known));
  if (setter.fault) std::rethrow_exception(setter.fault);
}

// Calls body(policy) with the method's options set. Throws usage_error for a name, an option or a value that does not exist, and what body throws.
template <class Body>
void with_method(const method_text& method, Body&& body) {
  std::exception_ptr failure;  // nothing may be thrown through the library
  const bool known = vtc::with_method(method.name.c_str(), [&](auto policy) {
    try {
      for (const auto& option : method.options) set_option(policy, method.name, option.first, option.second);
      body(policy);
    } catch (...) {
      failure = std::current_exception();
    }
  });
  if (failure) std::rethrow_exception(failure);
  if (known) return;
  std::vector<std::string> names;
  for (vtc::index_t i = 0; i < vtc::method_count; ++i)
    vtc::with_method(i, [&](const auto& policy) { names.emplace_back(policy.information.name); });
  throw usage_error("there is no method \"" + method.name + "\"" + suggestion(method.name, names));
}

}  // namespace experiment
