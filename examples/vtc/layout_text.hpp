// A layout as a word of the command line: items in row order, separated by commas.
//
//   n                   n rows outside every grid; they are kept
//   [Tx]HxW[+e][@b]     T frames of H x W cells, e extra kept rows behind each grid row, cells in consecutive blocks of b x b
//   R*ITEM              the item R times
// LLaVA 1,24x24; AnyRes 24x24,48x48+1; five tiles 5*24x24; video 8x14x14; Qwen before its merger 32x32@2.
#pragma once

#include <string>
#include <vector>

#include "vtc/view/layout.hpp"

namespace tool {

struct layout_text {
  std::string text;                  // as typed; 1xN where none was given
  vtc::index_t count = 0;            // rows in all
  std::vector<vtc::region> regions;  // empty: none was given, and all rows are one line

  vtc::layout view() const;  // borrows the regions
};

// Faults: command_line for a word that is no layout; bad_shape or grid_mismatch for one that cannot be.
layout_text parse_layout(const std::string& text);
layout_text one_line(vtc::index_t count);  // what stands for a layout where none was given

}  // namespace tool
