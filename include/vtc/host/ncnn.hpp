// ncnn::Mat as rows.
//
// Inputs: a Mat with w = width and h = rows (c, d and the batch may add rows); its element type, which a Mat does not know: f32 unless said otherwise
// (Extractor::extract with type 1 may give f16 or bf16). int8 with the affine map that the Mat does not carry either. Softmax weights w = keys,
// h = queries, c = heads for ncnn_attention.
// Gives: views over the Mat's memory; valid as long as that is.
// Refused: bad_shape where elempack is not 1 (extract with type 0, or ncnn::convert_packing), and where padding between channels puts rows at uneven
// distances; unknown_element where elemsize is not that of the type.
// Order and ties: none. Cost: none. Workspace: none. Errors: none here, see above.
#pragma once

#include "vtc/host/dimensions.hpp"

namespace vtc {
inline namespace v0_1 {
namespace host {

namespace detail {
template <class Mat>
VTC_INLINE auto add_ncnn_batch(dimensions& d, const Mat& m, int) noexcept -> decltype(static_cast<void>(m.nstep)) {
  if (m.n > 1) d.add(m.n, static_cast<std::int64_t>(m.nstep * m.elemsize));
}
template <class Mat>
VTC_INLINE void add_ncnn_batch(dimensions&, const Mat&, long) noexcept {}  // before 2026 a Mat had no batch
}  // namespace detail

template <class Mat>
VTC_INLINE dimensions ncnn_dimensions(const Mat& m, element type = element::f32) noexcept {
  dimensions d{};
  d.type = m.elempack == 1 && m.elemsize != size_of(type) ? unknown_element : type;
  if (m.elempack != 1) d.refuse();
  const auto bytes = static_cast<std::int64_t>(m.elemsize);
  detail::add_ncnn_batch(d, m, 0);
  if (m.dims >= 3) d.add(m.c, static_cast<std::int64_t>(m.cstep) * bytes);
  if (m.dims == 4) d.add(m.d, bytes * m.w * m.h);
  if (m.dims >= 2) d.add(m.h, bytes * m.w);
  d.add(m.w, bytes);
  return d;
}

template <class Mat>
VTC_INLINE rows ncnn_rows(const Mat& m, element type = element::f32, const affine& quant = affine{}) noexcept {
  return rows_of(ncnn_dimensions(m, type), static_cast<const void*>(m.data), quant);
}
template <class Mat>
VTC_INLINE mutable_rows mutable_ncnn_rows(Mat& m, element type = element::f32, const affine& quant = affine{}) noexcept {
  return rows_of(ncnn_dimensions(m, type), static_cast<void*>(m.data), quant);
}
template <class Mat>
VTC_INLINE attention_weights ncnn_attention(const Mat& m, index_t class_row = none, element type = element::f32) noexcept {
  return attention_of(ncnn_dimensions(m, type), m.data, class_row);
}

}  // namespace host
}  // namespace v0_1
}  // namespace vtc
