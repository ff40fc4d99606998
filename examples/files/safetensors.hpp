// Weights in a .safetensors file: a JSON header and one block of bytes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "files/file.hpp"

namespace files {

class safetensors {
 public:
  // Faults: unreadable; malformed: no header, an unknown type, offsets that leave the file, overlap or do not fit the shape.
  explicit safetensors(const std::string& path);

  struct tensor {
    std::string type;  // "F32" "F16" "BF16" "F64" "I8" "U8" "BOOL" "I16" "U16" "I32" "U32" "I64" "U64"
    std::vector<std::int64_t> shape;
    const unsigned char* bytes;  // alive as long as this object
    std::size_t size;            // in bytes
  };

  const std::map<std::string, tensor>& tensors() const { return tensors_; }
  bool has(const std::string& name) const { return tensors_.count(name) != 0; }
  const tensor& at(const std::string& name) const;  // malformed where it is missing

  // A float copy of any type; with a shape (-1: any length), malformed unless the tensor has it.
  std::vector<float> floats(const std::string& name) const;
  std::vector<float> floats(const std::string& name, const std::vector<std::int64_t>& shape) const;

  safetensors(const safetensors&) = delete;
  safetensors& operator=(const safetensors&) = delete;

 private:
  std::string path_;
  std::vector<unsigned char> file_;
  std::map<std::string, tensor> tensors_;
};

}  // namespace files
