// expect: vtc-I3: this method needs token features in the space of the text: pass vtc::aligned(rows)
#include "vtc/make_plan.hpp"
#include "vtc/method/query_similarity.hpp"

vtc::status misuse(const vtc::layout& where, const vtc::rows& x, vtc::workspace& memory, vtc::plan_storage& plan) {
#ifdef VTC_CORRECT
  const auto in = vtc::give(where, vtc::aligned(x), vtc::text(x));
#else
  const auto in = vtc::give(where, vtc::text(x));
#endif
  return vtc::make_plan(vtc::method::query_similarity{}, in, vtc::keep(4), memory, plan);
}
