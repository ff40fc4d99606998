#include "layers/layers.hpp"

#include <cmath>
#include <unsupported/Eigen/SpecialFunctions>

namespace layers {

dense to_dense(const matrix& x) { return Eigen::Map<const dense>(x.values.data(), x.height, x.width); }

matrix to_matrix(const rows& x) {
  matrix out(static_cast<int>(x.rows()), static_cast<int>(x.cols()));
  Eigen::Map<dense>(out.values.data(), x.rows(), x.cols()) = x;
  return out;
}

dense load_matrix(const files::safetensors& weights, const std::string& name, int height, int width) {
  const std::vector<float> values = weights.floats(name, {height, width});
  return Eigen::Map<const dense>(values.data(), height, width);
}

namespace {

row_vector load_vector(const files::safetensors& weights, const std::string& name, int width) {
  const std::vector<float> values = weights.floats(name, {width});
  return Eigen::Map<const row_vector>(values.data(), width);
}

}  // namespace

linear::linear(const files::safetensors& weights, const std::string& name, int in, int out)
    : weight(load_matrix(weights, name + ".weight", out, in)), bias(load_vector(weights, name + ".bias", out)) {}

dense linear::operator()(const rows& x) const {
  dense y(x.rows(), weight.rows());
  y.noalias() = x * weight.transpose();
  y.rowwise() += bias;
  return y;
}

layer_norm::layer_norm(const files::safetensors& weights, const std::string& name, int width, float eps)
    : weight(load_vector(weights, name + ".weight", width)), bias(load_vector(weights, name + ".bias", width)), epsilon(eps) {}

dense layer_norm::operator()(const rows& x) const {
  dense y = x.colwise() - x.rowwise().mean();
  for (Eigen::Index r = 0; r < y.rows(); ++r) {
    const float variance = y.row(r).squaredNorm() / static_cast<float>(y.cols());
    y.row(r).array() *= weight.array() / std::sqrt(variance + epsilon);
    y.row(r) += bias;
  }
  return y;
}

void gelu(dense& x) {
  constexpr float one_over_sqrt_2 = 0.70710678f;
  x.array() *= 0.5f * (1.0f + (x.array() * one_over_sqrt_2).erf());
}

void silu(dense& x) { x.array() /= 1.0f + (-x.array()).exp(); }

projections split(const dense& product) {
  const Eigen::Index width = product.cols() / 3;
  return {product.leftCols(width), product.middleCols(width, width), product.rightCols(width)};
}

dense attention(const rows& queries, const rows& keys, const rows& values, int heads, const dense& added, dense* weights) {
  const Eigen::Index width = queries.cols() / heads, n = queries.rows();
  const float scale = 1.0f / std::sqrt(static_cast<float>(width));
  // The least that a score may lie below the best one of its row: a hidden key then weighs e^-60, which no float sum can notice, and not a
  // denormal number, which would slow every product.
  constexpr float floor = -60;
  dense out(n, queries.cols()), scores(n, keys.rows());
  if (weights != nullptr) weights->resize(heads * n, keys.rows());
  for (int head = 0; head < heads; ++head) {
    const Eigen::Index first = head * width;
    scores.noalias() = (queries.middleCols(first, width) * scale) * keys.middleCols(first, width).transpose();
    if (added.rows() == 1) scores.rowwise() += added.row(0);
    if (added.rows() > 1) scores += added;
    for (Eigen::Index r = 0; r < n; ++r) {
      auto row = scores.row(r).array();
      const float best = row.maxCoeff();
      row = (row - best).max(floor).exp();
      row *= 1.0f / row.sum();
    }
    if (weights != nullptr) weights->middleRows(head * n, n) = scores;
    out.middleCols(first, width).noalias() = scores * values.middleCols(first, width);
  }
  return out;
}

}  // namespace layers
