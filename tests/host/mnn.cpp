#include "vtc/host/mnn.hpp"

#include "host/expect_view.hpp"
#include "host/mock/mnn.hpp"

using mock_mnn::Variable;
using mock_mnn::VARP;
using vtc::status;

TEST_CASE("mnn: [rows, 1, width] and [1, rows, width], NC4HW4 and what cannot be computed are refused") {
  std::vector<float> x = host_test::counted(40);
  Variable v{{mock_mnn::NCHW, {5, 1, 8}, {2, 32}}, x.data()};
  VARP p(&v);
  host_test::check_rows(vtc::host::mnn_rows(p), 5, 8, 8);
  host_test::check_rows(vtc::host::mutable_mnn_rows(p), 5, 8, 8);
  v.info.dim = {1, 5, 8};
  host_test::check_rows(vtc::host::mnn_rows(p), 5, 8, 8);
  v.info.order = mock_mnn::NC4HW4;
  CHECK(vtc::check(vtc::host::mnn_rows(p)) == status::bad_shape);
  v.info.order = mock_mnn::NHWC;
  v.info.type = {2, 64};
  CHECK(vtc::check(vtc::host::mnn_rows(p)) == status::unknown_element);
  v.info.type = {2, 32};
  v.memory = nullptr;
  CHECK(vtc::check(vtc::host::mnn_rows(p)) == status::null_rows);
  v.good = false;
  CHECK(vtc::check(vtc::host::mnn_rows(p)) != status::ok);
  std::vector<std::uint16_t> f16 = host_test::counted_half(40);
  Variable half{{mock_mnn::NCHW, {5, 8}, {2, 16}}, f16.data()};
  host_test::check_rows(vtc::host::mnn_rows(VARP(&half)), 5, 8, 8);
  Variable weights{{mock_mnn::NCHW, {1, 2, 4, 5}, {2, 32}}, x.data()};
  CHECK(vtc::check(vtc::host::mnn_attention(VARP(&weights)), 5) == status::ok);
}
