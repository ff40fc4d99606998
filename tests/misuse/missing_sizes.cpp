// expect: vtc-I9: this method needs the size of every token: pass vtc::sizes(pointer)
#include "vtc/make_plan.hpp"

struct planner {
  static constexpr vtc::input needs = vtc::input::sizes;
  template <class Arch>
  vtc::status build(const vtc::inputs&, const vtc::task&, vtc::workspace&, vtc::plan_storage&, Arch) const noexcept {
    return vtc::status::ok;
  }
};

vtc::status misuse(const vtc::layout& where, const vtc::rows& x, const float* s, vtc::workspace& memory, vtc::plan_storage& plan) {
#ifdef VTC_CORRECT
  const auto in = vtc::give(where, vtc::tokens(x), vtc::sizes(s));
#else
  const auto in = vtc::give(where, vtc::tokens(x));
#endif
  return vtc::make_plan(planner{}, in, vtc::keep(4), memory, plan);
}
