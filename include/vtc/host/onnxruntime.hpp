// Ort::Value as rows; its tensors are always dense and row-major.
//
// Inputs: a tensor [.., rows, width]: float, float16, bfloat16, int32, or int8 and uint8 with the affine map that the value itself does not carry. Softmax
// weights [.., heads, queries, keys] for onnxruntime_attention; queries and keys [.., rows, heads, d] for onnxruntime_projections; where they are
// [.., rows, heads*d], write vtc::projection_rows{onnxruntime_rows(q), onnxruntime_rows(k), heads, scale}.
// Gives: views over the value's memory; valid as long as the value lives.
// Refused: null_rows for memory of a device, and for what is no tensor (a sequence, a map, an absent optional); unknown_element for other types.
// A dense tensor always looks like rows: channels first [1,C,1,N] is C rows of N and heads first [1,H,N,d] is H*N rows of d, which is seldom meant: take
// the tensor before that transpose.
// Order and ties: none. Cost: a small copy of the shape by the host. Workspace: none. Errors: none here, see above; what the host throws passes through.
#pragma once

#include "vtc/host/dimensions.hpp"

namespace vtc {
inline namespace v0_1 {
namespace host {

template <class Value>
VTC_INLINE dimensions onnxruntime_dimensions(const Value& v) {
  dimensions d{};
  d.type = unknown_element;
  if (!v.IsTensor()) return d;
  const auto info = v.GetTensorTypeAndShapeInfo();
  switch (static_cast<int>(info.GetElementType())) {  // the numbers are those of the ONNX format
    case 1: d.type = element::f32; break;
    case 10: d.type = element::f16; break;
    case 16: d.type = element::bf16; break;
    case 3: d.type = element::i8; break;
    case 2: d.type = element::u8; break;
    case 6: d.type = element::i32; break;
    default: return d;
  }
  const auto shape = info.GetShape();
  for (const auto n : shape) d.add(static_cast<std::int64_t>(n));
  d.packed();
  return d;
}

// Null where the processor cannot read; device type 0 is the processor.
template <class Value>
VTC_INLINE const void* onnxruntime_data(const Value& v) {
  return v.IsTensor() && static_cast<int>(v.GetTensorMemoryInfo().GetDeviceType()) == 0 ? v.GetTensorRawData() : nullptr;
}

template <class Value>
VTC_INLINE rows onnxruntime_rows(const Value& v, const affine& quant = affine{}) {
  return rows_of(onnxruntime_dimensions(v), onnxruntime_data(v), quant);
}
template <class Value>
VTC_INLINE mutable_rows mutable_onnxruntime_rows(Value& v, const affine& quant = affine{}) {
  return rows_of(onnxruntime_dimensions(v), onnxruntime_data(v) != nullptr ? v.GetTensorMutableRawData() : nullptr, quant);
}
template <class Value>
VTC_INLINE attention_weights onnxruntime_attention(const Value& v, index_t class_row = none) {
  return attention_of(onnxruntime_dimensions(v), onnxruntime_data(v), class_row);
}
template <class Value>
VTC_INLINE projection_rows onnxruntime_projections(const Value& q, const Value& k, float scale = 0) {
  return projections_of(onnxruntime_dimensions(q), onnxruntime_data(q), onnxruntime_dimensions(k), onnxruntime_data(k), scale);
}

}  // namespace host
}  // namespace v0_1
}  // namespace vtc
