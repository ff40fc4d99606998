// Rows as Eigen sees them: a map for f32, a map cast to float for the other elements.
#pragma once

#include <Eigen/Core>

#include "vtc/view/rows.hpp"

namespace plain_eigen {

using vtc::index_t;
using matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using vector = Eigen::VectorXf;

template <class T>
using map_of = Eigen::Map<const Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>, 0, Eigen::OuterStride<>>;

template <class T>
map_of<T> map(const vtc::rows& x) {
  return map_of<T>(static_cast<const T*>(x.data), x.count, x.width, Eigen::OuterStride<>(x.stride / static_cast<std::ptrdiff_t>(sizeof(T))));
}
inline Eigen::Map<matrix> map(const vtc::mutable_rows& x) { return Eigen::Map<matrix>(static_cast<float*>(x.data), x.count, x.width); }

template <class Body>
void with_floats(const vtc::rows& x, const Body& body) {
  switch (x.type) {
    case vtc::element::f32: return body(map<float>(x));
    case vtc::element::f16: return body(matrix(map<Eigen::half>(x).template cast<float>()));
    case vtc::element::bf16: return body(matrix(map<Eigen::bfloat16>(x).template cast<float>()));
    case vtc::element::i8: return body(matrix(map<std::int8_t>(x).template cast<float>() * x.quant.scale));
    case vtc::element::u8:
    case vtc::element::i32: return;
  }
}

}  // namespace plain_eigen
