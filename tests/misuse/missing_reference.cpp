// expect: vtc-I5: this method needs the rows of the frame before: pass vtc::reference(rows)
#include "vtc/make_plan.hpp"

struct planner {
  static constexpr vtc::input needs = vtc::input::reference;
  template <class Arch>
  vtc::status build(const vtc::inputs&, const vtc::task&, vtc::workspace&, vtc::plan_storage&, Arch) const noexcept {
    return vtc::status::ok;
  }
};

vtc::status misuse(const vtc::layout& where, const vtc::rows& x, const vtc::rows& before, vtc::workspace& memory, vtc::plan_storage& plan) {
#ifdef VTC_CORRECT
  const auto in = vtc::give(where, vtc::tokens(x), vtc::reference(before));
#else
  const auto in = vtc::give(where, vtc::tokens(x));
#endif
  return vtc::make_plan(planner{}, in, vtc::keep(4), memory, plan);
}
