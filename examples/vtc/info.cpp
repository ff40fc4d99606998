// vtc info: what this program is and runs on.
#include <iostream>

#include "commands.hpp"
#include "engines.hpp"
#include "rows_file.hpp"
#include "vtc/version.hpp"

namespace tool {

void info(const run_words& run) {
  const instruction_set chosen = choose_engine(run.arch);
  std::cout << "version           " << VTC_VERSION_MAJOR << '.' << VTC_VERSION_MINOR << '.' << VTC_VERSION_PATCH << '\n';
  std::cout << "instruction sets ";
  for (const instruction_set& s : instruction_sets()) std::cout << ' ' << s.name << (s.supported ? "" : " (not on this CPU)");
  std::cout << "\nchosen            " << chosen.name << "\nelements         ";
  for (const vtc::element e : {vtc::element::f32, vtc::element::f16, vtc::element::bf16, vtc::element::i8, vtc::element::u8})
    std::cout << ' ' << name_of(e);
  std::cout << '\n';
}

}  // namespace tool
