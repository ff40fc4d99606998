// cv::Mat by its documented members, as far as they are read.
#pragma once

#include <cstddef>

namespace mock_cv {

enum { CV_8U = 0, CV_8S = 1, CV_16U = 2, CV_32S = 4, CV_32F = 5, CV_64F = 6, CV_16F = 7, CV_16BF = 8 };

struct Mat {
  unsigned char* data;
  int dims, rows, cols;
  int size[4];
  std::size_t step[4];  // bytes
  int depth_, channels_;

  int depth() const { return depth_; }
  int channels() const { return channels_; }
};

}  // namespace mock_cv
