// expect: vtc-I8: this method needs one score per token: pass vtc::scores(pointer)
#include "vtc/make_plan.hpp"
#include "vtc/method/top_k.hpp"

vtc::status misuse(const vtc::layout& where, const vtc::rows& x, const float* s, vtc::workspace& memory, vtc::plan_storage& plan) {
#ifdef VTC_CORRECT
  const auto in = vtc::give(where, vtc::tokens(x), vtc::scores(s));
#else
  const auto in = vtc::give(where, vtc::tokens(x));
#endif
  return vtc::make_plan(vtc::method::top_k{}, in, vtc::keep(4), memory, plan);
}
