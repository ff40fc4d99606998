// The views over real ov::Tensors: whole, regions of interest, other elements, what must be refused.
#pragma once

#include <cstdio>
#include <openvino/openvino.hpp>

#include "vtc/host/openvino.hpp"

inline int check_views() {
  bool good = true;
  const auto expect = [&](bool condition) { good = good && condition; };
  ov::Tensor whole(ov::element::f32, {1, 6, 8});
  for (std::size_t i = 0; i < 48; ++i) whole.data<float>()[i] = static_cast<float>(i);
  const vtc::rows x = vtc::host::openvino_rows(whole);
  expect(vtc::check(x) == vtc::status::ok && x.count == 6 && x.width == 8 && x.data == whole.data());
  const ov::Tensor part(whole, ov::Coordinate{0, 1, 2}, ov::Coordinate{1, 4, 6});
  const vtc::rows y = vtc::host::openvino_rows(part);
  expect(vtc::check(y) == vtc::status::ok && y.count == 3 && y.width == 4 && y.stride == 32 && vtc::load(y, 0, 0) == 10 &&
         vtc::load(y, 2, 3) == 29);
  ov::Tensor half(ov::element::f16, {6, 8});
  half.data<ov::float16>()[9] = ov::float16(1.5f);
  expect(vtc::load(vtc::host::openvino_rows(half), 1, 1) == 1.5f);
  ov::Tensor small(ov::element::i8, {6, 8});
  small.data<std::int8_t>()[9] = -4;
  expect(vtc::load(vtc::host::openvino_rows(small, vtc::affine{0.5f, -2, nullptr}), 1, 1) == -1);
  ov::Tensor brain(ov::element::bf16, {6, 8});
  brain.data<ov::bfloat16>()[9] = ov::bfloat16(2.0f);
  expect(vtc::load(vtc::host::openvino_rows(brain), 1, 1) == 2);
  expect(vtc::check(vtc::host::openvino_rows(ov::Tensor(ov::element::f64, {6, 8}))) == vtc::status::unknown_element);
  expect(vtc::check(vtc::host::openvino_rows(ov::Tensor(ov::element::u4, {6, 8}))) == vtc::status::unknown_element);
  const ov::Tensor column(whole, ov::Coordinate{0, 0, 0}, ov::Coordinate{1, 6, 1});
  expect(vtc::host::openvino_rows(column).count == 6);
  std::printf("%-82s %s\n", "views over real ov::Tensors: regions, f16, bf16, i8, refusals", good ? "yes" : "NO");
  return good ? 0 : 1;
}
