#include "vtc/host/opencv.hpp"

#include "host/expect_view.hpp"
#include "host/mock/opencv.hpp"

using vtc::status;

TEST_CASE("opencv: rows at their step, channels side by side, more dimensions as cv::dnn gives them") {
  using namespace mock_cv;
  std::vector<float> x = host_test::counted(64);
  auto* bytes = reinterpret_cast<unsigned char*>(x.data());
  host_test::check_rows(vtc::host::opencv_rows(Mat{bytes, 2, 5, 8, {5, 8}, {32, 4}, CV_32F, 1}), 5, 8, 8);
  host_test::check_rows(vtc::host::opencv_rows(Mat{bytes, 2, 5, 2, {5, 2}, {32, 12}, CV_32F, 3}), 5, 6, 8);  // a part of a wider picture
  host_test::check_rows(vtc::host::opencv_rows(Mat{bytes, 3, -1, -1, {1, 5, 8}, {160, 32, 4}, CV_32F, 1}), 5, 8, 8);
  Mat m{bytes, 2, 5, 8, {5, 8}, {32, 4}, CV_32F, 1};
  host_test::check_rows(vtc::host::mutable_opencv_rows(m), 5, 8, 8);
  std::vector<std::uint16_t> f16 = host_test::counted_half(40);
  host_test::check_rows(vtc::host::opencv_rows(Mat{reinterpret_cast<unsigned char*>(f16.data()), 2, 5, 8, {5, 8}, {16, 2}, CV_16F, 1}), 5,
                        8, 8);
  CHECK(vtc::check(vtc::host::opencv_rows(Mat{bytes, 2, 5, 4, {5, 4}, {32, 8}, CV_64F, 1})) == status::unknown_element);
  CHECK(vtc::check(vtc::host::opencv_rows(Mat{nullptr, 0, 0, 0, {}, {}, CV_32F, 1})) == status::null_rows);
  CHECK(vtc::check(vtc::host::opencv_rows(Mat{bytes, 3, -1, -1, {2, 2, 8}, {80, 32, 4}, CV_32F, 1})) == status::bad_shape);
}
