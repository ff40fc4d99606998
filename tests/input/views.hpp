// Inputs that a test writes down in one line.
#pragma once

#include <vector>

#include "vtc/inputs.hpp"

namespace input {

// Rows as wide as the vector and the layout say.
inline vtc::rows rows_of(const std::vector<float>& x, const vtc::layout& where) {
  return vtc::view(x.data(), where.count, static_cast<vtc::index_t>(x.size()) / where.count);
}

// One query row for each head: [heads][keys]. The class token asked, unless told otherwise.
inline vtc::attention_weights class_rows(const std::vector<float>& w, vtc::index_t heads, vtc::index_t class_row = 0) {
  const auto keys = static_cast<vtc::index_t>(w.size()) / heads;
  return {w.data(), vtc::element::f32, heads, 1, keys, keys * 4, keys * 4, class_row};
}

// [heads][queries][keys].
inline vtc::attention_weights matrix_of_weights(const std::vector<float>& w, vtc::index_t heads, vtc::index_t queries, vtc::index_t class_row = vtc::none) {
  const auto keys = static_cast<vtc::index_t>(w.size()) / heads / queries;
  return {w.data(), vtc::element::f32, heads, queries, keys, static_cast<std::ptrdiff_t>(queries) * keys * 4, keys * 4, class_row};
}

// Inputs with one thing given.
inline vtc::inputs with_layout(const vtc::layout& where) {
  vtc::inputs in{};
  in.where = where;
  return in;
}
inline vtc::inputs with_scores(const vtc::layout& where, const std::vector<float>& scores) {
  vtc::inputs in = with_layout(where);
  in.scores = scores.data();
  return in;
}
inline vtc::inputs with_metric(const vtc::layout& where, const std::vector<float>& metric) {
  vtc::inputs in = with_layout(where);
  in.metric = in.tokens = rows_of(metric, where);
  return in;
}

}  // namespace input
