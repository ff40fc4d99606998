// What a user of vtc may set before including it, and the two words every header is written with.
//
// No macro here changes the layout or the meaning of a type, so files built with different settings can meet in one program.
#pragma once

#include <cstddef>
#include <cstdint>

// 1: make_plan and apply also check what costs time proportional to the rows (every index of a foreign plan). Default: 0.
#ifndef VTC_CHECKS
#define VTC_CHECKS 0
#endif

// A function that is not a template on the architecture tag must be inlined into its caller: otherwise a file built with
// -mavx2 and one built without would share one symbol, and the linker may hand the AVX2 body to a CPU that lacks it.
#define VTC_INLINE [[gnu::always_inline]] inline

namespace vtc {
inline namespace v0_1 {

using index_t = std::int32_t;       // rows, slots and entries; byte offsets are std::ptrdiff_t
inline constexpr index_t none = -1;  // no row: a hole in a plan, no class row, no region

}  // namespace v0_1
}  // namespace vtc
