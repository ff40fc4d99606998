// expect: nodiscard
#include "vtc/view/rows.hpp"

void misuse(const vtc::rows& x) {
#ifdef VTC_CORRECT
  (void)vtc::check(x);
#else
  vtc::check(x);
#endif
}
