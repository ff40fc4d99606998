// The views over real ggml tensors: elements, strided views, what must be refused.
#pragma once

#include <ggml-backend.h>
#include <ggml.h>

#include "vtc/host/ggml.hpp"

namespace vtc_llama {

inline bool views_hold() {
  bool good = true;
  const auto expect = [&](bool condition) { good = good && condition; };
  ggml_context* const memory = ggml_init({1 << 20, nullptr, false});
  ggml_tensor* const x = ggml_new_tensor_2d(memory, GGML_TYPE_F32, 8, 6);
  for (int i = 0; i < 48; ++i) static_cast<float*>(x->data)[i] = static_cast<float>(i);
  const vtc::rows whole = vtc::host::ggml_rows(*x);
  expect(vtc::check(whole) == vtc::status::ok && whole.count == 6 && whole.width == 8 && whole.data == x->data);
  const vtc::rows part = vtc::host::ggml_rows(*ggml_view_2d(memory, x, 4, 3, x->nb[1], 2 * sizeof(float) + x->nb[1]));
  expect(vtc::check(part) == vtc::status::ok && part.count == 3 && part.width == 4 && vtc::load(part, 0, 0) == 10 &&
         vtc::load(part, 2, 3) == 29);
  expect(vtc::check(vtc::host::ggml_rows(*ggml_transpose(memory, x))) == vtc::status::bad_shape);
  ggml_tensor* const half = ggml_new_tensor_2d(memory, GGML_TYPE_F16, 8, 6);
  static_cast<ggml_fp16_t*>(half->data)[9] = ggml_fp32_to_fp16(1.5f);
  expect(vtc::load(vtc::host::ggml_rows(*half), 1, 1) == 1.5f);
  ggml_tensor* const brain = ggml_new_tensor_2d(memory, GGML_TYPE_BF16, 8, 6);
  static_cast<ggml_bf16_t*>(brain->data)[9] = ggml_fp32_to_bf16(2);
  expect(vtc::load(vtc::host::ggml_rows(*brain), 1, 1) == 2);
  expect(vtc::check(vtc::host::ggml_rows(*ggml_new_tensor_2d(memory, GGML_TYPE_Q8_0, 32, 6))) == vtc::status::unknown_element);
  const vtc::attention_weights a =
      vtc::host::ggml_attention(*ggml_new_tensor_3d(memory, GGML_TYPE_F32, 9, 9, 2));  // as a softmax leaves it
  expect(a.heads == 2 && a.queries == 9 && a.keys == 9);
  const vtc::projection_rows p = vtc::host::ggml_projections(*ggml_new_tensor_3d(memory, GGML_TYPE_F32, 16, 2, 9),
                                                             *ggml_new_tensor_3d(memory, GGML_TYPE_F32, 16, 2, 9));
  expect(p.queries.count == 9 && p.queries.width == 32 && p.heads == 2);
  ggml_free(memory);
  return good;
}

}  // namespace vtc_llama
