// One prompt with its pictures through the model, and what it cost.
#pragma once

#include <string>
#include <vector>

#include "seam.hpp"

namespace vtc_llama {

struct measured {
  int32_t before = 0, visual = 0, pictures = 0;
  bool identity = true;
  double encode = 0, compress = 0, image_prefill = 0, prompt = 0, first_token = 0;  // milliseconds
  double tokens_per_second = 0;
  std::size_t kv_bytes = 0, peak_bytes = 0;
  std::string answer;
  std::vector<float> logits;  // of the last prompt token
};

// Greedy, up to `predict` tokens. Without a seam every row goes on as it is.
measured run(host& h, const mtmd_input_chunks* prompt, seam* s, int predict);

}  // namespace vtc_llama
