// ggml_tensor as rows: what a callback (cb_eval) of llama.cpp sees, or a tensor of one's own graph.
//
// Inputs: a tensor [width, rows, images] in ggml's order, ne[0] first, at any byte strides nb; F32, F16, BF16, I8 (no scale: give one) or I32.
// Softmax weights [keys, queries, heads] for ggml_attention; Qcur and Kcur [d, heads, rows] (or one of their strided views) for ggml_projections; where they
// are still [heads*d, rows], write vtc::projection_rows{ggml_rows(q), ggml_rows(k), heads, scale}.
// Gives: views over the tensor's memory; valid as long as that is, in a callback until it returns.
// Refused: null_rows where the buffer is not host memory (seen where ggml-backend.h is included before: copy with ggml_backend_tensor_get);
// unknown_element for quantised blocks; bad_shape for transposed or permuted tensors, and projections that lie head by head.
// Order and ties: none. Cost: none. Workspace: none. Errors: none here, see above.
#pragma once

#include "vtc/host/dimensions.hpp"

namespace vtc {
inline namespace v0_1 {
namespace host {

namespace detail {
// ggml_backend_buffer_is_host is found by the type of its argument, or not at all.
template <class Buffer>
VTC_INLINE auto ggml_on_host(const Buffer& b, int) noexcept -> decltype(static_cast<bool>(ggml_backend_buffer_is_host(b))) {
  return b == nullptr || ggml_backend_buffer_is_host(b);
}
template <class Buffer>
VTC_INLINE bool ggml_on_host(const Buffer&, long) noexcept {
  return true;
}
}  // namespace detail

template <class Tensor>
VTC_INLINE dimensions ggml_dimensions(const Tensor& t) noexcept {
  dimensions d{};
  switch (static_cast<int>(t.type)) {  // the numbers are part of the GGUF format
    case 0: d.type = element::f32; break;
    case 1: d.type = element::f16; break;
    case 30: d.type = element::bf16; break;
    case 24: d.type = element::i8; break;
    case 26: d.type = element::i32; break;
    default: d.type = unknown_element;
  }
  for (int i = 3; i >= 0; --i) d.add(static_cast<std::int64_t>(t.ne[i]), static_cast<std::int64_t>(t.nb[i]));
  return d;
}

template <class Tensor>
VTC_INLINE void* ggml_host_data(const Tensor& t) noexcept {
  const auto buffer = t.view_src != nullptr ? t.view_src->buffer : t.buffer;
  return detail::ggml_on_host(buffer, 0) ? t.data : nullptr;
}

template <class Tensor>
VTC_INLINE rows ggml_rows(const Tensor& t, const affine& quant = affine{}) noexcept {
  return rows_of(ggml_dimensions(t), static_cast<const void*>(ggml_host_data(t)), quant);
}
template <class Tensor>
VTC_INLINE mutable_rows mutable_ggml_rows(Tensor& t, const affine& quant = affine{}) noexcept {
  return rows_of(ggml_dimensions(t), ggml_host_data(t), quant);
}
template <class Tensor>
VTC_INLINE attention_weights ggml_attention(const Tensor& t, index_t class_row = none) noexcept {
  return attention_of(ggml_dimensions(t), ggml_host_data(t), class_row);
}
template <class Tensor>
VTC_INLINE projection_rows ggml_projections(const Tensor& q, const Tensor& k, float scale = 0) noexcept {
  return projections_of(ggml_dimensions(q), ggml_host_data(q), ggml_dimensions(k), ggml_host_data(k), scale);
}

}  // namespace host
}  // namespace v0_1
}  // namespace vtc
