// ov::Tensor by its documented interface, as far as it is read.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace mock_ov {

struct element_type {
  std::string name;
  std::string get_type_name() const { return name; }
};

class Tensor {
 public:
  Tensor(std::string type, std::vector<std::size_t> shape, void* data, std::vector<std::size_t> byte_strides)
      : type_{std::move(type)}, shape_(std::move(shape)), strides_(std::move(byte_strides)), data_(data) {}
  element_type get_element_type() const { return type_; }
  const std::vector<std::size_t>& get_shape() const { return shape_; }
  std::vector<std::size_t> get_strides() const {
    if (type_.name == "u4") throw std::runtime_error("types below a byte have no strides");
    return strides_;
  }
  const void* data() const { return data_; }
  void* data() { return data_; }

 private:
  element_type type_;
  std::vector<std::size_t> shape_, strides_;
  void* data_;
};

}  // namespace mock_ov
