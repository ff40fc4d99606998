// MNN::Express::VARP as rows. A tensor of the session interface: copyToHostTensor, then vtc::view(tensor.host<float>(), rows, width).
//
// Inputs: a variable [.., rows, width] in NCHW or NHWC order: float, half, bfloat16, int32, or int8 and uint8 with their affine map. MNN's vision models
// give [rows, 1, width], which are rows too. Softmax weights [.., heads, queries, keys] for mnn_attention.
// Gives: views over the variable's memory (reading it makes MNN compute it); valid until the variable changes.
// Refused: bad_shape for NC4HW4, which interleaves channels: convert by _Convert(x, NCHW) before; null_rows where MNN cannot compute the variable;
// unknown_element for other types.
// Order and ties: none. Cost: none beyond MNN's own work. Workspace: none. Errors: none here, see above.
#pragma once

#include "vtc/host/dimensions.hpp"

namespace vtc {
inline namespace v0_1 {
namespace host {

template <class Variable>
VTC_INLINE dimensions mnn_dimensions(const Variable& v) noexcept {
  dimensions d{};
  d.type = unknown_element;
  const auto* info = v->getInfo();
  if (info == nullptr) return d;
  const int code = static_cast<int>(info->type.code), bits = static_cast<int>(info->type.bits);  // code 0 int, 1 uint, 2 float, 4 bfloat
  d.type = code == 2 && bits == 32   ? element::f32
           : code == 2 && bits == 16 ? element::f16
           : code == 4 && bits == 16 ? element::bf16
           : code == 0 && bits == 8  ? element::i8
           : code == 1 && bits == 8  ? element::u8
           : code == 0 && bits == 32 ? element::i32
                                     : unknown_element;
  if (static_cast<int>(info->order) == 1) d.refuse();  // NHWC 0, NC4HW4 1, NCHW 2
  for (const auto n : info->dim) d.add(static_cast<std::int64_t>(n));
  d.packed();
  return d;
}

template <class Variable>
VTC_INLINE rows mnn_rows(const Variable& v, const affine& quant = affine{}) noexcept {
  return rows_of(mnn_dimensions(v), static_cast<const void*>(v->template readMap<void>()), quant);
}
template <class Variable>
VTC_INLINE mutable_rows mutable_mnn_rows(Variable& v, const affine& quant = affine{}) noexcept {
  return rows_of(mnn_dimensions(v), static_cast<void*>(v->template writeMap<void>()), quant);
}
template <class Variable>
VTC_INLINE attention_weights mnn_attention(const Variable& v, index_t class_row = none) noexcept {
  return attention_of(mnn_dimensions(v), v->template readMap<void>(), class_row);
}

}  // namespace host
}  // namespace v0_1
}  // namespace vtc
