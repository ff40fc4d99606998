#include "vtc/host/onnxruntime.hpp"

#include "host/expect_view.hpp"
#include "host/mock/onnxruntime.hpp"

using mock_ort::Value;
using vtc::status;

TEST_CASE("onnxruntime: dense tensors in every element") {
  std::vector<float> f32 = host_test::counted(40);
  Value v{{mock_ort::float32, {1, 5, 8}}, f32.data()};
  host_test::check_rows(vtc::host::onnxruntime_rows(v), 5, 8, 8);
  host_test::check_rows(vtc::host::mutable_onnxruntime_rows(v), 5, 8, 8);
  std::vector<std::uint16_t> f16 = host_test::counted_half(40), bf16 = host_test::counted_bfloat16(40);
  host_test::check_rows(vtc::host::onnxruntime_rows(Value{{mock_ort::float16, {5, 8}}, f16.data()}), 5, 8, 8);
  host_test::check_rows(vtc::host::onnxruntime_rows(Value{{mock_ort::bfloat16, {1, 1, 5, 8}}, bf16.data()}), 5, 8, 8);
  std::vector<std::int8_t> i8(40);
  std::iota(i8.begin(), i8.end(), std::int8_t{0});
  host_test::check_rows(vtc::host::onnxruntime_rows(Value{{mock_ort::int8, {5, 8}}, i8.data()}), 5, 8, 8);
}

TEST_CASE("onnxruntime: device memory, what is no tensor and other elements are refused; attention and projections") {
  std::vector<float> x = host_test::counted(60);
  Value on_device{{mock_ort::float32, {5, 8}}, x.data(), mock_ort::device::gpu};
  CHECK(vtc::check(vtc::host::onnxruntime_rows(on_device)) == status::null_rows);
  CHECK(vtc::check(vtc::rows(vtc::host::mutable_onnxruntime_rows(on_device))) == status::null_rows);
  CHECK(vtc::check(vtc::host::onnxruntime_rows(Value{{mock_ort::float32, {5, 8}}, x.data(), mock_ort::device::cpu, false})) ==
        status::null_rows);
  CHECK(vtc::check(vtc::host::onnxruntime_rows(Value{{mock_ort::int64, {5, 8}}, x.data()})) == status::unknown_element);
  CHECK(vtc::check(vtc::host::onnxruntime_rows(Value{{mock_ort::float32, {5, 0}}, x.data()})) == status::bad_shape);
  CHECK(vtc::check(vtc::host::onnxruntime_attention(Value{{mock_ort::float32, {1, 3, 4, 5}}, x.data()}), 5) == status::ok);
  const Value q{{mock_ort::float32, {1, 5, 2, 3}}, x.data()};
  const vtc::projection_rows p = vtc::host::onnxruntime_projections(q, q);
  CHECK((p.heads == 2 && vtc::check(p, 5) == status::ok));
}
