// ov::Tensor as rows, at whatever byte strides it has (a region of interest, a tensor over memory of one's own).
//
// Inputs: a tensor [.., rows, width]: f32, f16, bf16, i32, or i8 and u8 with the affine map that the tensor itself does not carry. Softmax weights
// [.., heads, queries, keys] for openvino_attention; queries and keys [.., rows, heads, d] for openvino_projections; where they are [.., rows, heads*d], write
// vtc::projection_rows{openvino_rows(q), openvino_rows(k), heads, scale}.
// Gives: views over the tensor's memory; valid as long as that is, for the output of a request until its next run.
// Refused: unknown_element for other types (4 bits, 8-bit floats, f64, strings); bad_shape for channels first [1,C,1,N] and for heads
// before rows [1,H,N,d]: cut the model before that transpose.
// Order and ties: none. Cost: two small copies of the shape by the host. Workspace: none. Errors: none here, see above; what the host throws (a tensor on a
// device, an empty one) passes through.
#pragma once

#include "vtc/host/dimensions.hpp"

namespace vtc {
inline namespace v0_1 {
namespace host {

template <class Tensor>
VTC_INLINE dimensions openvino_dimensions(const Tensor& t) {
  dimensions d{};
  const auto name = t.get_element_type().get_type_name();  // the numbers behind the names differ between versions
  d.type = name == "f32"    ? element::f32
           : name == "f16"  ? element::f16
           : name == "bf16" ? element::bf16
           : name == "i8"   ? element::i8
           : name == "u8"   ? element::u8
           : name == "i32"  ? element::i32
                            : unknown_element;
  if (d.type == unknown_element) return d;  // types below a byte have no strides
  const auto& shape = t.get_shape();
  const auto& strides = t.get_strides();
  auto stride = strides.begin();
  for (const auto n : shape) d.add(static_cast<std::int64_t>(n), static_cast<std::int64_t>(*stride++));
  return d;
}

template <class Tensor>
VTC_INLINE rows openvino_rows(const Tensor& t, const affine& quant = affine{}) {
  return rows_of(openvino_dimensions(t), static_cast<const void*>(t.data()), quant);
}
template <class Tensor>
VTC_INLINE mutable_rows mutable_openvino_rows(Tensor& t, const affine& quant = affine{}) {
  return rows_of(openvino_dimensions(t), static_cast<void*>(t.data()), quant);
}
template <class Tensor>
VTC_INLINE attention_weights openvino_attention(const Tensor& t, index_t class_row = none) {
  return attention_of(openvino_dimensions(t), t.data(), class_row);
}
template <class Tensor>
VTC_INLINE projection_rows openvino_projections(const Tensor& q, const Tensor& k, float scale = 0) {
  return projections_of(openvino_dimensions(q), q.data(), openvino_dimensions(k), k.data(), scale);
}

}  // namespace host
}  // namespace v0_1
}  // namespace vtc
