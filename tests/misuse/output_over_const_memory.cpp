// expect: no matching function
#include "vtc/apply/apply.hpp"

vtc::status misuse(const vtc::plan_view& plan, const vtc::rows& x, float* writable, const float* constant) {
#ifdef VTC_CORRECT
  (void)constant;
  const auto out = vtc::view(writable, 4, 8);
#else
  (void)writable;
  const auto out = vtc::view(constant, 4, 8);
#endif
  return vtc::apply(plan, x, out, vtc::reduction::anchor);
}
