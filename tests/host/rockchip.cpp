#include "host/mock/rockchip.hpp"

#include "host/expect_view.hpp"
#include "vtc/host/rkllm.hpp"
#include "vtc/host/rknn.hpp"

using vtc::status;

TEST_CASE("rkllm: image after image of the caller's own embeddings, in both forms of the struct") {
  std::vector<float> x = host_test::counted(40);
  mock_rockchip::RKLLMMultiModelInput old{};
  old.image_embed = x.data();
  old.n_image = 1;
  old.n_image_tokens = 5;
  host_test::check_rows(vtc::host::rkllm_rows(old, 8), 5, 8, 8);
  mock_rockchip::RKLLMMultiModalInput now{};
  now.image.image_embed = x.data();
  now.image.n_image = 2;
  now.image.n_image_tokens = 5;
  host_test::check_rows(vtc::host::mutable_rkllm_rows(now.image, 4), 10, 4, 4);
  now.image.n_image = 0;
  CHECK(vtc::check(vtc::host::rkllm_rows(now.image, 4)) == status::bad_shape);
  old.image_embed = nullptr;
  CHECK(vtc::check(vtc::host::rkllm_rows(old, 8)) == status::null_rows);
}

TEST_CASE("rknn: float outputs, and quantised ones with their scale; NC1HWC2 is refused") {
  using namespace mock_rockchip;
  std::vector<float> x = host_test::counted(40);
  rknn_tensor_attr about{};
  about.n_dims = 3;
  about.dims[0] = 1;
  about.dims[1] = 5;
  about.dims[2] = 8;
  about.type = INT8;
  about.qnt_type = AFFINE;
  about.zp = -3;
  about.scale = 0.5f;
  rknn_output out{};
  out.want_float = 1;
  out.buf = x.data();
  host_test::check_rows(vtc::host::rknn_rows(about, out), 5, 8, 8);
  std::vector<std::int8_t> i8(40, 1);
  out.want_float = 0;
  out.buf = i8.data();
  CHECK(vtc::load(vtc::host::rknn_rows(about, out), 4, 7) == 2);
  about.qnt_type = DFP;
  about.fl = 3;
  CHECK(vtc::load(vtc::host::rknn_rows(about, out), 4, 7) == 0.125f);
  about.fl = -1;
  CHECK(vtc::load(vtc::host::rknn_rows(about, out), 4, 7) == 2);
  about.fmt = NC1HWC2;
  CHECK(vtc::check(vtc::host::rknn_rows(about, out)) == status::bad_shape);
  about.fmt = NCHW;
  about.type = INT16;
  CHECK(vtc::check(vtc::host::rknn_rows(about, out)) == status::unknown_element);
  out.buf = nullptr;
  about.type = INT8;
  CHECK(vtc::check(vtc::host::rknn_rows(about, out)) == status::null_rows);
}
