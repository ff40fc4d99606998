// Plans applied as one writes it with Eigen: expressions over rows.
#pragma once

#include "baseline/eigen_rows.hpp"

namespace plain_eigen {

template <class T>
void gather_as(const vtc::rows& in, const index_t* source, index_t n, const vtc::mutable_rows& out) {
  using eigen_matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::Map<eigen_matrix>(static_cast<T*>(out.data), n, out.width) = map<T>(in)(Eigen::Map<const Eigen::VectorXi>(source, n), Eigen::all);
}
inline void gather(const vtc::rows& in, const index_t* source, index_t n, const vtc::mutable_rows& out) {
  if (vtc::size_of(in.type) == 4) return gather_as<float>(in, source, n, out);
  if (vtc::size_of(in.type) == 2) return gather_as<Eigen::half>(in, source, n, out);
  gather_as<std::int8_t>(in, source, n, out);
}

// Body gives a row of the result from four rows of the input.
template <class T, class Body>
void each_block(const vtc::rows& in, index_t first, index_t height, index_t columns, const vtc::mutable_rows& out, const Body& body) {
  const map_of<T> x = map<T>(in);
  Eigen::Map<matrix> y = map(out);
  index_t s = 0;
  for (index_t i = 0; i + 2 <= height; i += 2)
    for (index_t j = 0; j + 2 <= columns; j += 2) {
      const index_t r = first + i * columns + j;
      y.row(s++) = body(x.row(r).template cast<float>(), x.row(r + 1).template cast<float>(), x.row(r + columns).template cast<float>(),
                        x.row(r + columns + 1).template cast<float>());
    }
}
template <class Body>
void each_block(const vtc::rows& in, index_t first, index_t height, index_t columns, const vtc::mutable_rows& out, const Body& body) {
  if (in.type == vtc::element::f32) return each_block<float>(in, first, height, columns, out, body);
  if (in.type == vtc::element::f16) return each_block<Eigen::half>(in, first, height, columns, out, body);
  if (in.type == vtc::element::bf16) return each_block<Eigen::bfloat16>(in, first, height, columns, out, body);
  each_block<std::int8_t>(in, first, height, columns, out, [&](const auto&... row) { return (body(row...) * in.quant.scale).eval(); });
}

inline void pool(const vtc::rows& in, index_t first, index_t height, index_t columns, const vtc::mutable_rows& out) {
  each_block(in, first, height, columns, out, [](const auto& a, const auto& b, const auto& c, const auto& d) { return ((a + b + c + d) * 0.25f).eval(); });
}
inline void pool_maximum(const vtc::rows& in, index_t first, index_t height, index_t columns, const vtc::mutable_rows& out) {
  each_block(in, first, height, columns, out,
             [](const auto& a, const auto& b, const auto& c, const auto& d) { return a.cwiseMax(b).cwiseMax(c.cwiseMax(d)).eval(); });
}

template <class T>
void weighted_rows_as(const vtc::rows& in, index_t slots, const index_t* begin, const index_t* source, const float* weight, const vtc::mutable_rows& out) {
  const map_of<T> x = map<T>(in);
  Eigen::Map<matrix> y = map(out);
  for (index_t s = 0; s < slots; ++s) {
    y.row(s).setZero();
    for (index_t e = begin[s]; e < begin[s + 1]; ++e) y.row(s) += x.row(source[e]).template cast<float>() * (weight != nullptr ? weight[e] : 1.0f);
    if (weight == nullptr) y.row(s) /= static_cast<float>(begin[s + 1] - begin[s]);
  }
}
inline void weighted_rows(const vtc::rows& in, index_t slots, const index_t* begin, const index_t* source, const float* weight, const vtc::mutable_rows& out) {
  if (in.type == vtc::element::f32) return weighted_rows_as<float>(in, slots, begin, source, weight, out);
  if (in.type == vtc::element::f16) return weighted_rows_as<Eigen::half>(in, slots, begin, source, weight, out);
}

// 2 x 2 blocks side by side.
template <class T>
void shuffle_as(const vtc::rows& in, index_t first, index_t height, index_t columns, const vtc::mutable_rows& out) {
  using eigen_matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const map_of<T> x = map<T>(in);
  Eigen::Map<eigen_matrix> y(static_cast<T*>(out.data), out.count, out.width);
  index_t s = 0;
  for (index_t i = 0; i + 2 <= height; i += 2)
    for (index_t j = 0; j + 2 <= columns; j += 2, ++s)
      for (index_t k = 0; k < 4; ++k) y.row(s).segment(k * in.width, in.width) = x.row(first + (i + k / 2) * columns + j + k % 2);
}
inline void shuffle(const vtc::rows& in, index_t first, index_t height, index_t columns, const vtc::mutable_rows& out) {
  if (vtc::size_of(in.type) == 4) return shuffle_as<float>(in, first, height, columns, out);
  shuffle_as<Eigen::half>(in, first, height, columns, out);
}

}  // namespace plain_eigen
