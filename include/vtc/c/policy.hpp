// The policy that a vtc_method holds: made from text, its options and tensors named and set, plans made with it in the caller's memory.
//
// Inputs, gives, order and ties, cost, workspace, errors: see c/vtc.h.
#pragma once

#include <new>

#include "vtc/c/option_text.hpp"
#include "vtc/c/structs.hpp"
#include "vtc/make_plan.hpp"
#include "vtc/method/catalogue.hpp"

namespace vtc {
inline namespace v0_1 {
namespace c {

VTC_INLINE vtc_status number(status s) noexcept { return static_cast<vtc_status>(s); }

// Calls body with the policy that a vtc_method holds.
template <class Method, class Body, class... P>
VTC_INLINE bool with_policy(Method& method, Body&& body, method_list<P...>) noexcept {
  if (method.interface_version != VTC_INTERFACE_VERSION) return false;
  index_t k = 0;
  return ((k++ == method.place
               ? (body(*std::launder(reinterpret_cast<std::conditional_t<std::is_const_v<Method>, const P, P>*>(method.policy))), true)
               : false) ||
          ...);
}
template <class Method, class Body>
VTC_INLINE vtc_status with_policy(Method* method, Body&& body) noexcept {
  vtc_status s = VTC_UNKNOWN_METHOD;
  if (method == nullptr) return VTC_NULL_ROWS;
  with_policy(
      *method, [&](auto& policy) { s = body(policy); }, catalogue{});
  return s;
}

// What a visitor of options or tensors is shown, counted and named.
struct name_lister {
  std::int32_t wanted;
  std::int32_t count = 0;
  vtc_name found{};

  template <class... Rest>
  VTC_INLINE void operator()(const char* name, const Rest&... rest) noexcept {
    const char* help = "";
    ((help = last_text(help, rest)), ...);
    if (count++ == wanted) found = vtc_name{name, help};
  }
  VTC_INLINE static const char* last_text(const char*, const char* help) noexcept { return help; }
  template <class T>
  VTC_INLINE static const char* last_text(const char* before, const T&) noexcept {
    return before;
  }
};
struct tensor_setter {
  const char* wanted;
  rows value;
  bool found = false;

  VTC_INLINE void operator()(const char* name, rows& to, const char*) noexcept {
    if (!detail::same_name(name, wanted)) return;
    to = value;
    found = true;
  }
};

template <class P, class Visitor, class = void>
struct has_options : std::false_type {};
template <class P, class Visitor>
struct has_options<P, Visitor, std::void_t<decltype(P::options(std::declval<P&>(), std::declval<Visitor&>()))>> : std::true_type {};
template <class P, class Visitor, class = void>
struct has_tensors : std::false_type {};
template <class P, class Visitor>
struct has_tensors<P, Visitor, std::void_t<decltype(P::tensors(std::declval<P&>(), std::declval<Visitor&>()))>> : std::true_type {};

template <class P, class Visitor>
VTC_INLINE void visit_options(P& policy, Visitor& visitor) noexcept {
  if constexpr (has_options<P, Visitor>::value) P::options(policy, visitor);
}
template <class P, class Visitor>
VTC_INLINE void visit_tensors(P& policy, Visitor& visitor) noexcept {
  if constexpr (has_tensors<P, Visitor>::value) P::tensors(policy, visitor);
}

VTC_INLINE vtc_status set_option(vtc_method* method, text option, text value) noexcept {
  return with_policy(method, [&](auto& policy) noexcept -> vtc_status {
    option_setter setter(option, value);
    visit_options(policy, setter);
    return !setter.found ? static_cast<vtc_status>(VTC_UNKNOWN_OPTION) : setter.good ? VTC_OK : VTC_OPTION_OUT_OF_RANGE;
  });
}

template <class P>
VTC_INLINE void put(vtc_method& method, index_t place, const P& policy) noexcept {
  static_assert(std::is_trivially_copyable_v<P> && sizeof(P) <= sizeof(method.policy) && alignof(P) <= alignof(std::uint64_t),
                "vtc-C1: a policy of the catalogue is copied as bytes: enlarge vtc_method and raise VTC_INTERFACE_VERSION");
  method = vtc_method{};
  method.place = place;
  method.interface_version = VTC_INTERFACE_VERSION;
  ::new (static_cast<void*>(method.policy)) P(policy);
}

// Makes a plan in the caller's memory, for a policy that is known.
template <class P>
VTC_INLINE status make_plan_in(const P& policy, const inputs& in, const budget& want, const vtc_memory& memory, vtc_plan& out) noexcept {
  workspace scratch(memory.scratch, memory.scratch_bytes);
  scratch.threads = executor{memory.pool, memory.lanes, memory.run};
  plan_storage table(memory.table, memory.table_slots, memory.table_entries);
  if (const status s = vtc::make_plan(policy, in, want, scratch, table); s != status::ok) return s;
  out = plan_of(table.view());
  return status::ok;
}

}  // namespace c
}  // namespace v0_1
}  // namespace vtc
