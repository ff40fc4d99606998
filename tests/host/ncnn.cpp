#include "vtc/host/ncnn.hpp"

#include "host/expect_view.hpp"
#include "host/mock/ncnn.hpp"

using mock_ncnn::Mat;
using vtc::element;
using vtc::status;

TEST_CASE("ncnn: w is the width, h the rows; the element is what the caller says it is") {
  std::vector<float> f32 = host_test::counted(40);
  host_test::check_rows(vtc::host::ncnn_rows(Mat{f32.data(), 4, 1, 2, 8, 5, 1, 1, 40}), 5, 8, 8);
  host_test::check_rows(vtc::host::ncnn_rows(Mat{f32.data(), 4, 1, 1, 40, 1, 1, 1, 40}), 1, 40, 40);
  Mat m{f32.data(), 4, 1, 2, 8, 5, 1, 1, 40};
  host_test::check_rows(vtc::host::mutable_ncnn_rows(m), 5, 8, 8);
  std::vector<std::uint16_t> f16 = host_test::counted_half(40);
  host_test::check_rows(vtc::host::ncnn_rows(Mat{f16.data(), 2, 1, 2, 8, 5, 1, 1, 40}, element::f16), 5, 8, 8);
  CHECK(vtc::check(vtc::host::ncnn_rows(Mat{f16.data(), 2, 1, 2, 8, 5, 1, 1, 40})) == status::unknown_element);  // f32 has 4 bytes
}

TEST_CASE("ncnn: channels with cstep padding are seen where rows stay even, packed elements are refused") {
  std::vector<float> x = host_test::counted(64);
  host_test::check_rows(vtc::host::ncnn_rows(Mat{x.data(), 4, 1, 3, 8, 2, 1, 3, 16}), 6, 8, 8);
  host_test::check_rows(vtc::host::ncnn_rows(Mat{x.data(), 4, 1, 3, 6, 1, 1, 4, 8}), 4, 6, 8);            // one row a channel
  CHECK(vtc::check(vtc::host::ncnn_rows(Mat{x.data(), 4, 1, 3, 6, 2, 1, 3, 16})) == status::bad_shape);   // 12 values, then 4 of padding
  CHECK(vtc::check(vtc::host::ncnn_rows(Mat{x.data(), 16, 4, 2, 8, 2, 1, 1, 16})) == status::bad_shape);  // elempack 4
  const vtc::attention_weights a = vtc::host::ncnn_attention(Mat{x.data(), 4, 1, 3, 5, 4, 1, 3, 20});
  CHECK((a.heads == 3 && a.queries == 4 && a.keys == 5 && vtc::check(a, 5) == status::ok));
  const mock_ncnn::BatchMat two{{x.data(), 4, 1, 2, 8, 2, 1, 1, 16}, 2, 16};
  host_test::check_rows(vtc::host::ncnn_rows(two), 4, 8, 8);
}
