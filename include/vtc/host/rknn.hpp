// An output of RKNN (RKNPU2) as rows: the vision encoder beside RKLLM.
//
// Inputs: rknn_tensor_attr of RKNN_QUERY_OUTPUT_ATTR, [.., rows, width], and the rknn_output that rknn_outputs_get filled. With want_float the rows are f32; without,
// as the attributes say: FLOAT32, FLOAT16, BFLOAT16, INT32, or INT8 and UINT8 with their scale and zero point (or fractional length).
// Gives: rows over the output's buffer; valid until rknn_outputs_release.
// Refused: bad_shape for NC1HWC2, which interleaves channels; unknown_element for other types; null_rows without a buffer.
// Order and ties: none. Cost: none. Workspace: none. Errors: none here, see above.
#pragma once

#include "vtc/host/dimensions.hpp"

namespace vtc {
inline namespace v0_1 {
namespace host {

template <class Attributes, class Output>
VTC_INLINE mutable_rows mutable_rknn_rows(const Attributes& about, Output& out) noexcept {
  dimensions d{};
  switch (out.want_float != 0 ? 0 : static_cast<int>(about.type)) {
    case 0: d.type = element::f32; break;
    case 1: d.type = element::f16; break;
    case 2: d.type = element::i8; break;
    case 3: d.type = element::u8; break;
    case 6: d.type = element::i32; break;
    case 11: d.type = element::bf16; break;
    default: d.type = unknown_element;
  }
  affine quant{};
  if (is_quantized(d.type) && static_cast<int>(about.qnt_type) == 2) quant = affine{about.scale, about.zp, nullptr};
  if (is_quantized(d.type) && static_cast<int>(about.qnt_type) == 1) {  // value = q * 2^-fl
    for (int i = about.fl; i > 0; --i) quant.scale *= 0.5f;
    for (int i = about.fl; i < 0; ++i) quant.scale *= 2.0f;
  }
  if (static_cast<int>(about.fmt) == 2 && out.want_float == 0) d.refuse();  // NCHW 0, NHWC 1, NC1HWC2 2
  for (std::uint32_t i = 0; i < about.n_dims; ++i) d.add(static_cast<std::int64_t>(about.dims[i]));
  d.packed();
  return rows_of(d, static_cast<void*>(out.buf), quant);
}
template <class Attributes, class Output>
VTC_INLINE rows rknn_rows(const Attributes& about, const Output& out) noexcept {
  return mutable_rknn_rows(about, out);
}

}  // namespace host
}  // namespace v0_1
}  // namespace vtc
