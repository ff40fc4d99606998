// The architecture tags that a file compiled with the flags at hand may use.
#pragma once

#include <tuple>

#include "vtc/kernel/arch.hpp"

namespace input {

using architectures = std::tuple<vtc::scalar, vtc::wide<vtc::default_arch>
#if defined(__SSE2__)
                                 ,
                                 xsimd::sse2
#endif
#if defined(__AVX2__) && defined(__FMA__)
                                 ,
                                 xsimd::fma3<xsimd::avx2>
#endif
#if defined(__AVX512BW__) && defined(__AVX512DQ__) && defined(__AVX512CD__)
                                 ,
                                 xsimd::avx512bw
#endif
#if defined(__aarch64__)
                                 ,
                                 xsimd::neon64
#endif
                                 >;

// For code that reaches the instruction set only through kernels that are tested with all of them.
using two_architectures = std::tuple<vtc::scalar, vtc::default_arch>;

}  // namespace input
