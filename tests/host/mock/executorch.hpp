// ExecuTorch's Tensor by its documented interface, as far as it is read: since tensors know their device, and before.
#pragma once

#include <cstdint>
#include <vector>

namespace mock_executorch {

enum class ScalarType : std::int8_t { Byte = 0, Char = 1, Short = 2, Int = 3, Long = 4, Half = 5, Float = 6, Double = 7, BFloat16 = 15 };

struct OldTensor {
  ScalarType type;
  std::vector<int> extents, steps;  // steps in elements
  void* memory;

  ScalarType scalar_type() const { return type; }
  const std::vector<int>& sizes() const { return extents; }
  const std::vector<int>& strides() const { return steps; }
  const void* const_data_ptr() const { return memory; }
  void* mutable_data_ptr() const { return memory; }
};

struct Device {
  bool cpu;
  bool is_cpu() const { return cpu; }
};
struct Tensor : OldTensor {
  Device where{true};
  Device device() const { return where; }
};

}  // namespace mock_executorch
