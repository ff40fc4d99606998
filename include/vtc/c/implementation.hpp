// Defines the functions of c/vtc.h. Included in exactly one C++17 file of a program, compiled for the processors that the program serves.
//
// Inputs, gives, order and ties, cost, workspace, errors: see c/vtc.h.
#pragma once

#include "vtc/apply/apply.hpp"
#include "vtc/apply/restore.hpp"
#include "vtc/apply/sizes.hpp"
#include "vtc/c/policy.hpp"
#include "vtc/sequence/positions.hpp"
#include "vtc/sequence/slots.hpp"

extern "C" {

const char* vtc_message(vtc_status s) {
  switch (s) {
    case VTC_UNKNOWN_METHOD: return "there is no method of this name";
    case VTC_UNKNOWN_OPTION: return "the method has no option of this name";
    case VTC_UNKNOWN_TENSOR: return "the method has no tensor of this name";
    default: return s >= 0 && s < 100 ? vtc::message(static_cast<vtc::status>(s)) : "unknown status";
  }
}
int32_t vtc_interface_version(void) { return VTC_INTERFACE_VERSION; }

int32_t vtc_method_count(void) { return vtc::method_count; }

vtc_status vtc_describe_method(int32_t place, vtc_about* about) {
  if (about == nullptr) return VTC_NULL_ROWS;
  const bool known = vtc::with_method(place, [&](auto policy) noexcept {
    using P = decltype(policy);
    vtc::c::name_lister options{VTC_NONE}, tensors{VTC_NONE};
    vtc::c::visit_options(policy, options);
    vtc::c::visit_tensors(policy, tensors);
    const vtc::about& a = P::information;
    *about = vtc_about{a.name,
                       a.source,
                       a.cost,
                       a.scratch,
                       a.differences,
                       a.when,
                       static_cast<uint32_t>(P::needs),
                       static_cast<uint32_t>(vtc::detail::needs_any<P>::value),
                       options.count,
                       tensors.count};
  });
  return known ? VTC_OK : VTC_UNKNOWN_METHOD;
}

vtc_status vtc_describe_option(int32_t place, int32_t option, vtc_name* name) {
  if (name == nullptr) return VTC_NULL_ROWS;
  vtc::c::name_lister list{option};
  if (!vtc::with_method(place, [&](auto policy) noexcept { vtc::c::visit_options(policy, list); })) return VTC_UNKNOWN_METHOD;
  if (option < 0 || option >= list.count) return VTC_UNKNOWN_OPTION;
  *name = list.found;
  return VTC_OK;
}

vtc_status vtc_describe_tensor(int32_t place, int32_t tensor, vtc_name* name) {
  if (name == nullptr) return VTC_NULL_ROWS;
  vtc::c::name_lister list{tensor};
  if (!vtc::with_method(place, [&](auto policy) noexcept { vtc::c::visit_tensors(policy, list); })) return VTC_UNKNOWN_METHOD;
  if (tensor < 0 || tensor >= list.count) return VTC_UNKNOWN_TENSOR;
  *name = list.found;
  return VTC_OK;
}

vtc_status vtc_method_parse(const char* text, vtc_method* method) {
  if (text == nullptr || method == nullptr) return VTC_NULL_ROWS;
  vtc::c::text rest{text, text};
  while (*rest.end != 0) ++rest.end;
  const vtc::c::text name{rest.begin, rest.find(':')};
  vtc_method made{};
  bool known = false;
  for (vtc::index_t place = 0; place < vtc::method_count && !known; ++place)
    vtc::with_method(place, [&](auto policy) noexcept {
      known = name.is(decltype(policy)::information.name);
      if (known) vtc::c::put(made, place, policy);
    });
  if (!known) return VTC_UNKNOWN_METHOD;
  for (const char* at = name.end; at != rest.end;) {
    const vtc::c::text option{at + 1, vtc::c::text{at + 1, rest.end}.find(',')};
    const char* equals = option.find('=');
    if (equals == option.end) return VTC_UNKNOWN_OPTION;
    if (const vtc_status s = vtc::c::set_option(&made, {option.begin, equals}, {equals + 1, option.end}); s != VTC_OK) return s;
    at = option.end;
  }
  *method = made;
  return VTC_OK;
}

vtc_status vtc_method_set(vtc_method* method, const char* option, const char* value) {
  if (option == nullptr || value == nullptr) return VTC_NULL_ROWS;
  vtc::c::text name{option, option}, number{value, value};
  while (*name.end != 0) ++name.end;
  while (*number.end != 0) ++number.end;
  return vtc::c::set_option(method, name, number);
}

vtc_status vtc_method_set_tensor(vtc_method* method, const char* tensor, const vtc_rows* rows) {
  if (tensor == nullptr || rows == nullptr) return VTC_NULL_ROWS;
  return vtc::c::with_policy(method, [&](auto& policy) noexcept -> vtc_status {
    vtc::c::tensor_setter setter{tensor, vtc::c::rows_of(*rows)};
    vtc::c::visit_tensors(policy, setter);
    return setter.found ? static_cast<vtc_status>(VTC_OK) : VTC_UNKNOWN_TENSOR;
  });
}

vtc_status vtc_slots(const vtc_method* method, const vtc_layout* where, const vtc_budget* budget, int32_t* least, int32_t* most) {
  if (where == nullptr || budget == nullptr || least == nullptr || most == nullptr) return VTC_NULL_ROWS;
  vtc::budget want{};
  if (const vtc::status s = vtc::c::budget_of(*budget, want); s != vtc::status::ok) return vtc::c::number(s);
  return vtc::c::with_policy(method, [&](const auto& policy) noexcept -> vtc_status {
    vtc::bounds b{};
    const vtc::status s = vtc::slots(policy, vtc::c::layout_of(*where), want, b);
    if (s != vtc::status::ok) return vtc::c::number(s);
    *least = b.least;
    *most = b.most;
    return VTC_OK;
  });
}

size_t vtc_scratch_bytes(const vtc_method* method, const vtc_inputs* inputs, const vtc_budget* budget, int32_t lanes) {
  vtc::budget want{};
  if (inputs == nullptr || budget == nullptr || vtc::c::budget_of(*budget, want) != vtc::status::ok) return 0;
  size_t bytes = 0;
  (void)vtc::c::with_policy(method, [&](const auto& policy) noexcept -> vtc_status {
    bytes = vtc::workspace_bytes(policy, vtc::c::inputs_of(*inputs), want, lanes);
    return VTC_OK;
  });
  return bytes;
}

size_t vtc_table_bytes(int32_t slots, int32_t entries) { return vtc::plan_storage::bytes_for(slots, entries); }

vtc_status vtc_make_plan(const vtc_method* method, const vtc_inputs* inputs, const vtc_budget* budget, const vtc_memory* memory,
                         vtc_plan* plan) {
  if (inputs == nullptr || budget == nullptr || memory == nullptr || plan == nullptr) return VTC_NULL_ROWS;
  vtc::budget want{};
  if (const vtc::status s = vtc::c::budget_of(*budget, want); s != vtc::status::ok) return vtc::c::number(s);
  return vtc::c::with_policy(method, [&](const auto& policy) noexcept -> vtc_status {
    return vtc::c::number(vtc::c::make_plan_in(policy, vtc::c::inputs_of(*inputs), want, *memory, *plan));
  });
}

vtc_status vtc_check_plan(const vtc_plan* plan) {
  if (plan == nullptr) return VTC_NULL_ROWS;
  return vtc::c::number(vtc::check(vtc::c::plan_of(*plan)));
}

vtc_status vtc_apply_slots(const vtc_plan* plan, const vtc_rows* in, const vtc_output* out, int32_t reduction, int32_t first,
                           int32_t last) {
  if (plan == nullptr || in == nullptr || out == nullptr) return VTC_NULL_ROWS;
  if (reduction < 0 || reduction > VTC_ANCHOR) return VTC_REDUCTION_UNSUPPORTED;
  return vtc::c::number(vtc::apply(vtc::c::plan_of(*plan), vtc::c::rows_of(*in), vtc::c::rows_of(*out),
                                   static_cast<vtc::reduction>(reduction), vtc::slot_range{first, last}));
}
vtc_status vtc_apply(const vtc_plan* plan, const vtc_rows* in, const vtc_output* out) {
  return plan == nullptr ? VTC_NULL_ROWS : vtc_apply_slots(plan, in, out, plan->reduction, 0, INT32_MAX);
}

vtc_status vtc_compress(const vtc_method* method, const vtc_inputs* inputs, const vtc_budget* budget, const vtc_memory* memory,
                        vtc_plan* plan, const vtc_output* out) {
  if (inputs == nullptr || out == nullptr) return VTC_NULL_ROWS;
  if (inputs->tokens.data == nullptr) return VTC_NEEDS_TOKENS;
  const vtc_status s = vtc_make_plan(method, inputs, budget, memory, plan);
  return s != VTC_OK ? s : vtc_apply(plan, &inputs->tokens, out);
}

vtc_status vtc_restore(const vtc_plan* plan, const vtc_rows* compressed, const vtc_output* out) {
  if (plan == nullptr || compressed == nullptr || out == nullptr) return VTC_NULL_ROWS;
  return vtc::c::number(vtc::restore(vtc::c::plan_of(*plan), vtc::c::rows_of(*compressed), vtc::c::rows_of(*out)));
}

vtc_status vtc_sizes(const vtc_plan* plan, const float* before, float* sizes) {
  return plan == nullptr ? VTC_NULL_ROWS : vtc::c::number(vtc::sizes(vtc::c::plan_of(*plan), before, sizes));
}

vtc_status vtc_positions(const vtc_plan* plan, const int32_t* original, ptrdiff_t original_stride, int32_t axes, int32_t rule, int32_t base,
                         int32_t* positions, ptrdiff_t stride, int32_t* next) {
  if (plan == nullptr) return VTC_NULL_ROWS;
  if (rule < 0 || rule > VTC_POSITIONS_GRID) return VTC_BAD_SHAPE;
  const vtc::planes out{positions, plan->slot_count, axes, stride};
  return vtc::c::number(
      vtc::positions(vtc::c::plan_of(*plan), original, original_stride, axes, static_cast<vtc::position_rule>(rule), base, out, next));
}

vtc_status vtc_slots_per_region(const vtc_plan* plan, const vtc_layout* where, int32_t* counts) {
  if (plan == nullptr || where == nullptr) return VTC_NULL_ROWS;
  return vtc::c::number(vtc::slots_per_region(vtc::c::plan_of(*plan), vtc::c::layout_of(*where), counts));
}

int32_t vtc_compress_grid(const char* name, const float* tokens, int32_t count, int32_t width, int32_t grid_height, int32_t grid_width,
                          int32_t keep, void* scratch, size_t scratch_bytes, float* out, int32_t* anchors) {
  vtc_method method;
  if (const vtc_status s = vtc_method_parse(name, &method); s != VTC_OK) return -s;
  if (anchors == nullptr) return -VTC_NULL_ROWS;
  const vtc_region grid = {0, 1, grid_height, grid_width, grid_width, count, 1};
  vtc_inputs in{};
  in.where = vtc_layout{count, &grid, 1, nullptr, nullptr};
  in.tokens.data = tokens;
  in.tokens.count = count;
  in.tokens.width = width;
  in.metric = in.tokens;
  const size_t table_bytes = vtc_table_bytes(count, count), skip = (4 - reinterpret_cast<uintptr_t>(scratch) % 4) % 4;
  if (scratch == nullptr || scratch_bytes < table_bytes + skip) return -VTC_OUT_OF_MEMORY;
  vtc_memory memory{};
  memory.table = static_cast<char*>(scratch) + skip;
  memory.table_slots = memory.table_entries = count;
  memory.scratch = static_cast<char*>(memory.table) + table_bytes;
  memory.scratch_bytes = scratch_bytes - skip - table_bytes;
  const vtc_budget budget = keep > 0 ? vtc_keep(keep) : vtc_method_decides();
  vtc_plan plan;
  if (const vtc_status s = vtc_make_plan(&method, &in, &budget, &memory, &plan); s != VTC_OK) return -s;
  const vtc_output rows = {
      out, plan.slot_count, plan.reduction == VTC_CONCATENATE ? width * (plan.entry_count / plan.slot_count) : width, VTC_F32, 0, 0,
      0,   nullptr};
  if (const vtc_status s = vtc_apply(&plan, &in.tokens, &rows); s != VTC_OK) return -s;
  for (int32_t s = 0; s < plan.slot_count; ++s) anchors[s] = plan.anchor[s];
  return plan.slot_count;
}

}  // extern "C"
