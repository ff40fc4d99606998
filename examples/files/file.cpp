#include "files/file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace files {
namespace {

std::string one_line(std::string text) {  // a path, or a name inside a file, may hold anything
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  return text;
}

struct closer {
  void operator()(std::FILE* f) const { std::fclose(f); }
};
using handle = std::unique_ptr<std::FILE, closer>;

}  // namespace

error::error(fault what_kind, const std::string& path, const std::string& reason)
    : std::runtime_error(one_line(path + ": " + reason)), kind(what_kind) {}

std::vector<unsigned char> read_file(const std::string& path) {
  const handle file(std::fopen(path.c_str(), "rb"));
  if (!file) throw error(fault::unreadable, path, std::strerror(errno));
  std::vector<unsigned char> bytes;
  // The size is only a first guess, so that pipes work too.
  const bool sized = std::fseek(file.get(), 0, SEEK_END) == 0;
  const long size = sized ? std::ftell(file.get()) : -1;
  if (sized) std::rewind(file.get());
  constexpr std::size_t first_chunk = 1u << 16;
  constexpr long largest_guess = 1L << 30;  // a folder tells a size that is none
  std::size_t chunk = size >= 0 && size < largest_guess ? static_cast<std::size_t>(size) + 1 : first_chunk;
  for (;;) {
    const std::size_t at = bytes.size();
    bytes.resize(at + chunk);
    const std::size_t n = std::fread(bytes.data() + at, 1, chunk, file.get());
    bytes.resize(at + n);
    if (std::ferror(file.get()) != 0) throw error(fault::unreadable, path, std::strerror(errno));
    if (n < chunk) return bytes;
    chunk = std::max(first_chunk, bytes.size());
  }
}

void write_file(const std::string& path, const void* bytes, std::size_t size) {
  handle file(std::fopen(path.c_str(), "wb"));
  if (!file) throw error(fault::unwritable, path, std::strerror(errno));
  const bool written = size == 0 || std::fwrite(bytes, 1, size, file.get()) == size;
  const bool closed = std::fclose(file.release()) == 0;  // a full disk may show only here
  if (!written || !closed) throw error(fault::unwritable, path, std::strerror(errno));
}

}  // namespace files
