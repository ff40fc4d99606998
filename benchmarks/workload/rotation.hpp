// Cold memory: a buffer so large that before any byte of it is used again the last cache has been refilled four times.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "limit/caches.hpp"
#include "vtc/view/element.hpp"

namespace workload {

class rotation {
 public:
  // One to read, one to write; all contestants of a line walk on from where the one before stopped.
  static rotation& to_read() {
    static rotation r;
    return r;
  }
  static rotation& to_write() {
    static rotation r;
    return r;
  }
  std::size_t size() const { return size_; }

  void* next(std::size_t bytes) {
    bytes = (bytes + 4095) / 4096 * 4096;
    if (bytes > size_ - at_) at_ = 0;
    void* here = reinterpret_cast<unsigned char*>(memory_.get()) + at_;
    at_ += bytes;
    return here;
  }

 private:
  // The bytes are numbers of moderate size, read as f32 or as 16-bit floats.
  rotation() : size_(std::min<std::size_t>(limit::caches().last / 4096 * 4096 * 4 + (32u << 20), 1u << 30)), memory_(new std::uint16_t[size_ / 2]) {
    for (std::size_t i = 0; i < size_ / 2; ++i) memory_[i] = vtc::half_from_float(0.5f + static_cast<float>(i % 997) / 512.0f);
  }

  std::size_t size_, at_ = 0;
  std::unique_ptr<std::uint16_t[]> memory_;
};

}  // namespace workload
