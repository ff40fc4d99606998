#include "vtc/host/executorch.hpp"

#include "host/expect_view.hpp"
#include "host/mock/executorch.hpp"

using mock_executorch::ScalarType;
using vtc::status;

TEST_CASE("executorch: elements and strides, with and without a device") {
  std::vector<float> x = host_test::counted(60);
  mock_executorch::Tensor t{{ScalarType::Float, {1, 5, 8}, {40, 8, 1}, x.data()}, {true}};
  host_test::check_rows(vtc::host::executorch_rows(t), 5, 8, 8);
  host_test::check_rows(vtc::host::mutable_executorch_rows(t), 5, 8, 8);
  host_test::check_rows(vtc::host::executorch_rows(mock_executorch::OldTensor{ScalarType::Float, {5, 6}, {8, 1}, x.data()}), 5, 6, 8);
  std::vector<std::uint16_t> f16 = host_test::counted_half(40), bf16 = host_test::counted_bfloat16(40);
  host_test::check_rows(vtc::host::executorch_rows(mock_executorch::OldTensor{ScalarType::Half, {5, 8}, {8, 1}, f16.data()}), 5, 8, 8);
  host_test::check_rows(vtc::host::executorch_rows(mock_executorch::OldTensor{ScalarType::BFloat16, {5, 8}, {8, 1}, bf16.data()}), 5, 8, 8);
  t.where.cpu = false;
  CHECK(vtc::check(vtc::host::executorch_rows(t)) == status::null_rows);
  CHECK(vtc::check(vtc::host::executorch_rows(mock_executorch::OldTensor{ScalarType::Float, {5, 8}, {1, 5}, x.data()})) ==
        status::bad_shape);
  CHECK(vtc::check(vtc::host::executorch_rows(mock_executorch::OldTensor{ScalarType::Double, {5, 4}, {4, 1}, x.data()})) ==
        status::unknown_element);
  const mock_executorch::OldTensor weights{ScalarType::Float, {1, 3, 4, 5}, {60, 20, 5, 1}, x.data()};
  CHECK(vtc::check(vtc::host::executorch_attention(weights), 5) == status::ok);
  const mock_executorch::OldTensor q{ScalarType::Float, {1, 5, 2, 3}, {30, 6, 3, 1}, x.data()},
      turned{ScalarType::Float, {1, 5, 2, 3}, {30, 3, 15, 1}, x.data()};
  CHECK(vtc::check(vtc::host::executorch_projections(q, q), 5) == status::ok);
  CHECK(vtc::check(vtc::host::executorch_projections(turned, turned), 5) != status::ok);
}
