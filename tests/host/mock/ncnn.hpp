// ncnn::Mat by its documented layout, as far as it is read: before 2026, and with the batch that came then.
#pragma once

#include <cstddef>

namespace mock_ncnn {

struct Mat {
  void* data;
  std::size_t elemsize;
  int elempack, dims, w, h, d, c;
  std::size_t cstep;  // elements
};
struct BatchMat : Mat {
  int n;
  std::size_t nstep;  // elements
};

}  // namespace mock_ncnn
