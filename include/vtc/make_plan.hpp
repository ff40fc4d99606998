// The one door: everything that all methods would repeat, done once, then one call of the planner per region (or one in all).
//
// Inputs: a policy (planner, or scored<Score, Planner>), what the host gives, a budget, a workspace, a plan to fill.
// Gives: the plan. Rows are split into kept (protected), candidates and padding; where the method compares rows, their squared norms are
// computed once and rows with a non-finite norm count as padding; the budget becomes a number; nothing to remove is the identity.
// Order and ties: slots ascend by anchor, kept rows in their places; in method order kept rows stand in front of the method's slots.
// Cost: a few passes over N bytes beside the method. Workspace: 9 N bytes, 4 N more with norms, 4 N more for a score or a boost, and the method's own;
// workspace_bytes gives the exact sum. A workspace that owns its memory grows, one over the caller's bytes gives out_of_memory.
// Errors: see status.hpp. All checks come before the plan is touched; a call that fails later leaves an empty plan.
#pragma once

#include "vtc/budget/by_scores.hpp"
#include "vtc/check_request.hpp"
#include "vtc/kernel/row_source.hpp"
#include "vtc/kernel/squared_norms.hpp"
#include "vtc/order_slots.hpp"
#include "vtc/planner.hpp"
#include "vtc/slot_count.hpp"

