// expect: vtc-P1: a planner needs
#include "vtc/make_plan.hpp"

#ifdef VTC_CORRECT
#define NOEXCEPT noexcept
#else
#define NOEXCEPT
#endif

struct planner {
  static constexpr vtc::input needs = vtc::input::nothing;
  template <class Arch>
  vtc::status build(const vtc::inputs&, const vtc::task&, vtc::workspace&, vtc::plan_storage&, Arch) const NOEXCEPT {
    return vtc::status::ok;
  }
};

vtc::status misuse(const vtc::inputs& in, vtc::workspace& memory, vtc::plan_storage& plan) {
  return vtc::make_plan(planner{}, in, vtc::keep(4), memory, plan);
}
