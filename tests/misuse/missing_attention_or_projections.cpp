// expect: vtc-I10: this method needs attention weights or queries and keys
#include "vtc/make_plan.hpp"
#include "vtc/method/received_attention.hpp"

vtc::status misuse(const vtc::layout& where, const vtc::rows& x, const vtc::projection_rows& p, vtc::workspace& memory, vtc::plan_storage& plan) {
#ifdef VTC_CORRECT
  const auto in = vtc::give(where, vtc::tokens(x), vtc::projections(p));
#else
  const auto in = vtc::give(where, vtc::tokens(x));
#endif
  return vtc::make_plan(vtc::method::received_attention{}, in, vtc::keep(4), memory, plan);
}
