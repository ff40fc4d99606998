#include "mini_vlm/model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "layers/layers.hpp"

namespace mini_vlm {
namespace {

using layers::dense;
using layers::row_vector;
using layers::to_dense;
using layers::to_matrix;

constexpr int encoder_blocks = 4, decoder_blocks = 3, decoder_heads = 4, decoder_head_width = language_width / decoder_heads;
constexpr int question_length = 2, question_position = token_count;  // the question stays at 196 and 197, however many tokens are left

struct block {
  layers::layer_norm norm1, norm2;
  layers::linear qkv, out, fc1, fc2;

  block(const files::safetensors& w, const std::string& name, int width)
      : norm1(w, name + ".norm1", width),
        norm2(w, name + ".norm2", width),
        qkv(w, name + ".attention.qkv", width, 3 * width),
        out(w, name + ".attention.out", width, width),
        fc1(w, name + ".mlp.fc1", width, 4 * width),
        fc2(w, name + ".mlp.fc2", 4 * width, width) {}

  void finish(dense& x, const dense& attended) const {
    x += out(attended);
    dense hidden = fc1(norm2(x));
    layers::gelu(hidden);
    x += fc2(hidden);
  }
};

std::vector<block> load_blocks(const files::safetensors& w, const std::string& name, int count, int width) {
  std::vector<block> blocks;
  for (int b = 0; b < count; ++b) blocks.emplace_back(w, name + std::to_string(b), width);
  return blocks;
}

row_vector load_class_token(const files::safetensors& w) {
  const std::vector<float> values = w.floats("encoder.class_token", {1, 1, token_width});
  return Eigen::Map<const row_vector>(values.data(), token_width);
}
dense load_positions(const files::safetensors& w) {
  const std::vector<float> values = w.floats("encoder.position", {1, token_count + 1, token_width});
  return Eigen::Map<const dense>(values.data(), token_count + 1, token_width);
}

dense cut_into_patches(const std::uint8_t* picture) {
  dense patches(token_count, patch_side * patch_side);
  for (int y = 0; y < picture_side; ++y)
    for (int x = 0; x < picture_side; ++x) {
      const int patch = y / patch_side * grid_side + x / patch_side, pixel = y % patch_side * patch_side + x % patch_side;
      patches(patch, pixel) = (static_cast<float>(picture[y * picture_side + x]) / 255.0f - 0.2f) / 0.35f;
    }
  return patches;
}

// Turns the halves of every head by angles that grow with the position.
void rotate(dense& x, const std::vector<std::int32_t>& positions) {
  constexpr int half = decoder_head_width / 2;
  row_vector frequency(half);
  for (int i = 0; i < half; ++i) frequency(i) = std::pow(100.0f, -static_cast<float>(i) / half);
  for (Eigen::Index r = 0; r < x.rows(); ++r) {
    const row_vector angle = frequency * static_cast<float>(positions[static_cast<std::size_t>(r)]);
    const row_vector c = angle.array().cos(), s = angle.array().sin();
    for (int head = 0; head < decoder_heads; ++head) {
      auto a = x.row(r).segment(head * decoder_head_width, half), b = x.row(r).segment(head * decoder_head_width + half, half);
      const row_vector turned = a.cwiseProduct(c) - b.cwiseProduct(s);
      b = (a.cwiseProduct(s) + b.cwiseProduct(c)).eval();
      a = turned;
    }
  }
}

constexpr float hidden = -std::numeric_limits<float>::infinity();

dense causal_mask(Eigen::Index n) {
  dense mask = dense::Constant(n, n, hidden);
  mask.triangularView<Eigen::Lower>().setZero();
  return mask;
}

// Questions that share a prefix: each sees the prefix and itself, none sees another.
dense question_mask(Eigen::Index prefix_length, int questions) {
  dense mask = dense::Constant(question_length * questions, prefix_length + question_length * questions, hidden);
  mask.leftCols(prefix_length).setZero();
  for (int q = 0; q < questions; ++q)
    mask.block(question_length * q, prefix_length + question_length * q, question_length, question_length) = causal_mask(question_length);
  return mask;
}

dense stacked(const matrix& above, const dense& below) {
  dense both(above.height + below.rows(), below.cols());
  both << Eigen::Map<const dense>(above.values.data(), above.height, above.width), below;
  return both;
}

}  // namespace

struct model::parts {
  explicit parts(const files::safetensors& w)
      : class_token(load_class_token(w)),
        positions(load_positions(w)),
        patch(w, "encoder.patch", patch_side * patch_side, token_width),
        encoder(load_blocks(w, "encoder.block.", encoder_blocks, token_width)),
        encoder_norm(w, "encoder.norm", token_width),
        fc1(w, "projector.fc1", token_width, 2 * language_width),
        fc2(w, "projector.fc2", 2 * language_width, language_width),
        embedding(layers::load_matrix(w, "decoder.embedding.weight", vocabulary, language_width)),
        decoder(load_blocks(w, "decoder.block.", decoder_blocks, language_width)),
        decoder_norm(w, "decoder.norm", language_width),
        head(w, "decoder.head", language_width, answer_count) {}

