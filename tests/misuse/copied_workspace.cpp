// expect: deleted
#include "vtc/workspace.hpp"

void misuse(vtc::workspace& owner) {
#ifdef VTC_CORRECT
  auto& same = owner;
#else
  auto same = owner;
#endif
  (void)same;
}
