// The seam: everything a host writes to compress two tensors with one plan, and to let attention know what a token stands for.
#pragma once

#include <algorithm>
#include <vector>

#include "text_reader/lines.hpp"
#include "text_reader/reader.hpp"
#include "vtc/vtc.hpp"

namespace text_reader {

inline vtc::rows view(const matrix& m) { return vtc::view(m.values.data(), m.height, m.width); }
inline vtc::mutable_rows view(matrix& m) { return vtc::view(m.values.data(), m.height, m.width); }

// What this encoder gives to any method. There is no class token: scores come from the attention of all columns. Columns are 1 x T cells.
inline vtc::inputs inputs_of(const text_line& line, const first_block& seen, const vtc::layout& where) {
  const int n = line.tokens.height;
  const auto row_bytes = static_cast<std::ptrdiff_t>(sizeof(float)) * n;
  const vtc::attention_weights attention{seen.attention.values.data(), vtc::element::f32, heads, n, n, n * row_bytes, row_bytes, vtc::none};
  return vtc::give(where, vtc::tokens(view(line.tokens)), vtc::metric(view(seen.keys_mean)), vtc::attention(attention),
                   vtc::projections({view(seen.queries), view(seen.keys), heads, 0}));
}

struct seam {
  vtc::workspace memory{};
  vtc::plan_storage plan{};
  matrix tokens, skip;
  std::vector<float> sizes;  // columns in each token; empty where they cannot be told apart, because tokens share columns

  template <class Method>
  vtc::status compress(const Method& method, const vtc::inputs& in, const text_line& line, const vtc::budget& budget) {
    if (const vtc::status s = vtc::make_plan(method, in, budget, memory, plan); s != vtc::status::ok) return s;
    const vtc::plan_view p = plan.view();
    tokens = skip = matrix(p.slot_count, token_width);
    if (const vtc::status s = vtc::apply(p, view(line.tokens), view(tokens), p.how); s != vtc::status::ok) return s;
    if (const vtc::status s = vtc::apply(p, view(line.skip), view(skip), p.how); s != vtc::status::ok) return s;
    sizes.resize(static_cast<std::size_t>(p.slot_count));
    if (vtc::sizes(p, nullptr, sizes.data()) != vtc::status::ok) sizes.clear();
    return vtc::status::ok;
  }
};

}  // namespace text_reader
