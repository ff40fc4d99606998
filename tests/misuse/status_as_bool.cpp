// expect: 'bool'
#include "vtc/view/rows.hpp"

// A status that converted to bool would read "true" on failure.
int misuse(const vtc::rows& x) {
#ifdef VTC_CORRECT
  if (vtc::check(x) == vtc::status::ok) return 1;
#else
  if (vtc::check(x)) return 1;
#endif
  return 0;
}
