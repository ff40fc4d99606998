// Whole files, and the one error that every reader and writer in this folder throws.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace files {

enum class fault {
  unreadable,  // cannot be opened or read
  unwritable,  // cannot be created or written
  malformed    // read, but its content is not what it should be
};

// what() is one line: "path: reason".
struct error : std::runtime_error {
  error(fault what_kind, const std::string& path, const std::string& reason);
  fault kind;
};

std::vector<unsigned char> read_file(const std::string& path);
void write_file(const std::string& path, const void* bytes, std::size_t size);

}  // namespace files
