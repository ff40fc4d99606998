// NumPy's array file (.npy, versions 1 and 2): little-endian, numbers only, in C order once it is read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "files/file.hpp"

namespace files {

// `type` is NumPy's name without the byte order: "f2" "f4" "f8" "i1" "i2" "i4" "i8" "u1" "u2" "u4" "u8" "b1".
std::size_t size_of_type(const std::string& type);  // in bytes; 0: not one of these

struct array {
  std::string type;
  std::vector<std::int64_t> shape;
  std::vector<unsigned char> bytes;
  std::string path;  // for messages

  std::int64_t count() const;                 // of elements
  std::int64_t side(std::size_t axis) const;  // 1 beyond the last axis
  bool is(const char* t) const { return type == t; }

  // The elements as they lie; T must be what `type` says (std::uint16_t for f2, std::uint8_t for b1). Otherwise fault::malformed.
  template <class T>
  const T* values() const;

  // Converted copies. floats() takes every type; integers() takes the integer types and b1.
  std::vector<float> floats() const;
  std::vector<std::int64_t> integers() const;

  // fault::malformed, naming the file, unless type and shape are these; -1 stands for any length.
  const array& expect(const char* t, const std::vector<std::int64_t>& sides) const;
};

enum class fortran_order { refused, reordered };  // what becomes of a file whose first index runs fastest

// Faults: unreadable; malformed: no .npy, another version, truncated or too long, Fortran order, big-endian, another type, a bad shape.
array read_npy(const std::string& path, fortran_order fortran = fortran_order::refused);

// Version 1, the data at a multiple of 64 bytes.
void write_npy(const std::string& path, const std::string& type, const std::vector<std::int64_t>& shape, const void* data);

std::string describe(const std::vector<std::int64_t>& shape);  // "[196, 64]", for messages

}  // namespace files
