// Everything that a host hands over for one picture of a model: what all methods together need.
#pragma once

#include "vtc/inputs.hpp"
#include "workload/model_shapes.hpp"
#include "workload/tensor.hpp"

namespace workload {

class scene {
 public:
  static constexpr vtc::index_t text_rows = 16, text_width = 768;

  // metric_width 0: similarity is measured on the tokens themselves.
  scene(const model_shape& shape, vtc::index_t metric_width, vtc::element type)
      : shape_(shape),
        where_(shape.where()),
        tokens(converted(features(shape.rows(), shape.width, 1), type)),
        metric(metric_width > 0 ? converted(features(shape.rows(), metric_width, 2), type) : tokens),
        aligned(converted(features(shape.rows(), text_width, 3), type)),
        text(converted(features(text_rows, text_width, 4), type)),
        class_attention(attention(shape.heads, shape.rows(), 5)),
        scores(attention(1, shape.rows(), 6)) {}

  const model_shape& shape() const { return shape_; }
  vtc::inputs inputs() const {
    vtc::inputs in{};
    in.where = where_;
    in.tokens = tokens.read();
    in.metric = metric.read();
    in.aligned = aligned.read();
    in.text = text.read();
    in.scores = scores.floats();
    const std::ptrdiff_t row = class_attention.view().stride;
    in.attention = vtc::attention_weights{class_attention.view().data, vtc::element::f32, shape_.heads, 1, shape_.rows(), row, row, 0};
    return in;
  }

 private:
  model_shape shape_;
  vtc::layout_builder<8> where_;

 public:
  tensor tokens, metric, aligned, text, class_attention, scores;
};

}  // namespace workload
