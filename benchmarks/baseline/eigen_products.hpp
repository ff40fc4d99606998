// Similarity as one writes it with Eigen: one product, then operations on rows and columns.
#pragma once

#include "baseline/eigen_rows.hpp"

namespace plain_eigen {

inline void squared_norms(const vtc::rows& x, float* out) {
  with_floats(x, [&](const auto& a) { Eigen::Map<vector>(out, x.count) = a.rowwise().squaredNorm(); });
}

// For every left row the right row with the largest cosine; ranks as product * inverse length.
inline void best_match(const vtc::rows& left, const vtc::rows& right, const float* right_norm, bool other, index_t* best) {
  with_floats(left, [&](const auto& a) {
    with_floats(right, [&](const auto& b) {
      const Eigen::ArrayXf inverse = Eigen::Map<const Eigen::ArrayXf>(right_norm, right.count).rsqrt();
      matrix product(left.count, right.count);
      product.noalias() = a * b.transpose();
      if (other) product.diagonal().setConstant(-1e30f);
      for (index_t i = 0; i < left.count; ++i) {
        Eigen::Index at = 0;
        (product.row(i).array() * inverse.transpose()).maxCoeff(&at);
        best[i] = static_cast<index_t>(at);
      }
    });
  });
}

inline matrix cosines(const vtc::rows& x, const vtc::rows& picked) {
  matrix all;
  with_floats(x, [&](const auto& a) {
    with_floats(picked, [&](const auto& b) {
      const matrix left = a.rowwise().normalized(), right = b.rowwise().normalized();
      all.noalias() = left * right.transpose();
    });
  });
  return all;
}

// The mean cosine of every row with the rows of a text.
inline vector query_similarity(const vtc::rows& aligned, const vtc::rows& text) { return cosines(aligned, text).rowwise().mean(); }

inline void mean_rows(const vtc::rows& x, float* out) {
  with_floats(x, [&](const auto& a) { Eigen::Map<Eigen::RowVectorXf>(out, x.width) = a.colwise().mean(); });
}

// Column means of softmax(Q K^T scale) over all heads and query rows; one head's matrix at a time.
inline vector received_attention(const vtc::rows& queries, const vtc::rows& keys, index_t heads) {
  const index_t d = keys.width / heads;
  vector score = vector::Zero(keys.count);
  matrix weights(queries.count, keys.count);
  for (index_t h = 0; h < heads; ++h) {
    weights.noalias() = map<float>(queries.columns(h * d, d)) * map<float>(keys.columns(h * d, d)).transpose();
    weights /= std::sqrt(static_cast<float>(d));
    weights.colwise() -= vector(weights.rowwise().maxCoeff());
    weights = weights.array().exp();
    weights.array().colwise() /= weights.rowwise().sum().array().eval();
    score += weights.colwise().sum().transpose();
  }
  return score / static_cast<float>(heads * queries.count);
}

}  // namespace plain_eigen
