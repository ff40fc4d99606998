#include "vtc/host/openvino.hpp"

#include "host/expect_view.hpp"
#include "host/mock/openvino.hpp"

using mock_ov::Tensor;
using vtc::status;

TEST_CASE("openvino: [1, rows, width] in every element, at byte strides") {
  std::vector<float> f32 = host_test::counted(40);
  Tensor whole("f32", {1, 5, 8}, f32.data(), {160, 32, 4}), part("f32", {1, 5, 4}, f32.data() + 2, {160, 32, 4});
  host_test::check_rows(vtc::host::openvino_rows(whole), 5, 8, 8);
  host_test::check_rows(vtc::host::openvino_rows(part), 5, 4, 8, 2);  // a region of interest
  host_test::check_rows(vtc::host::mutable_openvino_rows(part), 5, 4, 8, 2);
  std::vector<std::uint16_t> f16 = host_test::counted_half(40), bf16 = host_test::counted_bfloat16(40);
  host_test::check_rows(vtc::host::openvino_rows(Tensor("f16", {5, 8}, f16.data(), {16, 2})), 5, 8, 8);
  host_test::check_rows(vtc::host::openvino_rows(Tensor("bf16", {5, 8}, bf16.data(), {16, 2})), 5, 8, 8);
  std::vector<std::uint8_t> u8(40);
  std::iota(u8.begin(), u8.end(), std::uint8_t{0});
  host_test::check_rows(vtc::host::openvino_rows(Tensor("u8", {5, 8}, u8.data(), {8, 1})), 5, 8, 8);
}

TEST_CASE("openvino: channels first and other elements are refused; attention and projections") {
  std::vector<float> x = host_test::counted(60);
  CHECK(vtc::check(vtc::host::openvino_rows(Tensor("f32", {1, 5, 8}, x.data(), {160, 4, 20}))) == status::bad_shape);
  CHECK(vtc::check(vtc::host::openvino_rows(Tensor("u4", {1, 5, 8}, x.data(), {}))) == status::unknown_element);
  CHECK(vtc::check(vtc::host::openvino_rows(Tensor("f64", {1, 5, 4}, x.data(), {160, 32, 8}))) == status::unknown_element);
  const vtc::attention_weights a = vtc::host::openvino_attention(Tensor("f32", {1, 3, 4, 5}, x.data(), {240, 80, 20, 4}), 0);
  CHECK((a.heads == 3 && a.queries == 4 && a.keys == 5 && vtc::check(a, 5) == status::ok));
  const Tensor q("f32", {1, 5, 2, 3}, x.data(), {120, 24, 12, 4});
  CHECK(vtc::check(vtc::host::openvino_projections(q, q), 5) == status::ok);
}
