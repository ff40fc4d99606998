// expect: vtc-I2: this method needs the rows that similarity is measured on: pass vtc::metric(rows)
#include "vtc/make_plan.hpp"
#include "vtc/method/tome.hpp"

vtc::status misuse(const vtc::layout& where, const vtc::rows& x, vtc::workspace& memory, vtc::plan_storage& plan) {
#ifdef VTC_CORRECT
  const auto in = vtc::give(where, vtc::tokens(x), vtc::metric(x));
#else
  const auto in = vtc::give(where, vtc::tokens(x));
#endif
  return vtc::make_plan(vtc::method::tome{}, in, vtc::keep(4), memory, plan);
}
