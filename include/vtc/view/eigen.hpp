// Eigen matrices as rows, and f32 rows as Eigen maps: the only header of vtc that includes Eigen, and nothing in vtc includes it.
//
// Inputs: a row-major float matrix, map or block (rows are tokens); or f32 rows whose address and stride are multiples of 4 bytes.
// Gives: view(matrix) borrows the matrix; map(rows) is an unaligned Eigen map over the host's memory, empty (0 x 0) where rows cannot be mapped.
// Order and ties: none. Cost: none. Workspace: none. Errors: none; no owning Eigen type crosses the interface.
#pragma once

#include <Eigen/Core>

#include "vtc/view/rows.hpp"

namespace vtc {
inline namespace v0_1 {

using eigen_matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using eigen_map = Eigen::Map<const eigen_matrix, Eigen::Unaligned, Eigen::OuterStride<>>;
using mutable_eigen_map = Eigen::Map<eigen_matrix, Eigen::Unaligned, Eigen::OuterStride<>>;

namespace detail {
template <class Matrix>
VTC_INLINE std::ptrdiff_t eigen_stride() noexcept {
  static_assert(Matrix::IsRowMajor || Matrix::IsVectorAtCompileTime, "vtc-E1: rows are tokens: pass a row-major matrix");
  static_assert(sizeof(typename Matrix::Scalar) == sizeof(float), "vtc-E2: pass a float matrix");
  return static_cast<std::ptrdiff_t>(sizeof(float));
}
VTC_INLINE bool can_map(const void* data, element type, std::ptrdiff_t stride) noexcept {
  return data != nullptr && type == element::f32 && stride % 4 == 0 && reinterpret_cast<std::uintptr_t>(data) % 4 == 0;
}
}  // namespace detail

template <class Derived>
VTC_INLINE rows view(const Eigen::PlainObjectBase<Derived>& x) noexcept {
  return view(x.data(), static_cast<index_t>(x.rows()), static_cast<index_t>(x.cols()), detail::eigen_stride<Derived>() * x.outerStride());
}
template <class Derived>
VTC_INLINE mutable_rows view(Eigen::PlainObjectBase<Derived>& x) noexcept {
  return view(x.data(), static_cast<index_t>(x.rows()), static_cast<index_t>(x.cols()), detail::eigen_stride<Derived>() * x.outerStride());
}
template <class Plain, int Options, class Stride>
VTC_INLINE rows view(const Eigen::Map<const Plain, Options, Stride>& x) noexcept {
  return view(x.data(), static_cast<index_t>(x.rows()), static_cast<index_t>(x.cols()), detail::eigen_stride<Plain>() * x.outerStride());
}
template <class Plain, int Options, class Stride>
VTC_INLINE mutable_rows view(Eigen::Map<Plain, Options, Stride>& x) noexcept {
  return view(x.data(), static_cast<index_t>(x.rows()), static_cast<index_t>(x.cols()), detail::eigen_stride<Plain>() * x.outerStride());
}

VTC_INLINE eigen_map map(const rows& x) noexcept {
  if (!detail::can_map(x.data, x.type, x.stride)) return eigen_map(nullptr, 0, 0, Eigen::OuterStride<>(1));
  return eigen_map(static_cast<const float*>(x.data), x.count, x.width, Eigen::OuterStride<>(x.stride / 4));
}
VTC_INLINE mutable_eigen_map map(const mutable_rows& x) noexcept {
  if (!detail::can_map(x.data, x.type, x.stride)) return mutable_eigen_map(nullptr, 0, 0, Eigen::OuterStride<>(1));
  return mutable_eigen_map(static_cast<float*>(x.data), x.count, x.width, Eigen::OuterStride<>(x.stride / 4));
}

}  // namespace v0_1
}  // namespace vtc
