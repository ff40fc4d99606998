// Ort::Value by its documented interface, as far as it is read.
#pragma once

#include <cstdint>
#include <vector>

namespace mock_ort {

enum element { undefined = 0, float32 = 1, uint8 = 2, int8 = 3, int32 = 6, int64 = 7, float16 = 10, bfloat16 = 16 };
enum class device { cpu = 0, gpu = 1 };

struct type_and_shape {
  element type;
  std::vector<std::int64_t> shape;
  element GetElementType() const { return type; }
  std::vector<std::int64_t> GetShape() const { return shape; }
};
struct memory_info {
  device where;
  device GetDeviceType() const { return where; }
};

struct Value {
  type_and_shape info;
  void* data;
  device where = device::cpu;
  bool tensor = true;

  bool IsTensor() const { return tensor; }
  type_and_shape GetTensorTypeAndShapeInfo() const { return info; }
  memory_info GetTensorMemoryInfo() const { return {where}; }
  const void* GetTensorRawData() const { return data; }
  void* GetTensorMutableRawData() { return data; }
};

}  // namespace mock_ort
