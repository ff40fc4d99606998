#include "text_reader/reader.hpp"

#include <algorithm>
#include <cmath>

#include "files/file.hpp"
#include "layers/layers.hpp"
#include "text_reader/lines.hpp"

namespace text_reader {
namespace {

using layers::dense;

constexpr int block_count = 2, hidden_width = 240, blank = 0;

struct block {
  layers::layer_norm norm1, norm2;
  layers::linear qkv, out, up, down;

  block(const files::safetensors& w, const std::string& name)
      : norm1(w, name + ".norm1", token_width),
        norm2(w, name + ".norm2", token_width),
        qkv(w, name + ".qkv", token_width, 3 * token_width),
        out(w, name + ".out", token_width, token_width),
        up(w, name + ".up", token_width, hidden_width),
        down(w, name + ".down", hidden_width, token_width) {}

  layers::projections project(const dense& x) const { return layers::split(qkv(norm1(x))); }

  void apply(dense& x, const dense& log_sizes) const {
    const layers::projections p = project(x);
    x += out(layers::attention(p.queries, p.keys, p.values, heads, log_sizes));
    dense hidden = up(norm2(x));
    layers::silu(hidden);
    x += down(hidden);
  }
};

std::vector<std::string> read_characters(const std::string& path) {
  std::vector<std::string> characters = read_text_lines(path);
  if (static_cast<int>(characters.size()) != class_count)
    throw files::error(files::fault::malformed, path,
                       "holds " + std::to_string(characters.size()) + " characters, not " + std::to_string(class_count));
  return characters;
}

}  // namespace

struct reader::parts {
  parts(const files::safetensors& w, std::vector<std::string> names)
      : blocks{block(w, "block.0"), block(w, "block.1")},
        norm(w, "norm", token_width, 1e-6f),
        head(w, "head", token_width, class_count),
        characters(std::move(names)) {}

  block blocks[block_count];
  layers::layer_norm norm;
  layers::linear head;
  std::vector<std::string> characters;
};

reader::reader(const std::string& safetensors_path, const std::string& characters_path)
    : parts_(std::make_unique<parts>(files::safetensors(safetensors_path), read_characters(characters_path))) {}
reader::~reader() = default;

first_block reader::look(const matrix& tokens) const {
  const layers::projections p = parts_->blocks[0].project(layers::to_dense(tokens));
  dense weights, mean = dense::Zero(tokens.height, head_width);
  layers::attention(p.queries, p.keys, p.values, heads, {}, &weights);
  for (int head = 0; head < heads; ++head) mean += p.keys.middleCols(head * head_width, head_width);
  mean /= static_cast<float>(heads);
  return {layers::to_matrix(p.queries), layers::to_matrix(p.keys), layers::to_matrix(mean), layers::to_matrix(weights)};
}

matrix reader::logits(const matrix& tokens, const matrix& skip, const std::vector<float>& sizes) const {
  dense x = layers::to_dense(tokens), log_sizes;
  if (!sizes.empty()) {
    log_sizes.resize(1, x.rows());
    for (Eigen::Index i = 0; i < x.rows(); ++i) log_sizes(0, i) = std::log(sizes[static_cast<std::size_t>(i)]);
  }
  for (const block& b : parts_->blocks) b.apply(x, log_sizes);
  return layers::to_matrix(parts_->head(parts_->norm(x) + layers::to_dense(skip)));
}

std::string reader::text(const matrix& logits) const {
  std::string out;
  int before = blank;
  for (int t = 0; t < logits.height; ++t) {
    const float* row = logits.row(t);
    const int best = static_cast<int>(std::max_element(row, row + logits.width) - row);
    const std::string& character = parts_->characters[static_cast<std::size_t>(best)];
    if (best != before && best != blank && character != " ") out += character;
    before = best;
  }
  return out;
}

}  // namespace text_reader
