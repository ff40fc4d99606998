// ExecuTorch's Tensor as rows. The members asked for are those of at::Tensor as well.
//
// Inputs: a tensor [.., rows, width] at any strides: Float, Half, BFloat16, Int, or Char and Byte with the affine map that the tensor does not carry. Softmax
// weights [.., heads, queries, keys] for executorch_attention; queries and keys [.., rows, heads, d] for executorch_projections (a transposed view of
// [.., heads, rows, d] memory is refused); where they are [.., rows, heads*d], write vtc::projection_rows{executorch_rows(q), executorch_rows(k), heads, scale}.
// Gives: views over the tensor's memory; valid as long as that is: for an output of execute(), until the next one.
// Refused: null_rows for a tensor without memory or on a device; unknown_element for other types; bad_shape for transposed tensors (dim_order).
// Order and ties: none. Cost: none. Workspace: none. Errors: none here, see above.
#pragma once

#include <type_traits>

#include "vtc/host/dimensions.hpp"

namespace vtc {
inline namespace v0_1 {
namespace host {

namespace detail {
template <class Tensor>
VTC_INLINE auto executorch_on_host(const Tensor& t, int) noexcept -> decltype(t.device().is_cpu()) {
  return t.device().is_cpu();
}
template <class Tensor>
VTC_INLINE bool executorch_on_host(const Tensor&, long) noexcept {  // before 1.3 a tensor had no device
  return true;
}
}  // namespace detail

template <class Tensor>
VTC_INLINE dimensions executorch_dimensions(const Tensor& t) noexcept {
  using kind = std::decay_t<decltype(t.scalar_type())>;
  dimensions d{};
  switch (t.scalar_type()) {
    case kind::Float: d.type = element::f32; break;
    case kind::Half: d.type = element::f16; break;
    case kind::BFloat16: d.type = element::bf16; break;
    case kind::Char: d.type = element::i8; break;
    case kind::Byte: d.type = element::u8; break;
    case kind::Int: d.type = element::i32; break;
    default: d.type = unknown_element;
  }
  const auto bytes = static_cast<std::int64_t>(size_of(d.type));
  auto stride = t.strides().begin();
  for (const auto n : t.sizes()) d.add(static_cast<std::int64_t>(n), static_cast<std::int64_t>(*stride++) * bytes);
  return d;
}

template <class Tensor>
VTC_INLINE const void* executorch_data(const Tensor& t) noexcept {
  return detail::executorch_on_host(t, 0) ? t.const_data_ptr() : nullptr;
}

template <class Tensor>
VTC_INLINE rows executorch_rows(const Tensor& t, const affine& quant = affine{}) noexcept {
  return rows_of(executorch_dimensions(t), executorch_data(t), quant);
}
template <class Tensor>
VTC_INLINE mutable_rows mutable_executorch_rows(Tensor& t, const affine& quant = affine{}) noexcept {
  return rows_of(executorch_dimensions(t), executorch_data(t) != nullptr ? t.mutable_data_ptr() : nullptr, quant);
}
template <class Tensor>
VTC_INLINE attention_weights executorch_attention(const Tensor& t, index_t class_row = none) noexcept {
  return attention_of(executorch_dimensions(t), executorch_data(t), class_row);
}
template <class Tensor>
VTC_INLINE projection_rows executorch_projections(const Tensor& q, const Tensor& k, float scale = 0) noexcept {
  return projections_of(executorch_dimensions(q), executorch_data(q), executorch_dimensions(k), executorch_data(k), scale);
}

}  // namespace host
}  // namespace v0_1
}  // namespace vtc
