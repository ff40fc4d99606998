// DLTensor as rows: what every framework that speaks DLPack can hand over.
//
// Inputs: a tensor [.., rows, width] at any strides (null: packed) and byte_offset: float 32 and 16, bfloat 16, int 32, or int 8 and uint 8 with the affine
// map that the tensor does not carry. Softmax weights [.., heads, queries, keys] for dlpack_attention; queries and keys [.., rows, heads, d] for
// dlpack_projections; where they are [.., rows, heads*d], write vtc::projection_rows{dlpack_rows(q), dlpack_rows(k), heads, scale}.
// Gives: views over the tensor's memory; valid until its deleter runs.
// Refused: null_rows for a device whose memory the processor cannot read; unknown_element for other types and for vector lanes; bad_shape for transposed tensors.
// Order and ties: none. Cost: none. Workspace: none. Errors: none here, see above.
#pragma once

#include "vtc/host/dimensions.hpp"

namespace vtc {
inline namespace v0_1 {
namespace host {

template <class Tensor>
VTC_INLINE dimensions dlpack_dimensions(const Tensor& t) noexcept {
  dimensions d{};
  const int code = t.dtype.lanes == 1 ? static_cast<int>(t.dtype.code) : -1, bits = t.dtype.bits;  // code 0 int, 1 uint, 2 float, 4 bfloat
  d.type = code == 2 && bits == 32   ? element::f32
           : code == 2 && bits == 16 ? element::f16
           : code == 4 && bits == 16 ? element::bf16
           : code == 0 && bits == 8  ? element::i8
           : code == 1 && bits == 8  ? element::u8
           : code == 0 && bits == 32 ? element::i32
                                     : unknown_element;
  const auto bytes = static_cast<std::int64_t>(size_of(d.type));
  for (int i = 0; i < static_cast<int>(t.ndim); ++i) d.add(t.shape[i], t.strides != nullptr ? t.strides[i] * bytes : 0);
  if (t.strides == nullptr) d.packed();
  return d;
}

// Null where the processor cannot read: it can for CPU 1, CUDA host 3, ROCm host 11 and CUDA managed 13.
template <class Tensor>
VTC_INLINE void* dlpack_data(const Tensor& t) noexcept {
  const int device = static_cast<int>(t.device.device_type);
  const bool readable = device == 1 || device == 3 || device == 11 || device == 13;
  return readable && t.data != nullptr ? static_cast<std::byte*>(t.data) + t.byte_offset : nullptr;
}

template <class Tensor>
VTC_INLINE rows dlpack_rows(const Tensor& t, const affine& quant = affine{}) noexcept {
  return rows_of(dlpack_dimensions(t), static_cast<const void*>(dlpack_data(t)), quant);
}
template <class Tensor>
VTC_INLINE mutable_rows mutable_dlpack_rows(Tensor& t, const affine& quant = affine{}) noexcept {
  return rows_of(dlpack_dimensions(t), dlpack_data(t), quant);
}
template <class Tensor>
VTC_INLINE attention_weights dlpack_attention(const Tensor& t, index_t class_row = none) noexcept {
  return attention_of(dlpack_dimensions(t), dlpack_data(t), class_row);
}
template <class Tensor>
VTC_INLINE projection_rows dlpack_projections(const Tensor& q, const Tensor& k, float scale = 0) noexcept {
  return projections_of(dlpack_dimensions(q), dlpack_data(q), dlpack_dimensions(k), dlpack_data(k), scale);
}

}  // namespace host
}  // namespace v0_1
}  // namespace vtc
