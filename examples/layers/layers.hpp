// The layers of a small transformer with Eigen: what the example models are made of.
//
// Only the .cpp files of the models include this file. Their public headers are free of Eigen, because code that uses it must be compiled
// with the same instruction set flags everywhere in a program.
#pragma once

#include <Eigen/Core>
#include <string>

#include "files/safetensors.hpp"
#include "layers/matrix.hpp"

namespace layers {

using dense = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;  // one token per row
using row_vector = Eigen::Matrix<float, 1, Eigen::Dynamic>;
using rows = Eigen::Ref<const dense, 0, Eigen::OuterStride<>>;  // a dense matrix, or some columns of one

// y = x W^T + b
struct linear {
  dense weight;  // [out, in]
  row_vector bias;

  linear(const files::safetensors& weights, const std::string& name, int in, int out);
  dense operator()(const rows& x) const;
};

struct layer_norm {
  row_vector weight, bias;
  float epsilon;

  layer_norm(const files::safetensors& weights, const std::string& name, int width, float eps = 1e-5f);
  dense operator()(const rows& x) const;
};

dense to_dense(const matrix& x);
matrix to_matrix(const rows& x);

dense load_matrix(const files::safetensors& weights, const std::string& name, int height, int width);

void gelu(dense& x);  // x * Phi(x), by erf
void silu(dense& x);  // x * sigmoid(x)

// Queries, keys and values, all heads side by side: the three parts of one product.
struct projections {
  dense queries, keys, values;
};
projections split(const dense& product);

// softmax(q k^T / sqrt(width of a head) + added) v, head by head.
// `added` is [queries, keys], or [1, keys] for the same in every query row, or empty. Where `weights` is given, it becomes
// [heads * queries, keys], the attention after the softmax.
dense attention(const rows& queries, const rows& keys, const rows& values, int heads, const dense& added, dense* weights = nullptr);

}  // namespace layers
