#include "vtc/host/dlpack.hpp"

#include "host/expect_view.hpp"

using vtc::status;

namespace {

// DLTensor by its documented layout.
struct tensor {
  void* data;
  struct {
    int device_type, device_id;
  } device;
  std::int32_t ndim;
  struct {
    std::uint8_t code, bits;
    std::uint16_t lanes;
  } dtype;
  std::int64_t *shape, *strides;
  std::uint64_t byte_offset;
};

}  // namespace

TEST_CASE("dlpack: strides or none, byte_offset, elements; devices, lanes and transposed tensors are refused") {
  std::vector<float> x = host_test::counted(64);
  std::int64_t shape[] = {1, 5, 8}, strides[] = {48, 9, 1};
  tensor t{x.data(), {1, 0}, 3, {2, 32, 1}, shape, nullptr, 0};
  host_test::check_rows(vtc::host::dlpack_rows(t), 5, 8, 8);
  t.byte_offset = 12;
  host_test::check_rows(vtc::host::mutable_dlpack_rows(t), 5, 8, 8, 3);
  t.strides = strides;
  host_test::check_rows(vtc::host::dlpack_rows(t), 5, 8, 9, 3);
  t.device.device_type = 2;  // CUDA
  CHECK(vtc::check(vtc::host::dlpack_rows(t)) == status::null_rows);
  t.device.device_type = 3;  // page-locked host memory
  CHECK(vtc::check(vtc::host::dlpack_rows(t)) == status::ok);
  t.dtype.lanes = 4;
  CHECK(vtc::check(vtc::host::dlpack_rows(t)) == status::unknown_element);
  t.dtype = {5, 64, 1};  // complex
  CHECK(vtc::check(vtc::host::dlpack_rows(t)) == status::unknown_element);
  t.dtype = {2, 32, 1};
  std::int64_t transposed[] = {40, 1, 5};
  t.strides = transposed;
  CHECK(vtc::check(vtc::host::dlpack_rows(t)) == status::bad_shape);
  std::vector<std::uint16_t> bf16 = host_test::counted_bfloat16(40);
  tensor b{bf16.data(), {1, 0}, 3, {4, 16, 1}, shape, nullptr, 0};
  host_test::check_rows(vtc::host::dlpack_rows(b), 5, 8, 8);
  std::int64_t four[] = {1, 2, 4, 5}, rows[] = {1, 5, 2, 3};
  tensor a{x.data(), {1, 0}, 4, {2, 32, 1}, four, nullptr, 0}, q{x.data(), {1, 0}, 4, {2, 32, 1}, rows, nullptr, 0};
  CHECK(vtc::check(vtc::host::dlpack_attention(a), 5) == status::ok);
  CHECK(vtc::check(vtc::host::dlpack_projections(q, q), 5) == status::ok);
}
