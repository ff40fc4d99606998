// The structs of RKLLM and RKNN by their documented layout, as far as they are read.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mock_rockchip {

struct RKLLMMultiModelInput {  // up to 1.2
  const char* prompt;
  float* image_embed;
  std::size_t n_image_tokens, n_image, image_width, image_height;
};
struct RKLLMMultiModalInput {  // 1.3
  const char* prompt;
  struct {
    float* image_embed;
    std::size_t n_image_tokens, n_image;
    const char *image_start, *image_end, *image_content;
    std::size_t image_width, image_height;
  } image;
};

enum rknn_format { NCHW = 0, NHWC = 1, NC1HWC2 = 2, UNDEFINED = 3 };
enum rknn_type { FLOAT32 = 0, FLOAT16 = 1, INT8 = 2, UINT8 = 3, INT16 = 4, INT32 = 6, BFLOAT16 = 11 };
enum rknn_quantization { NONE = 0, DFP = 1, AFFINE = 2 };
struct rknn_tensor_attr {
  std::uint32_t index, n_dims, dims[16];
  rknn_format fmt;
  rknn_type type;
  rknn_quantization qnt_type;
  std::int8_t fl;
  std::int32_t zp;
  float scale;
};
struct rknn_output {
  std::uint8_t want_float, is_prealloc;
  std::uint32_t index;
  void* buf;
  std::uint32_t size;
};

}  // namespace mock_rockchip
