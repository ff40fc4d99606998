// Rows of features in a .npy file, as a word of the command line: path.npy, path.npy:bf16 or path.npy:scale=S,zero=Z.
//
// f4 is f32, f2 is f16, u2 with :bf16 is bfloat16, i1 and u1 are int8 and uint8 with value = S * (q - Z),
// i4 is copied only (ids). [N, C], or [T, n, C] for T * n rows.
#pragma once

#include <string>

#include "files/npy.hpp"
#include "vtc/view/rows.hpp"

namespace tool {

struct file_word {
  std::string path, text;  // text: as typed, for messages
  bool bfloat16 = false, quantized = false;
  vtc::affine quant{};
};
file_word parse_file_word(const std::string& text);  // faults: command_line

enum class conversion {
  none,        // the main tensors: their element is theirs
  wide_to_f32  // side inputs: f8 and the integers i2 to u8 become f32
};

class rows_file {
 public:
  rows_file() = default;
  // Faults: unreadable, malformed, unknown_element, bad_shape.
  rows_file(const std::string& word, conversion wide);
  // The same for an array with any number of sides; the view then has no shape yet.
  static rows_file any_shape(const std::string& word, conversion wide);

  vtc::rows view() const { return shaped(count, width); }
  vtc::rows shaped(vtc::index_t rows, vtc::index_t columns) const;
  const std::vector<std::int64_t>& shape() const { return array_.shape; }
  const std::string& path() const { return array_.path; }

  vtc::index_t count = 0, width = 0;
  vtc::element type = vtc::element::f32;

 private:
  files::array array_;
  std::vector<float> converted_;
  vtc::affine quant_{};
};

// An output tensor, rows packed.
struct rows_out {
  rows_out(vtc::index_t rows, vtc::index_t columns, vtc::element e);
  vtc::mutable_rows view() { return vtc::view(type, bytes.data(), count, width); }
  void write(const std::string& path) const;  // bf16 as u2

  vtc::index_t count, width;
  vtc::element type;
  std::vector<unsigned char> bytes;
};

// What rows of this element are written as unless something else is asked for: floats stay, int8 becomes f32.
vtc::element element_for_output(vtc::element in);
const char* name_of(vtc::element e);

}  // namespace tool
