// vtc count: how many rows a method will write, before any data.
#include <iostream>

#include "budget_text.hpp"
#include "commands.hpp"
#include "policy.hpp"

namespace tool {

void count(const method_words& how, const input_words& in) {
  const policy method(how.method);
  const layout_files where(in, std::nullopt);
  const vtc::bounds b = method.slots(where.view(), request(how.budget, how.order, how.official));
  std::cout << b.least << ' ' << b.most << '\n';
}

}  // namespace tool
