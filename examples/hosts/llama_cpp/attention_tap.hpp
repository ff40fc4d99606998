// The encoder's attention, caught as ggml computes it: the last softmax of a picture, [heads][queries][keys].
#pragma once

#include <vector>

#include "ggml-backend.h"
#include "ggml.h"

namespace vtc_llama {

class attention_tap {
 public:
  // For mtmd_context_params::cb_eval, with the address of this object.
  static bool callback(ggml_tensor* t, bool ask, void* self) {
    const bool softmax = t->op == GGML_OP_SOFT_MAX && t->type == GGML_TYPE_F32;
    if (ask) return softmax;
    if (softmax) static_cast<attention_tap*>(self)->take(t);
    return true;
  }
  void forget() { keys = queries = heads = 0; }

  std::vector<float> weights;
  int32_t heads = 0, queries = 0, keys = 0;

 private:
  void take(ggml_tensor* t) {
    keys = static_cast<int32_t>(t->ne[0]);
    queries = static_cast<int32_t>(t->ne[1]);
    heads = static_cast<int32_t>(t->ne[2] * t->ne[3]);
    weights.resize(ggml_nbytes(t) / sizeof(float));
    ggml_backend_tensor_get(t, weights.data(), 0, ggml_nbytes(t));
  }
};

}  // namespace vtc_llama
