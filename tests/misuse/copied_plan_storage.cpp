// expect: deleted
#include "vtc/plan/plan.hpp"

void misuse(vtc::plan_storage& owner) {
#ifdef VTC_CORRECT
  auto& same = owner;
#else
  auto same = owner;
#endif
  (void)same;
}
