// The attention half of a pretrained text-line recogniser: column tokens in, text out.
//
//   line picture --(stored)--> tokens [T,120] and skip [T,120] --[vtc]--> K of each --logits--> [K,96] --text--> characters
//
// A token stands for 8 pixels of width. Two attention blocks without positions read the columns; CTC makes characters of them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "layers/matrix.hpp"

namespace text_reader {

using layers::matrix;

inline constexpr int token_width = 120, heads = 8, head_width = token_width / heads, class_count = 96;

// What the first block can tell a method about the columns, before anything is compressed.
struct first_block {
  matrix queries, keys;  // [T, 120], all heads side by side
  matrix keys_mean;      // [T, 15], mean over heads
  matrix attention;      // [8 * T, T] after the softmax, heads one below the other
};

class reader {
 public:
  reader(const std::string& safetensors_path, const std::string& characters_path);  // throws files::error
  ~reader();

  first_block look(const matrix& tokens) const;
  // sizes [T]: how many columns each token stands for, or empty: one each. A token of size s is attended to like s tokens.
  matrix logits(const matrix& tokens, const matrix& skip, const std::vector<float>& sizes) const;
  std::string text(const matrix& logits) const;  // CTC: best class per column, repeats and blanks dropped, without spaces

 private:
  struct parts;
  std::unique_ptr<const parts> parts_;
};

}  // namespace text_reader
