// A vision-language model of 585,568 parameters: encoder, projector, decoder. The host in miniature.
//
//   picture 56x56 --encode--> 196 visual tokens --[vtc]--> K tokens --project--> --read--> prefix --answer(questions)--> logits
//
// The stages are separate calls, so that something can be done between them: compression stands between encode and project, and the decoder
// takes the position of every token from its caller.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "layers/matrix.hpp"

namespace mini_vlm {

inline constexpr int picture_side = 56, patch_side = 4, grid_side = picture_side / patch_side;  // 14 x 14 patches
inline constexpr int token_count = grid_side * grid_side, token_width = 64, language_width = 96;
inline constexpr int encoder_heads = 4, head_width = token_width / encoder_heads;
inline constexpr int vocabulary = 20, answer_count = 32;

using layers::matrix;

// What the encoder can tell a method about one picture. Only `attention` still has the class token, as row and column 0.
struct visual {
  matrix tokens;                       // [196, 64] after the encoder's last norm
  matrix queries, keys;                // [196, 64] of the last block, all heads side by side
  matrix keys_mean;                    // [196, 16] keys, mean over heads
  matrix attention;                    // [4 * 197, 197] of the last block after the softmax, heads one below the other
  std::vector<float> class_attention;  // [196] what the class token pays each of them, mean over heads
};

struct question {
  std::uint8_t type, argument;  // tokens of the vocabulary
};

// The visual tokens as the decoder holds them: keys and values of every block. All questions about a picture share it.
struct prefix {
  std::vector<matrix> keys, values;
};

class model {
 public:
  explicit model(const std::string& safetensors_path);  // throws files::error
  ~model();

  visual encode(const std::uint8_t* picture) const;                                        // [56, 56] grey levels
  matrix project(const matrix& tokens) const;                                              // [n, 64] -> [n, 96]
  prefix read(const matrix& projected, const std::vector<std::int32_t>& positions) const;  // one position per token
  matrix answer(const prefix& seen, const question* asked, int count) const;               // [count, 32] logits
  matrix embed(const question& asked) const;                                               // [2, 96], the question in the language space

 private:
  struct parts;
  std::unique_ptr<const parts> parts_;
};

int best_answer(const matrix& logits, int row);

}  // namespace mini_vlm
