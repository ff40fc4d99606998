// cv::Mat as rows, at its own steps (a region of a larger Mat is fine).
//
// Inputs: a Mat of CV_32F, CV_16F, CV_16BF, CV_32S, or CV_8S and CV_8U with their affine map: its rows, cols * channels wide; or a Mat of more dimensions, as
// cv::dnn gives them ([1, rows, width]).
// Gives: views over the Mat's memory; valid as long as that is.
// Refused: null_rows for an empty Mat; unknown_element for other depths; bad_shape for dimensions at uneven distances.
// Order and ties: none. Cost: none. Workspace: none. Errors: none here, see above.
#pragma once

#include "vtc/host/dimensions.hpp"

namespace vtc {
inline namespace v0_1 {
namespace host {

template <class Mat>
VTC_INLINE dimensions opencv_dimensions(const Mat& m) noexcept {
  dimensions d{};
  switch (m.depth()) {
    case 5: d.type = element::f32; break;
    case 7: d.type = element::f16; break;
    case 8: d.type = element::bf16; break;  // OpenCV 5
    case 1: d.type = element::i8; break;
    case 0: d.type = element::u8; break;
    case 4: d.type = element::i32; break;
    default: d.type = unknown_element;
  }
  for (int i = 0; i + 1 < m.dims; ++i) d.add(m.size[i], static_cast<std::int64_t>(m.step[i]));
  if (m.dims > 0) d.add(static_cast<std::int64_t>(m.size[m.dims - 1]) * m.channels(), static_cast<std::int64_t>(size_of(d.type)));
  return d;
}

template <class Mat>
VTC_INLINE rows opencv_rows(const Mat& m, const affine& quant = affine{}) noexcept {
  return rows_of(opencv_dimensions(m), static_cast<const void*>(m.data), quant);
}
template <class Mat>
VTC_INLINE mutable_rows mutable_opencv_rows(Mat& m, const affine& quant = affine{}) noexcept {
  return rows_of(opencv_dimensions(m), static_cast<void*>(m.data), quant);
}

}  // namespace host
}  // namespace v0_1
}  // namespace vtc
