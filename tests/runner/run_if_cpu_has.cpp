// run_if_cpu_has ARCHITECTURE PROGRAM [ARGUMENTS]: becomes PROGRAM if this CPU can run files compiled for ARCHITECTURE (a name of
// cmake/architectures.cmake), else says so and returns 77, which ctest shows as "Skipped". It stands outside the program because a
// program's own static objects may execute an instruction that the CPU lacks before main.
#include <unistd.h>

#include <cstdio>
#include <cstring>

namespace {

bool cpu_has(const char* architecture) {
#if defined(__x86_64__)
  // Every CPU with AVX2 and FMA has F16C too, which not every compiler can ask for.
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
  if (std::strcmp(architecture, "avx2") == 0) return avx2;
  if (std::strcmp(architecture, "avx512") == 0) return avx512;
#endif
  (void)architecture;
  return true;  // the plain instruction set of its family
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return std::fprintf(stderr, "usage: run_if_cpu_has ARCHITECTURE PROGRAM [ARGUMENTS]\n"), 2;
  if (!cpu_has(argv[1])) return std::printf("skipped: this CPU cannot run programs compiled for %s\n", argv[1]), 77;
  execv(argv[2], argv + 2);
  return std::perror(argv[2]), 1;
}
