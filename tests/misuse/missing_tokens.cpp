// expect: vtc-I1: this method needs the tokens: pass vtc::tokens(rows)
#include "vtc/compress.hpp"
#include "vtc/method/top_k.hpp"

vtc::status misuse(const vtc::layout& where, const vtc::rows& x, const float* s, vtc::workspace& memory, vtc::plan_storage& plan,
                   const vtc::mutable_rows& out) {
#ifdef VTC_CORRECT
  const auto in = vtc::give(where, vtc::tokens(x), vtc::scores(s));
#else
  (void)x;
  const auto in = vtc::give(where, vtc::scores(s));
#endif
  return vtc::compress(vtc::method::top_k{}, in, vtc::keep(4), memory, plan, out);
}