  row_vector class_token;
  dense positions;
  layers::linear patch;
  std::vector<block> encoder;
  layers::layer_norm encoder_norm;
  layers::linear fc1, fc2;
  dense embedding;
  std::vector<block> decoder;
  layers::layer_norm decoder_norm;
  layers::linear head;
};

model::model(const std::string& safetensors_path) : parts_(std::make_unique<parts>(files::safetensors(safetensors_path))) {}
model::~model() = default;

visual model::encode(const std::uint8_t* picture) const {
  dense x(token_count + 1, token_width);
  x << parts_->class_token, parts_->patch(cut_into_patches(picture));
  x += parts_->positions;
  visual seen;
  for (const block& b : parts_->encoder) {
    const layers::projections p = layers::split(b.qkv(b.norm1(x)));
    const bool last = &b == &parts_->encoder.back();
    dense weights;
    b.finish(x, layers::attention(p.queries, p.keys, p.values, encoder_heads, {}, last ? &weights : nullptr));
    if (!last) continue;
    const dense keys = p.keys.bottomRows(token_count);
    dense mean = dense::Zero(token_count, head_width);
    for (int head = 0; head < encoder_heads; ++head) mean += keys.middleCols(head * head_width, head_width);
    mean /= static_cast<float>(encoder_heads);
    seen.queries = to_matrix(p.queries.bottomRows(token_count));
    seen.keys = to_matrix(keys);
    seen.keys_mean = to_matrix(mean);
    seen.attention = to_matrix(weights);
    seen.class_attention.assign(token_count, 0.0f);
    for (int head = 0; head < encoder_heads; ++head)
      for (int i = 0; i < token_count; ++i)
        seen.class_attention[static_cast<std::size_t>(i)] += weights(head * (token_count + 1), 1 + i) / encoder_heads;
  }
  seen.tokens = to_matrix(parts_->encoder_norm(x).bottomRows(token_count));
  return seen;
}

matrix model::project(const matrix& tokens) const {
  dense x = parts_->fc1(to_dense(tokens));
  layers::gelu(x);
  return to_matrix(parts_->fc2(x));
}

prefix model::read(const matrix& projected, const std::vector<std::int32_t>& positions) const {
  dense x = to_dense(projected);
  const dense mask = causal_mask(x.rows());
  prefix seen;
  for (const block& b : parts_->decoder) {
    layers::projections p = layers::split(b.qkv(b.norm1(x)));
    rotate(p.queries, positions);
    rotate(p.keys, positions);
    seen.keys.push_back(to_matrix(p.keys));
    seen.values.push_back(to_matrix(p.values));
    if (&b == &parts_->decoder.back()) break;  // nothing reads what the last block would make of the visual tokens
    b.finish(x, layers::attention(p.queries, p.keys, p.values, decoder_heads, mask));
  }
  return seen;
}

matrix model::answer(const prefix& seen, const question* asked, int count) const {
  dense x(question_length * count, language_width);
  std::vector<std::int32_t> positions;
  for (int q = 0; q < count; ++q) {
    x.row(question_length * q) = parts_->embedding.row(asked[q].type);
    x.row(question_length * q + 1) = parts_->embedding.row(asked[q].argument);
    positions.insert(positions.end(), {question_position, question_position + 1});
  }
  const dense mask = question_mask(seen.keys[0].height, count);
  for (std::size_t i = 0; i < parts_->decoder.size(); ++i) {
    const block& b = parts_->decoder[i];
    layers::projections p = layers::split(b.qkv(b.norm1(x)));
    rotate(p.queries, positions);
    rotate(p.keys, positions);
    const dense keys = stacked(seen.keys[i], p.keys), values = stacked(seen.values[i], p.values);
    b.finish(x, layers::attention(p.queries, keys, values, decoder_heads, mask));
  }
  dense last(count, language_width);  // the answer is read at the argument token
  for (int q = 0; q < count; ++q) last.row(q) = x.row(question_length * q + 1);
  return to_matrix(parts_->head(parts_->decoder_norm(last)));
}

matrix model::embed(const question& asked) const {
  dense x(question_length, language_width);
  x << parts_->embedding.row(asked.type), parts_->embedding.row(asked.argument);
  return to_matrix(x);
}

int best_answer(const matrix& logits, int row) {
  const float* first = logits.row(row);
  return static_cast<int>(std::max_element(first, first + logits.width) - first);
}

}  // namespace mini_vlm
