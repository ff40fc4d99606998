#include "host/mock/ggml.hpp"

#include "host/expect_view.hpp"
#include "vtc/host/ggml.hpp"

using vtc::status;

namespace {

ggml_tensor tensor(mock_ggml_type type, std::size_t size, void* data, std::int64_t ne0, std::int64_t ne1 = 1, std::int64_t ne2 = 1,
                   std::int64_t ne3 = 1) {
  ggml_tensor t{};
  t.type = type;
  t.data = data;
  const std::int64_t ne[] = {ne0, ne1, ne2, ne3};
  std::size_t nb = size;
  for (int i = 0; i < 4; ++i) {
    t.ne[i] = ne[i];
    t.nb[i] = nb;
    nb *= static_cast<std::size_t>(ne[i]);
  }
  return t;
}

}  // namespace

TEST_CASE("ggml: ne[0] is the width, in f32, f16, bf16 and i8; images follow each other") {
  std::vector<float> f32 = host_test::counted(24);
  host_test::check_rows(vtc::host::ggml_rows(tensor(GGML_TYPE_F32, 4, f32.data(), 4, 6)), 6, 4, 4);
  host_test::check_rows(vtc::host::ggml_rows(tensor(GGML_TYPE_F32, 4, f32.data(), 4, 3, 2)), 6, 4, 4);
  std::vector<std::uint16_t> f16 = host_test::counted_half(24), bf16 = host_test::counted_bfloat16(24);
  host_test::check_rows(vtc::host::ggml_rows(tensor(GGML_TYPE_F16, 2, f16.data(), 4, 6)), 6, 4, 4);
  host_test::check_rows(vtc::host::ggml_rows(tensor(GGML_TYPE_BF16, 2, bf16.data(), 4, 6)), 6, 4, 4);
  std::vector<std::int8_t> i8(24);
  std::iota(i8.begin(), i8.end(), std::int8_t{0});
  host_test::check_rows(vtc::host::ggml_rows(tensor(GGML_TYPE_I8, 1, i8.data(), 4, 6)), 6, 4, 4);
  CHECK(vtc::load(vtc::host::ggml_rows(tensor(GGML_TYPE_I8, 1, i8.data(), 4, 6), vtc::affine{0.5f, 2, nullptr}), 1, 0) == 1);
}

TEST_CASE("ggml: views at strides are seen, transposed and quantised ones refused, device memory is null") {
  std::vector<float> x = host_test::counted(40);
  ggml_tensor view = tensor(GGML_TYPE_F32, 4, x.data() + 1, 4, 5);
  view.nb[1] = 8 * 4;
  host_test::check_rows(vtc::host::ggml_rows(view), 5, 4, 8, 1);
  ggml_tensor transposed = tensor(GGML_TYPE_F32, 4, x.data(), 4, 5);
  transposed.nb[0] = 5 * 4;
  transposed.nb[1] = 4;
  CHECK(vtc::check(vtc::host::ggml_rows(transposed)) == status::bad_shape);
  CHECK(vtc::check(vtc::host::ggml_rows(tensor(GGML_TYPE_Q8_0, 34, x.data(), 32, 2))) == status::unknown_element);
  mock_ggml_buffer host{true}, device{false};
  ggml_tensor there = tensor(GGML_TYPE_F32, 4, x.data(), 4, 5);
  there.buffer = &host;
  CHECK(vtc::check(vtc::host::ggml_rows(there)) == status::ok);
  ggml_tensor part = there;
  part.buffer = nullptr;
  part.view_src = &there;
  there.buffer = &device;
  CHECK(vtc::check(vtc::host::ggml_rows(there)) == status::null_rows);
  CHECK(vtc::check(vtc::host::ggml_rows(part)) == status::null_rows);
  CHECK(vtc::check(vtc::rows(vtc::host::mutable_ggml_rows(there))) == status::null_rows);
}

TEST_CASE("ggml: softmax weights [keys, queries, heads], queries and keys [d, heads, rows]") {
  std::vector<float> x = host_test::counted(60);
  const vtc::attention_weights a = vtc::host::ggml_attention(tensor(GGML_TYPE_F32, 4, x.data(), 5, 4, 3));
  CHECK((a.heads == 3 && a.queries == 4 && a.keys == 5 && a.class_row == vtc::none && vtc::check(a, 5) == status::ok));
  CHECK(*static_cast<const float*>(a.row(2, 1)) == 45);
  const ggml_tensor q = tensor(GGML_TYPE_F32, 4, x.data(), 3, 2, 5), k = tensor(GGML_TYPE_F32, 4, x.data() + 30, 3, 2, 5);
  const vtc::projection_rows p = vtc::host::ggml_projections(q, k);
  CHECK((p.heads == 2 && vtc::check(p, 5) == status::ok));
  host_test::check_rows(p.keys, 5, 6, 6, 30);
}
