// vtc on ExecuTorch's own tensors: the view of every element, and one plan applied from tensor to tensor. A program (.pte) would stand on both sides: the
// encoder's output is `image`, the text method's input is `fewer`; making one needs torch, so none is run here.
#include <executorch/extension/tensor/tensor.h>

#include <cstdio>

#include "vtc/host/executorch.hpp"
#include "vtc/method/divprune.hpp"
#include "vtc/vtc.hpp"

using executorch::aten::ScalarType;
using executorch::extension::make_tensor_ptr;

namespace {

int report(const char* what, bool good) {
  std::printf("%-82s %s\n", what, good ? "yes" : "NO");
  return good ? 0 : 1;
}

bool views_hold() {
  bool good = true;
  const auto expect = [&](bool condition) { good = good && condition; };
  std::vector<float> values(48);
  for (int i = 0; i < 48; ++i) values[static_cast<std::size_t>(i)] = static_cast<float>(i);
  const auto whole = make_tensor_ptr({1, 6, 8}, values.data());
  const vtc::rows x = vtc::host::executorch_rows(*whole);
  expect(vtc::check(x) == vtc::status::ok && x.count == 6 && x.width == 8 && x.data == values.data() && vtc::load(x, 2, 3) == 19);
  std::vector<std::uint16_t> half(48);
  half[9] = 0x3e00;
  expect(vtc::load(vtc::host::executorch_rows(*make_tensor_ptr({6, 8}, half.data(), ScalarType::Half)), 1, 1) == 1.5f);
  half[9] = 0x4000;
  expect(vtc::load(vtc::host::executorch_rows(*make_tensor_ptr({6, 8}, half.data(), ScalarType::BFloat16)), 1, 1) == 2);
  std::vector<std::int8_t> small(48);
  small[9] = -4;
  expect(vtc::load(vtc::host::executorch_rows(*make_tensor_ptr({6, 8}, small.data(), ScalarType::Char), vtc::affine{0.5f, -2, nullptr}), 1,
                   1) == -1);
  std::vector<double> wide(48);
  expect(vtc::check(vtc::host::executorch_rows(*make_tensor_ptr({6, 8}, wide.data(), ScalarType::Double))) == vtc::status::unknown_element);
  // Its strides say what dim_order says: [8, 6] lying transposed.
  const auto transposed = make_tensor_ptr({6, 8}, values.data(), {1, 0}, {1, 6}, ScalarType::Float);
  expect(vtc::check(vtc::host::executorch_rows(*transposed)) == vtc::status::bad_shape);
  return good;
}

bool tensor_to_tensor() {
  std::vector<float> values(static_cast<std::size_t>(576 * 64)), left(static_cast<std::size_t>(64 * 64));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>((i * 2654435761u >> 7) % 1000) - 500;
  const auto image = make_tensor_ptr({1, 576, 64}, values.data());
  const auto fewer = make_tensor_ptr({1, 64, 64}, left.data());
  vtc::workspace memory;
  vtc::plan_storage plan;
  // ---- vtc, from here
  const vtc::rows tokens = vtc::host::executorch_rows(*image);
  const auto where = vtc::layout_builder<1>{}.grid(24, 24);
  if (vtc::make_plan(vtc::method::divprune{}, vtc::give(where, vtc::tokens(tokens), vtc::metric(tokens)), vtc::keep(64), memory, plan) !=
      vtc::status::ok)
    return false;
  if (vtc::apply(plan, tokens, vtc::host::mutable_executorch_rows(*fewer)) != vtc::status::ok) return false;
  // ---- to here
  for (vtc::index_t k = 0; k < 64; ++k)
    for (vtc::index_t c = 0; c < 64; ++c)
      if (fewer->const_data_ptr<float>()[k * 64 + c] != values[static_cast<std::size_t>(plan.view().source[k] * 64 + c)]) return false;
  return plan.view().slot_count == 64;
}

}  // namespace

int main() {
  const int failed = report("views over real ExecuTorch tensors: f32, f16, bf16, i8, refusals", views_hold()) +
                     report("one plan from tensor to tensor, 576 to 64 rows, nothing else copied", tensor_to_tensor());
  return failed == 0 ? 0 : 1;
}
