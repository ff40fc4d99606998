# Instruction sets: which ones this processor family has, the compiler flags of each, and the best one that this machine runs.
#
#   VTC_ARCHITECTURES            names, the plain one first: "sse2 avx2 avx512" on x86-64, "neon64" on AArch64, "plain" elsewhere
#   VTC_FLAGS_<name>             what a file for that instruction set is compiled with
#   VTC_MACHINE_ARCHITECTURE     the widest one that programs which run on this machine may use; AVX2 even where AVX-512 exists,
#                                so that results and times do not jump between machines

set(VTC_FLAGS_sse2 "")
set(VTC_FLAGS_avx2 -mavx2 -mfma -mf16c)
set(VTC_FLAGS_avx512 -mavx512f -mavx512cd -mavx512dq -mavx512bw -mavx512vl -mfma -mf16c)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # g++ 12 warns of its own AVX-512 header at -O3
  list(APPEND VTC_FLAGS_avx512 -Wno-maybe-uninitialized)
endif()
set(VTC_FLAGS_neon64 "")
set(VTC_FLAGS_plain "")

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|amd64|AMD64)$")
  set(VTC_ARCHITECTURES sse2 avx2 avx512)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  set(VTC_ARCHITECTURES neon64)
else()
  set(VTC_ARCHITECTURES plain)
endif()

list(GET VTC_ARCHITECTURES 0 VTC_MACHINE_ARCHITECTURE)
if("avx2" IN_LIST VTC_ARCHITECTURES AND NOT CMAKE_CROSSCOMPILING)
  include(CheckCXXSourceRuns)
  check_cxx_source_runs(
    "int main() { return __builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"fma\") ? 0 : 1; }" VTC_MACHINE_HAS_AVX2)
  if(VTC_MACHINE_HAS_AVX2)
    set(VTC_MACHINE_ARCHITECTURE avx2)
  endif()
endif()
