// Compiled once for each instruction set, as VTC_ENGINE_NAME; see engine.hpp for what may stand here.
#include "engine.hpp"

#include "vtc/make_plan.hpp"
#include "vtc/method/catalogue.hpp"

namespace tool {
namespace {

template <class Arch, class... P>
vtc::status make_plan_at(vtc::index_t place, const void* policy, const vtc::inputs& in, const vtc::budget& want, vtc::workspace& memory,
                         vtc::plan_storage& plan, vtc::method_list<P...>) noexcept {
  vtc::status s = vtc::status::bad_index;
  vtc::index_t k = 0;
  ((k++ == place ? void(s = vtc::make_plan<Arch>(*static_cast<const P*>(policy), in, want, memory, plan)) : void()), ...);
  return s;
}

template <class Arch>
vtc::status make_plan(vtc::index_t place, const void* policy, const vtc::inputs& in, const vtc::budget& want, vtc::workspace& memory,
                      vtc::plan_storage& plan) noexcept {
  return make_plan_at<Arch>(place, policy, in, want, memory, plan, vtc::catalogue{});
}

template <class Arch>
vtc::status apply(const vtc::plan_view& plan, const vtc::rows& in, const vtc::mutable_rows& out, vtc::reduction how,
                  vtc::index_t first_slot, vtc::index_t last_slot) noexcept {
  return vtc::apply<Arch>(plan, in, out, how, vtc::slot_range{first_slot, last_slot});
}

}  // namespace

extern const engine VTC_ENGINE_NAME;
const engine VTC_ENGINE_NAME{make_plan<vtc::default_arch>, apply<vtc::default_arch>};  // default_arch: what the flags of this file give

}  // namespace tool
