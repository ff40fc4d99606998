// Rows of features over host memory: nothing is owned, nothing is copied.
//
// Inputs: a pointer, rows, width, a byte stride between rows (0: packed) and an element type. int8 and uint8 carry an affine
// map, value = scale * row_scale[r] * (q - zero_point). Columns of a row are adjacent; rows may lie at any distance.
// Gives: rows (read) and mutable_rows (write); both trivially copyable. `columns` narrows to some features of each row,
// `slice` to some rows, `grouped(k)` sees k consecutive rows as one wide row (before a 2x2 merger). grouped needs adjacent rows and the same scale in
// each; otherwise it gives rows without data, which every call refuses.
// Order and ties: none. Cost: none. Workspace: none. Errors: check() names a view that no call can use.
#pragma once

#include "vtc/status.hpp"
#include "vtc/view/element.hpp"

namespace vtc {
inline namespace v0_1 {

struct affine {
  float scale = 1;
  std::int32_t zero_point = 0;
  const float* row_scale = nullptr;  // one factor per row, or null
};

struct rows {
  const void* data;
  index_t count, width;
  std::ptrdiff_t stride;  // bytes from a row to the next
  element type;
  affine quant;

  VTC_INLINE bool empty() const noexcept { return data == nullptr; }
  VTC_INLINE const void* row(index_t r) const noexcept { return static_cast<const std::byte*>(data) + stride * r; }
  VTC_INLINE bool packed() const noexcept { return stride == static_cast<std::ptrdiff_t>(size_of(type)) * width; }
  // What the stored integers of row r are multiplied by; 1 for floats.
  VTC_INLINE float scale(index_t r) const noexcept {
    return !is_quantized(type) ? 1.0f : quant.row_scale != nullptr ? quant.scale * quant.row_scale[r] : quant.scale;
  }
  VTC_INLINE rows columns(index_t first, index_t n) const noexcept {
    rows v = *this;
    v.data = static_cast<const std::byte*>(data) + static_cast<std::ptrdiff_t>(size_of(type)) * first;
    v.width = n;
    return v;
  }
  VTC_INLINE rows slice(index_t first, index_t n) const noexcept {
    rows v = *this;
    v.data = row(first);
    v.count = n;
    if (quant.row_scale != nullptr) v.quant.row_scale = quant.row_scale + first;
    return v;
  }
  VTC_INLINE rows grouped(index_t k) const noexcept {
    rows v = *this;
    if (k < 1 || count % k != 0 || !packed() || quant.row_scale != nullptr) {
      v.data = nullptr;
      return v;
    }
    v.count /= k;
    v.width *= k;
    v.stride *= k;
    return v;
  }
};

struct mutable_rows {
  void* data;
  index_t count, width;
  std::ptrdiff_t stride;
  element type;
  affine quant;

  VTC_INLINE operator rows() const noexcept { return rows{data, count, width, stride, type, quant}; }
  VTC_INLINE bool empty() const noexcept { return data == nullptr; }
  VTC_INLINE void* row(index_t r) const noexcept { return static_cast<std::byte*>(data) + stride * r; }
  VTC_INLINE mutable_rows columns(index_t first, index_t n) const noexcept {
    mutable_rows v = *this;
    v.data = static_cast<std::byte*>(data) + static_cast<std::ptrdiff_t>(size_of(type)) * first;
    v.width = n;
    return v;
  }
  VTC_INLINE mutable_rows slice(index_t first, index_t n) const noexcept {
    mutable_rows v = *this;
    v.data = row(first);
    v.count = n;
    return v;
  }
  VTC_INLINE mutable_rows grouped(index_t k) const noexcept {
    const rows v = rows(*this).grouped(k);
    return mutable_rows{v.data == nullptr ? nullptr : data, v.count, v.width, v.stride, type, quant};
  }
};

VTC_INLINE constexpr std::ptrdiff_t stride_or_packed(element e, index_t width, std::ptrdiff_t stride) noexcept {
  return stride != 0 ? stride : static_cast<std::ptrdiff_t>(size_of(e)) * width;
}

VTC_INLINE rows view(element e, const void* data, index_t count, index_t width, std::ptrdiff_t stride = 0, affine quant = affine{}) noexcept {
  return rows{data, count, width, stride_or_packed(e, width, stride), e, quant};
}
VTC_INLINE mutable_rows view(element e, void* data, index_t count, index_t width, std::ptrdiff_t stride = 0, affine quant = affine{}) noexcept {
  return mutable_rows{data, count, width, stride_or_packed(e, width, stride), e, quant};
}
VTC_INLINE rows view(const float* data, index_t count, index_t width, std::ptrdiff_t stride = 0) noexcept {
  return view(element::f32, static_cast<const void*>(data), count, width, stride);
}
VTC_INLINE mutable_rows view(float* data, index_t count, index_t width, std::ptrdiff_t stride = 0) noexcept {
  return view(element::f32, static_cast<void*>(data), count, width, stride);
}
VTC_INLINE rows view(const std::int8_t* data, index_t count, index_t width, affine quant, std::ptrdiff_t stride = 0) noexcept {
  return view(element::i8, static_cast<const void*>(data), count, width, stride, quant);
}
VTC_INLINE rows view(const std::uint8_t* data, index_t count, index_t width, affine quant, std::ptrdiff_t stride = 0) noexcept {
  return view(element::u8, static_cast<const void*>(data), count, width, stride, quant);
}

// The first reason why no call could read these rows.
VTC_INLINE status check(const rows& x) noexcept {
  if (x.data == nullptr) return status::null_rows;
  if (!is_known(x.type)) return status::unknown_element;
  if (x.count <= 0 || x.width <= 0) return status::bad_shape;
  const auto row_bytes = static_cast<std::ptrdiff_t>(size_of(x.type)) * x.width;
  if (x.stride < row_bytes) return status::bad_shape;
  if (x.count > 1 && x.stride > (PTRDIFF_MAX - row_bytes) / (x.count - 1)) return status::bad_shape;
  return status::ok;
}

// One value, for code that is not in a hurry: own policies, tests of a host.
VTC_INLINE float load(const rows& x, index_t r, index_t c) noexcept {
  const auto* p = static_cast<const std::byte*>(x.row(r)) + static_cast<std::ptrdiff_t>(size_of(x.type)) * c;
  std::uint16_t h = 0;
  float v = 0;
  switch (x.type) {
    case element::f32: std::memcpy(&v, p, 4); return v;
    case element::f16: std::memcpy(&h, p, 2); return float_from_half(h);
    case element::bf16: std::memcpy(&h, p, 2); return float_from_bfloat16(h);
    case element::i8: return x.scale(r) * static_cast<float>(static_cast<std::int8_t>(*p) - x.quant.zero_point);
    case element::u8: return x.scale(r) * static_cast<float>(static_cast<std::uint8_t>(*p) - x.quant.zero_point);
    case element::i32: break;
  }
  return 0;
}

}  // namespace v0_1
}  // namespace vtc
