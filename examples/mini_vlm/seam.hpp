// The seam: everything a host writes to put vtc between its vision encoder and its projector.
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include "mini_vlm/model.hpp"
#include "vtc/vtc.hpp"

namespace mini_vlm {

inline vtc::rows view(const matrix& m) { return vtc::view(m.values.data(), m.height, m.width); }

// Attention of the last block by head. The class token is query row 0; its column is left out, because it is no visual token any more.
inline vtc::attention_weights attention_of(const visual& seen) {
  constexpr int n = token_count + 1, row_bytes = n * static_cast<int>(sizeof(float));
  return {seen.attention.values.data() + 1, vtc::element::f32, encoder_heads, n, token_count, n * row_bytes, row_bytes, 0};
}

struct seam {
  vtc::workspace memory{};  // both grow to what is needed once and are used again for every picture
  vtc::plan_storage plan{};
  matrix tokens;                        // what is left
  std::vector<std::int32_t> positions;  // and where it stood

  // What this encoder gives to any method. It points into `seen` and `where`.
  static vtc::inputs inputs_of(const visual& seen, const vtc::layout& where) {
    return vtc::give(where, vtc::tokens(view(seen.tokens)), vtc::metric(view(seen.keys_mean)), vtc::attention(attention_of(seen)),
                     vtc::projections({view(seen.queries), view(seen.keys), encoder_heads, 0}), vtc::scores(seen.class_attention.data()));
  }

  template <class Method>
  vtc::status compress(const Method& method, const vtc::inputs& in, int keep) {
    tokens = matrix(keep, token_width);
    vtc::status s = vtc::compress(method, in, vtc::keep(keep), memory, plan, vtc::view(tokens.values.data(), keep, token_width));
    if (s != vtc::status::ok) return s;
    const int left = plan.view().slot_count;
    tokens.values.resize(static_cast<std::size_t>(left) * token_width);
    tokens.height = left;

    std::vector<std::int32_t> raster(token_count);  // the decoder numbers the patches row by row; what is left keeps its number
    std::iota(raster.begin(), raster.end(), 0);
    positions.resize(static_cast<std::size_t>(left));
    return vtc::positions(plan.view(), raster.data(), token_count, 1, vtc::position_rule::keep, 0, {positions.data(), left, 1, left},
                          nullptr);
  }
};

}  // namespace mini_vlm