namespace vtc {
inline namespace v0_1 {
namespace detail {

template <class Arch, class P>
class door {
 public:
  using planner_type = std::decay_t<decltype(planner_of(std::declval<const P&>()))>;

  door(const P& policy, const inputs& in, const budget& want, workspace& memory) noexcept
      : policy_(policy), planner_(planner_of(policy)), in_(in), want_(want), memory_(memory) {}

  // Takes from a measuring workspace what run() will take, for rows that are all finite.
  void measure() noexcept {
    take_scratch();
    if constexpr (is_scored<P>::value)
      if constexpr (score_has_measure<typename P::score_type, Arch>::value) within([&] { policy_.score.measure(in_, memory_, Arch{}); });
    if constexpr (compares)
      within(
          [&] { memory_.template take<float>(kernel::squared_norms_scratch<Arch>(compared_rows().width, memory_.threads.lane_count())); });
    const row_counts all = count_rows(in_.where);
    if (!want_.per_region) return measure_part(none, all.candidates, all.kept);
    for (index_t g = 0; g < in_.where.parts(); ++g) {
      const row_counts n = count_rows(in_.where, g);
      measure_part(g, n.candidates, n.kept);
    }
  }

  status run(plan_storage& plan) noexcept {
    take_scratch();
    if (memory_.failed()) return status::out_of_memory;
    rows_.sort(in_.where);
    if constexpr (!publishes_class_row<planner_type>::value)
      if (want_.official) rows_.drop(in_.where, in_.projections.queries.count == in_.where.count ? in_.projections.class_row : none);
    if constexpr (is_scored<P>::value) {
      const std::size_t here = memory_.mark();
      if (const status s = published(policy_.score, want_.official)(in_, memory_, scores_, Arch{}); s != status::ok) return s;
      memory_.rewind(here);
    }
    if (boosts()) boost_scores();
    if constexpr (compares)
      if (const status s = drop_non_finite(); s != status::ok) return s;
    if (rows_.candidates + rows_.kept == 0) return status::no_valid_row;
    if (const status s = share_out(nullptr); s != status::ok) return s;
    plan.clear(in_.where.count);
    if (non_finite_ > 0) plan.add_note(note::non_finite);
    const status s = build(plan);
    if (s != status::ok) plan.clear(in_.where.count);
    const status closed = plan.finish();
    return s != status::ok ? s : closed;
  }

 private:
  static constexpr bool compares = compared<planner_type>::value != input::nothing;

  const rows& compared_rows() const noexcept {
    return covers(input::metric, compared<planner_type>::value)    ? in_.metric
           : covers(input::aligned, compared<planner_type>::value) ? in_.aligned
                                                                   : in_.tokens;
  }

  template <class Body>
  void within(Body&& body) noexcept {  // scratch that is given back at once
    const std::size_t here = memory_.mark();
    body();
    if (memory_.measuring()) memory_.rewind(here);
  }

  void take_scratch() noexcept {
    const index_t n = in_.where.count;
    rows_.take(in_.where, memory_);
    slot_of_row_ = memory_.template take<index_t>(n);
    if constexpr (compares) norm_ = memory_.template take<float>(n);
    if (is_scored<P>::value || boosts()) scores_ = memory_.template take<float>(n);
  }

  bool boosts() const noexcept { return ranks_by_scores<P> && in_.boost != nullptr; }
  // A factor above 1 raises a score, be it above zero or below.
  void boost_scores() noexcept {
    const float* from = is_scored<P>::value ? scores_ : in_.scores;
    for (index_t r = 0; r < in_.where.count; ++r) scores_[r] = from[r] < 0 ? from[r] / in_.boost[r] : from[r] * in_.boost[r];
  }

  void measure_part(index_t g, index_t candidates, index_t kept) noexcept {
    task t = part_task(g, nullptr, nullptr, candidates, kept, count_lead(in_.where, g), none);
    share_of_rows share = share_for(planner_, in_.where, want_, t);
    if (share.fault != status::ok || share.identity) return;
    t.slots = want_.reads_scores() ? candidates : share.slots;
    if (t.slots == 0 || candidates == 0) return;
    if constexpr (has_measure<planner_type, Arch>::value) within([&] { planner_.measure(in_, t, memory_, Arch{}); });
  }

  task part_task(index_t g, const index_t* candidate, const float* norm, index_t count, index_t kept, index_t lead,
                 index_t slots) const noexcept {
    return task{candidate, count, slots, g, kept, rows_.kept, lead, norm, rows_.of, want_.order, want_.official};
  }

  status drop_non_finite() noexcept {
    const std::size_t here = memory_.mark();
    const rows& x = compared_rows();
    float* scratch = memory_.template take<float>(kernel::squared_norms_scratch<Arch>(x.width, memory_.threads.lane_count()));
    if (memory_.failed()) return status::out_of_memory;
    kernel::squared_norms<Arch>(kernel::listed_rows{x, rows_.candidate}, rows_.candidates, norm_, scratch, memory_.threads);
    memory_.rewind(here);
    index_t finite = 0;
    for (index_t i = 0; i < rows_.candidates; ++i) {
      if (is_finite(norm_[i])) norm_[finite++] = norm_[i];
      else rows_.of[rows_.candidate[i]] = role::padding;
    }
    non_finite_ = rows_.candidates - finite;
    if (non_finite_ > 0) rows_.list(in_.where);
    return status::ok;
  }

  // With a plan: builds every part. Without: only finds the first fault, so that nothing is touched before all is known to fit.
  status share_out(plan_storage* plan) noexcept {
    if (!want_.per_region) {
      const index_t lead = rows_.candidates > 0 ? rows_.kept_in(0, rows_.candidate[0]) : 0;
      return share_part(none, 0, rows_.candidates, rows_.kept, lead, plan);
    }
    for (index_t g = 0; g < in_.where.parts(); ++g) {
      const status s = share_part(g, rows_.first[g], rows_.first[g + 1], rows_.kept_inside(in_.where, g), rows_.lead(in_.where, g), plan);
      if (s != status::ok) return s;
    }
    return status::ok;
  }

  status share_part(index_t g, index_t first, index_t last, index_t kept, index_t lead, plan_storage* plan) noexcept {
    const index_t count = last - first;
    task t = part_task(g, rows_.candidate + first, compares ? norm_ + first : nullptr, count, kept, lead, none);
    share_of_rows share = share_for(planner_, in_.where, want_, t);
    if (share.fault != status::ok) return share.fault;
    const float* scores = is_scored<P>::value || boosts() ? scores_ : in_.scores;
    if (want_.reads_scores()) {
      const index_t k = clamp_count(want_, kept + count_by_scores<Arch>(want_, scores, rows_.candidate + first, count), count + kept);
      if (k < kept) return status::keep_below_protected;
      share.slots = k - kept;
      share.identity = k >= count + kept;
    }
    if (count > 0 && !share.identity) changed_ = true;
    t.slots = share.slots;
    if (share.identity || count == 0 || t.slots == 0) {
      for (index_t i = first; plan != nullptr && share.identity && i < last; ++i) plan->pick(rows_.candidate[i]);
      return status::ok;
    }
    bounds expected{};
    if (const status s = planner_slots(planner_, in_.where, t, expected); s != status::ok || plan == nullptr) return s;
    const std::size_t here = memory_.mark();
    const index_t before = plan->slot_count();
    inputs with = in_;
    with.scores = scores;
    const status s = planner_.build(with, t, memory_, *plan, Arch{});
    if (s != status::ok) return s;  // the workspace then still tells whether it was too small
    if (plan->slot_count() - before < expected.least) plan->add_note(note::incomplete);
    memory_.rewind(here);
    return s;
  }

  status build(plan_storage& plan) noexcept {
    changed_ = false;
    if (const status s = share_out(&plan); s != status::ok) return s;
    if (!changed_) plan.add_note(note::identity | note::partition);
    if (want_.per_region && in_.where.parts() > 1) plan.shape(cells{});  // several grids are not one
    return want_.order == slot_order::source ? order_by_anchor(plan, rows_, in_.where.count, slot_of_row_)
                                             : put_kept_first(plan, rows_, in_.where.count);
  }

  const P& policy_;
  const planner_type& planner_;
  const inputs& in_;
  const budget& want_;
  workspace& memory_;
  row_roles rows_{};
  index_t* slot_of_row_ = nullptr;
  float *norm_ = nullptr, *scores_ = nullptr;
  index_t non_finite_ = 0;
  bool changed_ = false;
};

}  // namespace detail

// Exactly what make_plan takes from a workspace, in bytes, from shapes alone. A caller's buffer must start at 64 bytes, or have 63 more.
template <class Arch = default_arch, class P>
std::size_t workspace_bytes(const P& policy, const inputs& in, const budget& want, int lanes = 1) noexcept {
  workspace counter;
  counter.measure();
  counter.threads.lanes = lanes;
  counter.threads.run = [](void*, int, void (*)(void*, int), void*) {};
  if (detail::check_request(policy, in, want) == status::ok) detail::door<Arch, P>(policy, in, want, counter).measure();
  return counter.most();
}

template <class Arch = default_arch, class P>
status make_plan(const P& policy, const inputs& in, const budget& want, workspace& memory, plan_storage& plan) noexcept {
  static_assert(detail::is_planner<std::decay_t<decltype(planner_of(policy))>, Arch>::value,
                "vtc-P1: a planner needs `static constexpr vtc::input needs` and a const noexcept build(inputs, task, workspace, "
                "plan_storage, Arch): docs/contracts.md");
  if (const status s = detail::check_request(policy, in, want); s != status::ok) return s;
  const int lanes = memory.threads.lane_count();
  if (const status s = memory.reserve(workspace_bytes<Arch>(policy, in, want, lanes)); s != status::ok) return s;
  for (;;) {
    memory.rewind();
    const status s = detail::door<Arch, P>(policy, in, want, memory).run(plan);
    const bool grows = s == status::out_of_memory && memory.failed() && memory.owns();  // a planner that does not measure
    if (!grows) return s;
    if (const status grown = memory.reserve(2 * memory.size() + 64 * static_cast<std::size_t>(in.where.count)); grown != status::ok)
      return grown;
  }
}

template <class Arch = default_arch, class P, input Set>
status make_plan(const P& policy, const given<Set>& in, const budget& want, workspace& memory, plan_storage& plan) noexcept {
  check_inputs<Set, P::needs, detail::needs_any<P>::value>();
  return make_plan<Arch>(policy, static_cast<const inputs&>(in), want, memory, plan);
}

}  // namespace v0_1
}  // namespace vtc
