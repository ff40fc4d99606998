#include "apply_plan.hpp"

#include <algorithm>
#include <atomic>
#include <limits>

#include "fault.hpp"

namespace tool {
namespace {

// One lane's share of the slots.
struct work {
  const engine& functions;
  const vtc::plan_view& plan;
  const vtc::rows& in;
  const vtc::mutable_rows& out;
  vtc::reduction how;
  int lanes;
  std::atomic<vtc::status> first_fault{vtc::status::ok};

  static void run(void* self, int lane) {
    auto& w = *static_cast<work*>(self);
    const auto bound = [&](int k) { return static_cast<vtc::index_t>(static_cast<std::int64_t>(w.plan.slot_count) * k / w.lanes); };
    const vtc::status s = w.functions.apply(w.plan, w.in, w.out, w.how, bound(lane), bound(lane + 1));
    vtc::status none_yet = vtc::status::ok;
    if (s != vtc::status::ok) w.first_fault.compare_exchange_strong(none_yet, s);
  }
};

}  // namespace

rows_out make_output(const vtc::plan_view& plan, const vtc::rows& in, vtc::reduction how, vtc::element element) {
  const vtc::index_t side_by_side = how == vtc::reduction::concatenate && plan.slot_count > 0 ? plan.entry_count / plan.slot_count : 1;
  const std::int64_t width = std::int64_t{in.width} * std::max(side_by_side, 1);
  if (width > std::numeric_limits<vtc::index_t>::max()) fail(vtc::status::bad_shape, "rows of " + std::to_string(width) + " columns");
  return rows_out(plan.slot_count, static_cast<vtc::index_t>(width), element);
}

void apply_plan(const engine& functions, const vtc::executor& threads, const vtc::plan_view& plan, const vtc::rows& in,
                const vtc::mutable_rows& out, vtc::reduction how) {
  work w{functions, plan, in, out, how, std::min(threads.lane_count(), std::max(plan.slot_count, 1))};
  if (w.lanes > 1) threads.run(threads.context, w.lanes, work::run, &w);
  else work::run(&w, 0);
  require(w.first_fault);
}

}  // namespace tool
