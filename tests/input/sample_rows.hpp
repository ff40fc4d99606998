// Rows of every element, at any byte address and stride, beside the exact values that they hold.
#pragma once

#include <vector>

#include "input/token_field.hpp"
#include "vtc/view/rows.hpp"

namespace input {

struct sample_rows {
  std::vector<unsigned char> bytes;
  std::vector<float> row_scale;
  std::vector<double> value;  // [count][width]
  vtc::rows view{};

  double at(int r, int c) const {
    return value[static_cast<std::size_t>(r) * static_cast<std::size_t>(view.width) + static_cast<std::size_t>(c)];
  }
};

// The bytes between rows are 0xff: as floats NaN.
inline sample_rows make_rows(vtc::element e, int count, int width, int gap, int offset, std::uint64_t seed, bool scale_per_row = false) {
  generator g(seed);
  sample_rows s;
  const int size = static_cast<int>(vtc::size_of(e)), stride = width * size + gap;
  s.bytes.assign(static_cast<std::size_t>(stride) * static_cast<std::size_t>(count) + static_cast<std::size_t>(offset), 0xff);
  const std::int32_t zero_point = e == vtc::element::u8 ? 131 : -7;
  if (scale_per_row)
    for (int r = 0; r < count; ++r) s.row_scale.push_back(static_cast<float>(1 + g.below(9)) / 7.0f);
  for (int r = 0; r < count; ++r) {
    const float scale = scale_per_row ? 0.1f * s.row_scale[static_cast<std::size_t>(r)] : 0.1f;
    for (int c = 0; c < width; ++c) {
      unsigned char* p = s.bytes.data() + offset + static_cast<std::ptrdiff_t>(stride) * r + static_cast<std::ptrdiff_t>(size) * c;
      double value = 0;
      if (e == vtc::element::f32) {
        const float v = g.value();
        std::memcpy(p, &v, 4);
        value = static_cast<double>(v);
      } else if (e == vtc::element::i32) {
        const std::int32_t v = g.below(1000000);
        std::memcpy(p, &v, 4);
        value = v;
      } else if (vtc::is_quantized(e)) {
        const int q = g.below(256) - (e == vtc::element::i8 ? 128 : 0);
        *p = static_cast<unsigned char>(q);
        value = static_cast<double>(scale) * (q - zero_point);
      } else {  // sixteenths below 8 are exact in both 16-bit types
        const int sixteenths = g.below(255) - 127;
        const float v = static_cast<float>(sixteenths) / 16.0f;
        const std::uint16_t h = e == vtc::element::f16 ? vtc::half_from_float(v) : vtc::bfloat16_from_float(v);
        std::memcpy(p, &h, 2);
        value = static_cast<double>(v);
      }
      s.value.push_back(value);
    }
  }
  const vtc::affine quant{0.1f, zero_point, scale_per_row ? s.row_scale.data() : nullptr};
  s.view =
      vtc::view(e, static_cast<const void*>(s.bytes.data() + offset), count, width, stride, vtc::is_quantized(e) ? quant : vtc::affine{});
  return s;
}

}  // namespace input
