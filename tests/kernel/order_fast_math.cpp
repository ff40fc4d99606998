// The order of scores in a file that was told to forget NaN. Only g++ can be told so inside a file.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("Ofast")
#endif
#include "vtc/kernel/order.hpp"

namespace fast_math {

struct tag {};  // a name of its own: these functions must not meet the others in the linker

void select_top(const float* score, const vtc::index_t* candidate, vtc::index_t n, vtc::index_t k, std::uint8_t* taken);
void select_top(const float* score, const vtc::index_t* candidate, vtc::index_t n, vtc::index_t k, std::uint8_t* taken) {
  vtc::kernel::select_top<tag>(score, candidate, n, k, taken);
}

}  // namespace fast_math

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC reset_options
#endif
#include <limits>

#include "catch.hpp"

TEST_CASE("BL-089 -ffast-math does not delete the rank of NaN") {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  const float score[] = {.1f, nan, .9f, nan, .5f};
  const vtc::index_t candidate[] = {0, 1, 2, 3, 4};
  std::uint8_t taken[5] = {};
  fast_math::select_top(score, candidate, 5, 2, taken);
  CHECK((taken[2] == 1 && taken[4] == 1 && taken[0] + taken[1] + taken[3] == 0));
  fast_math::select_top(score, candidate, 5, 4, taken);
  CHECK((taken[0] == 1 && taken[1] == 1 && taken[2] == 1 && taken[3] == 0 && taken[4] == 1));
}
