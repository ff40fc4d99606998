// expect: vtc-I6: this method needs attention weights: pass vtc::attention(weights)
#include "vtc/make_plan.hpp"
#include "vtc/method/visionzip.hpp"

vtc::status misuse(const vtc::layout& where, const vtc::rows& x, const vtc::attention_weights& a, vtc::workspace& memory, vtc::plan_storage& plan) {
#ifdef VTC_CORRECT
  const auto in = vtc::give(where, vtc::metric(x), vtc::attention(a));
#else
  const auto in = vtc::give(where, vtc::metric(x));
#endif
  return vtc::make_plan(vtc::method::visionzip{}, in, vtc::keep(4), memory, plan);
}
