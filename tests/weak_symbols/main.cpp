// Runs the same work compiled for two instruction sets and compares. Compiled without flags itself.
#include <cstdint>
#include <cstdio>

std::uint64_t use_sse2();
std::uint64_t use_avx2();

int main() {
  const auto plain = static_cast<unsigned long long>(use_sse2());
  std::printf("sse2 %016llx\n", plain);
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return std::puts("this CPU has no AVX2: that path is not taken"), 0;
  const auto wide = static_cast<unsigned long long>(use_avx2());
  std::printf("avx2 %016llx\n", wide);
  return plain == wide ? 0 : 1;
}
