// The kinds of options a method may have beyond a number or a flag, and how it names them.
//
// A method lists its options once, in a static function that the tool, the documents and the C interface all read:
//   template <class Self, class Visit> static void options(Self& self, Visit&& visit) {
//     visit("stride", self.stride, 1, 64, "side of a block");                  index_t or float: name, member, least, most, sentence
//     visit("normalise", self.normalise, "divide by the members");             bool
//     visit("mode", self.mode, pool_modes, "what a window becomes");           enum: with the list of its names
//     visit("remove", self.remove, 0, 1 << 20, "rows removed in each round");  index_list
//     visit("output", self.output, "rows x columns of the result"); }          grid_size
// Tensors of its own (weights, the attention of a second layer) are members of type `rows`, empty until the host sets them, and listed likewise:
//   template <class Self, class Visit> static void tensors(Self& self, Visit&& visit) {
//     visit("values", self.values, "value projections [N, C]"); }              a file with one side is a single row
// What is missing or has another shape is found by the method's check_tensors(inputs), which answers with status::needs_tensor.
// Gives: index_list, grid_size, choice. Order and ties: none. Cost: none. Workspace: none. Errors: none; ranges are enforced by who parses.
#pragma once

#include "vtc/config.hpp"

namespace vtc {
inline namespace v0_1 {

struct index_list {  // a+b+c
  static constexpr index_t capacity = 32;
  index_t count = 0;
  index_t value[static_cast<std::size_t>(capacity)] = {};
};

struct grid_size {  // axb; 0x0: not set
  index_t height = 0, width = 0;
};

template <class Enum>
struct choice {
  const char* name;
  Enum value;
};

}  // namespace v0_1
}  // namespace vtc
