// The seam with a method that is named on the command line.
#pragma once

#include <string>

#include "experiment/method_text.hpp"
#include "mini_vlm/seam.hpp"

namespace mini_vlm {

// NAME[:option=value,...]; the option attention_row=mean, which every method takes here, hides the class token's row of the attention.
struct any_method {
  explicit any_method(const std::string& text);  // throws experiment::usage_error

  // `random` draws anew for every picture.
  vtc::status compress(seam& s, const visual& seen, int picture, int keep) const;
  // For methods that read the question: the same, with the projected tokens and the question's embeddings.
  vtc::status compress(seam& s, const visual& seen, int picture, int keep, const matrix& projected, const matrix& question) const;

  std::string name;  // as it was typed
  bool reads_question = false;

 private:
  vtc::status run(seam& s, vtc::inputs in, int picture, int keep) const;
  experiment::method_text method_;
  bool mean_attention_ = false;
};

}  // namespace mini_vlm
