// The view over a real cv::Mat.
#if defined(VTC_HAS_OPENCV)
#include <opencv2/core/mat.hpp>

#include "host/expect_view.hpp"
#include "vtc/host/opencv.hpp"

using vtc::status;

TEST_CASE("opencv: a real cv::Mat, whole, a region of it, transposed, of three dimensions, of float16") {
  cv::Mat m(5, 8, CV_32F);
  for (int r = 0; r < 5; ++r)
    for (int c = 0; c < 8; ++c) m.at<float>(r, c) = static_cast<float>(8 * r + c);
  host_test::check_rows(vtc::host::opencv_rows(m), 5, 8, 8);
  const cv::Mat part = m(cv::Rect(2, 1, 4, 3));
  host_test::check_rows(vtc::host::opencv_rows(part), 3, 4, 8, 10);
  const int sides[] = {1, 5, 8};
  const cv::Mat three(3, sides, CV_32F, m.data);
  host_test::check_rows(vtc::host::opencv_rows(three), 5, 8, 8);
  cv::Mat pairs = m.reshape(2);  // two channels
  host_test::check_rows(vtc::host::mutable_opencv_rows(pairs), 5, 8, 8);
  std::vector<std::uint16_t> codes = host_test::counted_half(40);
  host_test::check_rows(vtc::host::opencv_rows(cv::Mat(5, 8, CV_16F, codes.data())), 5, 8, 8);
  std::vector<std::uint8_t> bytes(40, 3);
  CHECK(vtc::load(vtc::host::opencv_rows(cv::Mat(5, 8, CV_8U, bytes.data()), vtc::affine{0.5f, 1, nullptr}), 4, 7) == 1);
  CHECK(vtc::check(vtc::host::opencv_rows(cv::Mat())) == status::null_rows);
  CHECK(vtc::check(vtc::host::opencv_rows(cv::Mat(5, 8, CV_64F))) == status::unknown_element);
}
#endif
