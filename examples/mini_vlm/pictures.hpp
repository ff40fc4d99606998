// Drawings of what the methods kept.
#pragma once

#include <string>
#include <vector>

#include "mini_vlm/any_method.hpp"
#include "mini_vlm/dataset.hpp"

namespace mini_vlm {

// For every budget one sheet kept_K.png in `folder`, which is made where it is missing: the first pictures as rows, the methods as columns.
// Methods that read the question show their plan for the picture's first one. Gives the paths. Throws files::error.
std::vector<std::string> draw_kept(const model& vlm, const dataset& data, const std::vector<any_method>& methods,
                                   const std::vector<int>& keeps, int pictures, const std::string& folder);

}  // namespace mini_vlm
