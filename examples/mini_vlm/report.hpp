// The results as a table and as JSON.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "mini_vlm/measure.hpp"

namespace mini_vlm {

struct interval {
  double low, high;
};
// 95 % interval of a share, after Wilson: holds for few questions and for shares near 0 and 1 too.
interval wilson(int right, int asked);

void print_table(std::ostream& out, const std::vector<result>& results);
void write_json(const std::string& path, const std::vector<result>& results);  // throws files::error

}  // namespace mini_vlm
