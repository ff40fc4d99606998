// The views over real Ort::Values: other elements, what must be refused.
#pragma once

#include <onnxruntime_cxx_api.h>

#include <cstdio>

#include "vtc/host/onnxruntime.hpp"

inline int check_views() {
  bool good = true;
  const auto expect = [&](bool condition) { good = good && condition; };
  const Ort::MemoryInfo processor = Ort::MemoryInfo::CreateCpu(OrtArenaAllocator, OrtMemTypeDefault);
  const std::int64_t shape[] = {1, 6, 8};
  const auto over = [&](auto* values, ONNXTensorElementDataType type) {
    return Ort::Value::CreateTensor(processor, values, 48 * sizeof *values, shape, 3, type);
  };
  float whole[48];
  for (int i = 0; i < 48; ++i) whole[i] = static_cast<float>(i);
  Ort::Value floats = over(whole, ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT);
  const vtc::rows x = vtc::host::onnxruntime_rows(floats);
  expect(vtc::check(x) == vtc::status::ok && x.count == 6 && x.width == 8 && x.data == whole && vtc::load(x, 2, 3) == 19);
  expect(vtc::host::mutable_onnxruntime_rows(floats).data == whole);
  std::uint16_t half[48] = {};
  half[9] = 0x3e00;
  expect(vtc::load(vtc::host::onnxruntime_rows(over(half, ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT16)), 1, 1) == 1.5f);
  half[9] = 0x4000;
  expect(vtc::load(vtc::host::onnxruntime_rows(over(half, ONNX_TENSOR_ELEMENT_DATA_TYPE_BFLOAT16)), 1, 1) == 2);
  std::int8_t small[48] = {};
  small[9] = -4;
  const Ort::Value bytes = over(small, ONNX_TENSOR_ELEMENT_DATA_TYPE_INT8);
  expect(vtc::load(vtc::host::onnxruntime_rows(bytes, vtc::affine{0.5f, -2, nullptr}), 1, 1) == -1);
  double wide[48] = {};
  expect(vtc::check(vtc::host::onnxruntime_rows(over(wide, ONNX_TENSOR_ELEMENT_DATA_TYPE_DOUBLE))) == vtc::status::unknown_element);
  std::vector<Ort::Value> two;
  two.emplace_back(over(whole, ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT));
  two.emplace_back(over(whole, ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT));
  expect(vtc::check(vtc::host::onnxruntime_rows(Ort::Value::CreateSequence(two))) != vtc::status::ok);
  std::printf("%-82s %s\n", "views over real Ort::Values: f16, bf16, i8, refusals", good ? "yes" : "NO");
  return good ? 0 : 1;
}
