// expect: vtc-I7: this method needs queries and keys: pass vtc::projections(rows)
#include "vtc/make_plan.hpp"

struct planner {
  static constexpr vtc::input needs = vtc::input::projections;
  template <class Arch>
  vtc::status build(const vtc::inputs&, const vtc::task&, vtc::workspace&, vtc::plan_storage&, Arch) const noexcept {
    return vtc::status::ok;
  }
};

vtc::status misuse(const vtc::layout& where, const vtc::rows& x, const vtc::projection_rows& p, vtc::workspace& memory, vtc::plan_storage& plan) {
#ifdef VTC_CORRECT
  const auto in = vtc::give(where, vtc::tokens(x), vtc::projections(p));
#else
  const auto in = vtc::give(where, vtc::tokens(x));
#endif
  return vtc::make_plan(planner{}, in, vtc::keep(4), memory, plan);
}
