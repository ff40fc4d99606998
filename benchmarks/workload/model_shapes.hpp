// The shapes that real models hand to a compressor: rows, widths, grids and heads.
#pragma once

#include <string>

#include "vtc/view/layout.hpp"

namespace workload {

struct model_shape {
  const char* model;
  vtc::index_t width;                   // of a token
  vtc::index_t class_rows;              // in front of the grids
  vtc::index_t grids, height, columns;  // tiles are grids one after the other
  vtc::index_t heads, head_width;       // keys averaged over the heads are head_width wide
  bool quick;                           // measured with --quick too

  vtc::index_t cells() const { return grids * height * columns; }
  vtc::index_t rows() const { return class_rows + cells(); }
  std::string text() const { return std::to_string(rows()) + "x" + std::to_string(width); }
  vtc::layout_builder<8> where() const {
    vtc::layout_builder<8> builder;
    builder.extra(class_rows);
    for (vtc::index_t g = 0; g < grids; ++g) builder.grid(height, columns);
    return builder;
  }
};

inline constexpr model_shape llava_1_5{"LLaVA-1.5", 1024, 1, 1, 24, 24, 16, 64, true};
inline constexpr model_shape siglip{"SigLIP", 1152, 0, 1, 27, 27, 16, 72, false};
inline constexpr model_shape qwen_small{"Qwen3-VL-2B", 2048, 0, 1, 16, 16, 16, 64, false};
inline constexpr model_shape qwen_middle{"Qwen3-VL-2B", 2048, 0, 1, 32, 32, 16, 64, true};
inline constexpr model_shape qwen_large{"Qwen3-VL-2B", 2048, 0, 1, 64, 64, 16, 64, false};
inline constexpr model_shape llava_next{"LLaVA-NeXT", 1024, 0, 5, 24, 24, 16, 64, false};
inline constexpr model_shape internvl{"InternVL", 4096, 0, 1, 16, 16, 16, 64, false};
inline constexpr model_shape cogvlm{"CogVLM", 1792, 0, 1, 35, 35, 16, 112, false};
inline constexpr model_shape lingbot{"LingBot-Vision", 1024, 0, 1, 32, 32, 16, 64, false};

inline constexpr model_shape model_shapes[] = {llava_1_5, siglip, qwen_small, qwen_middle, qwen_large, llava_next, internvl, cogvlm, lingbot};
inline constexpr vtc::index_t deepstack_levels = 3;  // of Qwen3-VL: as many further tensors under the same plan

}  // namespace workload
