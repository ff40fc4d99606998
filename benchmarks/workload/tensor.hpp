// Rows with memory, 64-byte aligned, of any element; and synthetic features that resemble those of an encoder.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "vtc/view/rows.hpp"

namespace workload {

class tensor {
 public:
  tensor() = default;
  tensor(vtc::element type, vtc::index_t rows, vtc::index_t width) : view_(vtc::view(type, static_cast<void*>(nullptr), rows, width)) {
    memory_ = std::make_shared<std::vector<unsigned char>>(bytes() + 64);
    const auto address = reinterpret_cast<std::uintptr_t>(memory_->data());
    view_.data = memory_->data() + (64 - address % 64) % 64;
  }

  std::size_t bytes() const { return static_cast<std::size_t>(view_.stride) * static_cast<std::size_t>(view_.count); }
  const vtc::mutable_rows& view() const { return view_; }
  vtc::rows read() const { return view_; }
  float* floats() const { return static_cast<float*>(view_.data); }
  void set_scale(vtc::affine quant) { view_.quant = quant; }

 private:
  std::shared_ptr<std::vector<unsigned char>> memory_;
  vtc::mutable_rows view_{};
};

inline std::size_t size(vtc::index_t n) { return static_cast<std::size_t>(n); }

// The same numbers in another element; 8-bit integers hold sixteenths.
inline tensor converted(const tensor& from, vtc::element type) {
  if (type == vtc::element::f32) return from;
  tensor to(type, from.view().count, from.view().width);
  const std::size_t n = from.bytes() / sizeof(float);
  for (std::size_t i = 0; i < n; ++i) {
    const float v = from.floats()[i];
    if (type == vtc::element::f16 || type == vtc::element::bf16) {
      const std::uint16_t h = type == vtc::element::f16 ? vtc::half_from_float(v) : vtc::bfloat16_from_float(v);
      std::memcpy(static_cast<unsigned char*>(to.view().data) + 2 * i, &h, 2);
    } else {
      const float sixteenths = std::fmax(-127.0f, std::fmin(127.0f, std::nearbyint(v * 16)));
      static_cast<std::int8_t*>(to.view().data)[i] = static_cast<std::int8_t>(sixteenths);
    }
  }
  if (vtc::is_quantized(type)) to.set_scale(vtc::affine{1.0f / 16, 0, nullptr});
  return to;
}

class generator {
 public:
  explicit generator(std::uint32_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 0x2545f4914f6cdd1du) {}
  float value() {  // -2 .. 2, from integers: the same on every machine
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<float>(static_cast<int>((state_ >> 33) % 2001) - 1000) / 500.0f;
  }

 private:
  std::uint64_t state_;
};

inline tensor noise(vtc::index_t rows, vtc::index_t width, std::uint32_t seed) {
  tensor x(vtc::element::f32, rows, width);
  generator g(seed);
  for (std::size_t i = 0; i < x.bytes() / sizeof(float); ++i) x.floats()[i] = g.value();
  return x;
}

// Tokens of a picture: a common part, a few directions that fade in and out from row to row, and noise. Real encoders give such rows: most
// of the variance in few directions, and neighbours alike.
inline tensor features(vtc::index_t rows, vtc::index_t width, std::uint32_t seed) {
  constexpr vtc::index_t directions = 24;
  const tensor direction = noise(directions, width, seed + 1);
  tensor x = noise(rows, width, seed + 2);
  for (vtc::index_t r = 0; r < rows; ++r) {
    float* row = x.floats() + static_cast<std::ptrdiff_t>(r) * width;
    for (vtc::index_t c = 0; c < width; ++c) row[c] *= 0.35f;
    for (vtc::index_t d = 0; d < directions; ++d) {
      const float* along = direction.floats() + static_cast<std::ptrdiff_t>(d) * width;
      const float amount = d == 0 ? 0.8f : std::sin(0.37f * static_cast<float>(d) + static_cast<float>(r) * (0.004f + 0.0031f * static_cast<float>(d))) / std::sqrt(static_cast<float>(d));
      for (vtc::index_t c = 0; c < width; ++c) row[c] += amount * along[c];
    }
  }
  return x;
}

// Positive, and few of them large, as attention after a softmax is.
inline tensor attention(vtc::index_t rows, vtc::index_t keys, std::uint32_t seed) {
  tensor x = noise(rows, keys, seed);
  for (std::size_t i = 0; i < x.bytes() / sizeof(float); ++i) {
    const float v = x.floats()[i] + 2.0f;
    x.floats()[i] = v * v * v * v / static_cast<float>(keys) / 16;
  }
  return x;
}

inline const char* name(vtc::element e) {
  switch (e) {
    case vtc::element::f32: return "f32";
    case vtc::element::f16: return "f16";
    case vtc::element::bf16: return "bf16";
    case vtc::element::i8: return "int8";
    case vtc::element::u8: return "uint8";
    case vtc::element::i32: return "int32";
  }
  return "";
}

}  // namespace workload
