// A workspace and a plan that a test uses again and again, as a host does.
#pragma once

#include <vector>

#include "catch.hpp"
#include "vtc/apply/apply.hpp"
#include "vtc/apply/sizes.hpp"
#include "vtc/make_plan.hpp"
#include "vtc/plan/check.hpp"

namespace input {

class planned {
 public:
  vtc::workspace memory;
  vtc::plan_storage plan;

  template <class P>
  vtc::status outcome(const P& policy, const vtc::inputs& in, const vtc::budget& want = {}) {
    return vtc::make_plan(policy, in, want, memory, plan);
  }
  // The plan, which must come about and be sound. It lasts until the next call.
  template <class P>
  const vtc::plan_view& operator()(const P& policy, const vtc::inputs& in, const vtc::budget& want = {}) {
    const vtc::status s = outcome(policy, in, want);
    INFO(vtc::message(s));
    REQUIRE(s == vtc::status::ok);
    REQUIRE(vtc::check(plan) == vtc::status::ok);
    return plan.view();
  }
  // What the plan makes of rows.
  std::vector<float> apply(const vtc::rows& x) const {
    const vtc::plan_view& p = plan.view();
    const vtc::index_t width = p.how == vtc::reduction::concatenate && p.slot_count > 0 ? x.width * (p.entry_count / p.slot_count) : x.width;
    std::vector<float> out(static_cast<std::size_t>(p.slot_count) * static_cast<std::size_t>(width));
    REQUIRE(vtc::apply(p, x, vtc::view(out.data(), p.slot_count, width)) == vtc::status::ok);
    return out;
  }
  std::vector<float> sizes(const float* before = nullptr) const {
    std::vector<float> out(static_cast<std::size_t>(plan.view().slot_count));
    REQUIRE(vtc::sizes(plan, before, out.data()) == vtc::status::ok);
    return out;
  }
};

}  // namespace input
