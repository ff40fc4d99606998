// Scratch memory that a call carves and gives back, and the host's threads.
//
// Inputs: nothing (the workspace then owns memory that grows once and stays), or bytes of the caller (it then never grows).
// Gives: take<T>(n), n objects aligned to 64 bytes, or null; the first null sticks until rewind(), so one test at the end suffices.
// A measuring workspace hands out null but counts, so that one function both measures and carves: sizes cannot drift apart.
// Order: last taken, first given back (mark, rewind). Cost: none. Workspace: it is one. Errors: status::out_of_memory from reserve.
#pragma once

#include <cstdlib>

#include "vtc/status.hpp"

namespace vtc {
inline namespace v0_1 {

// The host's thread pool. `run` calls body(argument, i) for every i in [0, tasks), in any order, on any threads, and returns
// when all are done. Results never depend on it. Left empty, everything runs on the calling thread.
struct executor {
  void* context = nullptr;
  int lanes = 1;  // how many bodies may run at the same time
  void (*run)(void* context, int tasks, void (*body)(void*, int), void* argument) = nullptr;

  VTC_INLINE int lane_count() const noexcept { return run != nullptr && lanes > 1 ? lanes : 1; }
};

class workspace {
 public:
  static constexpr std::size_t alignment = 64;
  executor threads{};

  VTC_INLINE workspace() noexcept {}
  VTC_INLINE workspace(void* bytes, std::size_t size) noexcept : size_(size), owned_(false) { adopt(bytes); }
  workspace(const workspace&) = delete;
  workspace& operator=(const workspace&) = delete;
  VTC_INLINE ~workspace() {
    if (owned_) std::free(base_);
  }

  // Makes room for `bytes` in all. Contents are lost when it has to grow.
  VTC_INLINE status reserve(std::size_t bytes) noexcept {
    if (measuring_ || bytes <= size_) return status::ok;
    if (!owned_ || bytes > SIZE_MAX - alignment) return status::out_of_memory;
    void* grown = std::malloc(bytes + alignment);
    if (grown == nullptr) return status::out_of_memory;
    std::free(base_);
    base_ = grown;
    size_ = bytes + alignment;
    adopt(grown);
    return status::ok;
  }

  template <class T>
  VTC_INLINE T* take(index_t n) noexcept {
    return static_cast<T*>(take_bytes(n < 0 ? SIZE_MAX : static_cast<std::size_t>(n), sizeof(T)));
  }
  template <class T>
  VTC_INLINE T* take(index_t rows, index_t columns) noexcept {
    const auto n = rows < 0 || columns < 0 ? SIZE_MAX : static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
    return static_cast<T*>(take_bytes(n, sizeof(T)));
  }

  VTC_INLINE bool failed() const noexcept { return failed_; }
  VTC_INLINE bool owns() const noexcept { return owned_; }
  VTC_INLINE std::size_t size() const noexcept { return size_; }
  VTC_INLINE std::size_t mark() const noexcept { return used_; }
  VTC_INLINE void rewind(std::size_t to = 0) noexcept {
    used_ = to;
    failed_ = false;
  }

  // Switches to counting; most() then tells how many bytes the calls since would have needed at their peak.
  VTC_INLINE void measure() noexcept {
    measuring_ = true;
    used_ = most_ = 0;
  }
  VTC_INLINE bool measuring() const noexcept { return measuring_; }
  VTC_INLINE std::size_t most() const noexcept { return most_; }

 private:
  VTC_INLINE void adopt(void* bytes) noexcept {  // the carved part starts at the first aligned byte
    if (!owned_) base_ = bytes;
    const auto address = reinterpret_cast<std::uintptr_t>(bytes);
    const std::size_t skip = static_cast<std::size_t>((alignment - address % alignment) % alignment);
    data_ = static_cast<std::byte*>(bytes) + skip;
    size_ = bytes != nullptr && size_ > skip ? size_ - skip : 0;
  }
  VTC_INLINE void* take_bytes(std::size_t n, std::size_t each) noexcept {
    const std::size_t limit = measuring_ ? SIZE_MAX / 2 : size_;
    const bool overflows = n > (SIZE_MAX / 4) / each;
    const std::size_t bytes = overflows ? 0 : (n * each + alignment - 1) / alignment * alignment;
    if (failed_ || overflows || bytes > limit - used_) {
      failed_ = true;
      return nullptr;
    }
    void* at = measuring_ ? nullptr : data_ + used_;
    used_ += bytes;
    if (used_ > most_) most_ = used_;
    return at;
  }

  void* base_ = nullptr;
  std::byte* data_ = nullptr;
  std::size_t size_ = 0, used_ = 0, most_ = 0;
  bool owned_ = true, measuring_ = false, failed_ = false;
};

}  // namespace v0_1
}  // namespace vtc
