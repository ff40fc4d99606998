// ggml_tensor by its documented layout, as far as it is read.
#pragma once

#include <cstddef>
#include <cstdint>

enum mock_ggml_type {
  GGML_TYPE_F32 = 0,
  GGML_TYPE_F16 = 1,
  GGML_TYPE_Q8_0 = 8,
  GGML_TYPE_I8 = 24,
  GGML_TYPE_I32 = 26,
  GGML_TYPE_BF16 = 30
};

struct mock_ggml_buffer {
  bool host;
};
inline bool ggml_backend_buffer_is_host(mock_ggml_buffer* b) { return b->host; }

struct ggml_tensor {
  mock_ggml_type type;
  mock_ggml_buffer* buffer;
  std::int64_t ne[4];
  std::size_t nb[4];
  ggml_tensor* view_src;
  void* data;
  char name[64];
};
