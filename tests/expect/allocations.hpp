// How often memory is asked for: every malloc, calloc, realloc and aligned allocation of this program, and so every new, passes here.
//
// Include this in exactly one file of a test program. Under AddressSanitizer, which owns malloc, its hook counts instead.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>

#if defined(__SANITIZE_ADDRESS__)
#define EXPECT_COUNTS_BY_HOOK 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define EXPECT_COUNTS_BY_HOOK 1
#endif
#endif

namespace expect {

inline std::atomic<long> allocations{0};
inline std::atomic<long> allocated_bytes{0};

inline void count_allocation(std::size_t bytes) {
  ++allocations;
  allocated_bytes += static_cast<long>(bytes);
}

}  // namespace expect

#if defined(EXPECT_COUNTS_BY_HOOK)
// <sanitizer/allocator_interface.h> declares it, but g++ comes without that header.
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*malloc_hook)(const volatile void*, std::size_t),
                                                         void (*free_hook)(const volatile void*));

namespace expect {
inline const int hook = __sanitizer_install_malloc_and_free_hooks([](const volatile void*, std::size_t bytes) { count_allocation(bytes); },
                                                                  [](const volatile void*) {});
}  // namespace expect
#else
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void __libc_free(void*);

void* malloc(std::size_t bytes) {
  expect::count_allocation(bytes);
  return __libc_malloc(bytes);
}
void* calloc(std::size_t n, std::size_t bytes) {
  expect::count_allocation(n * bytes);
  return __libc_calloc(n, bytes);
}
void* realloc(void* p, std::size_t bytes) {
  expect::count_allocation(bytes);
  return __libc_realloc(p, bytes);
}
void* memalign(std::size_t alignment, std::size_t bytes) {
  expect::count_allocation(bytes);
  return __libc_memalign(alignment, bytes);
}
void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  expect::count_allocation(bytes);
  return __libc_memalign(alignment, bytes);
}
void free(void* p) { __libc_free(p); }
}
#endif

namespace expect {

// How many allocations a call makes.
template <class Body>
long allocations_of(Body&& body) {
  const long before = allocations;
  body();
  return allocations - before;
}

}  // namespace expect
