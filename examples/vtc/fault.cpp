#include "fault.hpp"

namespace tool {
namespace {

// Whose fault a status is: 2 where the command line alone shows it, 3 where the data do, 4 where memory is short.
fault::code exit_code_of(vtc::status s) {
  switch (s) {
    case vtc::status::out_of_memory: return fault::files_or_memory;
    case vtc::status::keep_is_zero:
    case vtc::status::needs_budget:
    case vtc::status::budget_unsupported:
    case vtc::status::option_out_of_range: return fault::command_line;
    default: return fault::input;
  }
}

}  // namespace

void misuse(const std::string& sentence) { throw fault(fault::command_line, "command_line", sentence); }

void fail(vtc::status s, const std::string& context) {
  const std::string sentence = vtc::message(s);
  throw fault(exit_code_of(s), vtc::name(s), context.empty() ? sentence : sentence + " (" + context + ")");
}

}  // namespace tool
