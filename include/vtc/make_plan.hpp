// The one door: everything that all methods would repeat, done once, then one call of the planner per region (or one in all).
//
// Inputs: a policy (planner, or scored<Score, Planner>), what the host gives, a budget, a workspace, a plan to fill.
// Gives: the plan. Rows are split into kept (protected), candidates and padding; where the method compares rows, their squared norms are
// computed once and rows with a non-finite norm count as padding; the budget becomes a number; nothing to remove is the identity.
// Order and ties: slots ascend by anchor, kept rows in their places; in method order kept rows stand in front of the method's slots.
// Cost: a few passes over N bytes beside the method. Workspace: 9 N bytes, 4 N more with norms, 4 N more for a score, and the method's own;
// workspace_bytes gives the exact sum. A workspace that owns its memory grows, one over the caller's bytes gives out_of_memory.
// Errors: see status.hpp. All checks come before the plan is touched; a call that fails later leaves an empty plan.
#pragma once

#include "vtc/budget/by_scores.hpp"
#include "vtc/check_request.hpp"
#include "vtc/kernel/row_source.hpp"
#include "vtc/kernel/squared_norms.hpp"
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
      within([&] { memory_.template take<float>(kernel::squared_norms_scratch<Arch>(compared_rows().width, memory_.threads.lane_count())); });
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
    sort_rows();
    if constexpr (is_scored<P>::value) {
      const std::size_t here = memory_.mark();
      if (const status s = policy_.score(in_, memory_, scores_, Arch{}); s != status::ok) return s;
      memory_.rewind(here);
    }
    if constexpr (compares)
      if (const status s = drop_non_finite(); s != status::ok) return s;
    if (candidates_ + kept_ == 0) return status::no_valid_row;
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
    return covers(input::metric, compared<planner_type>::value) ? in_.metric : covers(input::aligned, compared<planner_type>::value) ? in_.aligned : in_.tokens;
  }

  template <class Body>
  void within(Body&& body) noexcept {  // scratch that is given back at once
    const std::size_t here = memory_.mark();
    body();
    if (memory_.measuring()) memory_.rewind(here);
  }

  void take_scratch() noexcept {
    const index_t n = in_.where.count;
    roles_ = memory_.template take<role>(n);
    candidate_ = memory_.template take<index_t>(n);
    first_ = memory_.template take<index_t>(in_.where.parts() + 1);
    slot_of_row_ = memory_.template take<index_t>(n);
    if constexpr (compares) norm_ = memory_.template take<float>(n);
    if constexpr (is_scored<P>::value) scores_ = memory_.template take<float>(n);
  }

  void measure_part(index_t g, index_t candidates, index_t kept) noexcept {
    share_of_rows share = share_for(want_, own_count(planner_), candidates, kept);
    if (share.fault != status::ok || share.identity) return;
    if (want_.reads_scores()) share.slots = candidates;
    if constexpr (has_measure<planner_type, Arch>::value)
      within([&] { planner_.measure(in_, part_task(g, nullptr, nullptr, candidates, kept, count_lead(in_.where, g), share.slots), memory_, Arch{}); });
  }

  task part_task(index_t g, const index_t* candidate, const float* norm, index_t count, index_t kept, index_t lead, index_t slots) const noexcept {
    return task{candidate, count, slots, g, kept, kept_, lead, norm, roles_, want_.order, want_.official};
  }

  // Marks every row and lists the candidates, region by region.
  void sort_rows() noexcept {
    const layout& where = in_.where;
    const index_t n = where.count;
    std::memset(roles_, static_cast<int>(role::kept), static_cast<std::size_t>(n));
    for (index_t g = 0; g < where.parts(); ++g) {
      const region p = where.part(g);
      for (index_t t = 0; t < p.frames; ++t)
        for (index_t y = 0; y < p.height; ++y)
          std::memset(roles_ + p.begin + t * p.frame_pitch + y * p.row_pitch, static_cast<int>(role::candidate), static_cast<std::size_t>(p.width));
    }
    for (index_t r = 0; where.protect != nullptr && r < n; ++r)
      if (where.protect[r] != 0) roles_[r] = role::kept;
    for (index_t r = 0; where.valid != nullptr && r < n; ++r)
      if (where.valid[r] == 0) roles_[r] = role::padding;
    list_candidates();
  }

  void list_candidates() noexcept {
    const layout& where = in_.where;
    candidates_ = kept_ = 0;
    index_t r = 0;
    for (index_t g = 0; g < where.parts(); ++g) {
      first_[g] = candidates_;
      const index_t end = g + 1 < where.parts() ? where.part(g + 1).begin : where.count;
      for (; r < end; ++r) {
        candidate_[candidates_] = r;
        candidates_ += roles_[r] == role::candidate;
        kept_ += roles_[r] == role::kept;
      }
    }
    first_[where.parts()] = candidates_;
  }

  status drop_non_finite() noexcept {
    const std::size_t here = memory_.mark();
    const rows& x = compared_rows();
    float* scratch = memory_.template take<float>(kernel::squared_norms_scratch<Arch>(x.width, memory_.threads.lane_count()));
    if (memory_.failed()) return status::out_of_memory;
    kernel::squared_norms<Arch>(kernel::listed_rows{x, candidate_}, candidates_, norm_, scratch, memory_.threads);
    memory_.rewind(here);
    non_finite_ = 0;
    for (index_t i = 0; i < candidates_; ++i)
      if (!is_finite(norm_[i])) {
        roles_[candidate_[i]] = role::padding;
        ++non_finite_;
      }
    if (non_finite_ == 0) return status::ok;
    index_t k = 0;
    for (index_t i = 0; i < candidates_; ++i)
      if (is_finite(norm_[i])) norm_[k++] = norm_[i];
    list_candidates();
    return status::ok;
  }

  index_t kept_in(index_t from, index_t to) const noexcept {
    index_t n = 0;
    for (index_t r = from; r < to; ++r) n += roles_[r] == role::kept;
    return n;
  }

  // With a plan: builds every part. Without: only finds the first fault, so that nothing is touched before all is known to fit.
  status share_out(plan_storage* plan) noexcept {
    if (!want_.per_region) return share_part(none, 0, candidates_, kept_, kept_in(0, candidates_ > 0 ? candidate_[0] : 0), plan);
    for (index_t g = 0; g < in_.where.parts(); ++g) {
      const region p = in_.where.part(g);
      const index_t first = first_[g], last = first_[g + 1];
      index_t before = g > 0 ? in_.where.part(g - 1).end() : 0;
      before = before < p.begin ? before : p.begin;
      index_t kept = 0;
      for (index_t t = 0; in_.where.protect != nullptr && t < p.frames; ++t)
        for (index_t y = 0; y < p.height; ++y) {
          const index_t row = p.begin + t * p.frame_pitch + y * p.row_pitch;  // with blocks, too: their grid rows are adjacent
          kept += kept_in(row, row + p.width);
        }
      const status s = share_part(g, first, last, kept, last > first ? kept_in(before, candidate_[first]) : 0, plan);
      if (s != status::ok) return s;
    }
    return status::ok;
  }

  status share_part(index_t g, index_t first, index_t last, index_t kept, index_t lead, plan_storage* plan) noexcept {
    const index_t count = last - first;
    share_of_rows share = share_for(want_, own_count(planner_), count, kept);
    if (share.fault != status::ok) return share.fault;
    const float* scores = is_scored<P>::value ? scores_ : in_.scores;
    if (want_.reads_scores()) {
      const index_t k = clamp_count(want_, kept + count_by_scores<Arch>(want_, scores, candidate_ + first, count), count + kept);
      if (k < kept) return status::keep_below_protected;
      share.slots = k - kept;
      share.identity = k >= count + kept;
    }
    if (count > 0 && !share.identity) changed_ = true;
    task t = part_task(g, candidate_ + first, compares ? norm_ + first : nullptr, count, kept, lead, share.slots);
    if (share.identity || count == 0 || t.slots == 0) {
      for (index_t i = first; plan != nullptr && share.identity && i < last; ++i) plan->pick(candidate_[i]);
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
    return want_.order == slot_order::source ? order_by_anchor(plan) : put_kept_first(plan);
  }

  status order_by_anchor(plan_storage& plan) noexcept {
    const index_t own = plan.slot_count() - plan.appended_count(), n = in_.where.count;
    bool ascending = true;
    for (index_t k = 1; k < own; ++k) ascending = ascending && plan.anchor(k - 1) < plan.anchor(k);
    if (ascending && kept_ == 0) return status::ok;
    std::memset(slot_of_row_, 0xff, static_cast<std::size_t>(n) * sizeof(index_t));
    for (index_t k = 0; k < own; ++k) {
      const index_t r = plan.anchor(k);
      if (r < 0 || r >= n || slot_of_row_[r] != none || roles_[r] == role::kept) return status::bad_plan;
      slot_of_row_[r] = k;
    }
    const index_t total = plan.slot_count();
    plan.start_copy(total + kept_, plan.entry_count() + kept_);
    for (index_t r = 0; r < n; ++r) {
      if (roles_[r] == role::kept) plan.pick(r);
      else if (slot_of_row_[r] != none) plan.copy_slot(slot_of_row_[r]);
    }
    for (index_t k = own; k < total; ++k) plan.copy_slot(k);
    return status::ok;
  }

  status put_kept_first(plan_storage& plan) noexcept {
    plan.add_note(note::method_order);
    if (kept_ == 0) return status::ok;
    const index_t total = plan.slot_count();
    plan.start_copy(total + kept_, plan.entry_count() + kept_);
    for (index_t r = 0; r < in_.where.count; ++r)
      if (roles_[r] == role::kept) plan.pick(r);
    for (index_t k = 0; k < total; ++k) plan.copy_slot(k);
    return status::ok;
  }

  const P& policy_;
  const planner_type& planner_;
  const inputs& in_;
  const budget& want_;
  workspace& memory_;
  role* roles_ = nullptr;
  index_t *candidate_ = nullptr, *first_ = nullptr, *slot_of_row_ = nullptr;
  float *norm_ = nullptr, *scores_ = nullptr;
  index_t candidates_ = 0, kept_ = 0, non_finite_ = 0;
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
  if (detail::check_request<P>(in, want) == status::ok) detail::door<Arch, P>(policy, in, want, counter).measure();
  return counter.most();
}

template <class Arch = default_arch, class P>
status make_plan(const P& policy, const inputs& in, const budget& want, workspace& memory, plan_storage& plan) noexcept {
  static_assert(detail::is_planner<std::decay_t<decltype(planner_of(policy))>, Arch>::value,
                "vtc-P1: a planner needs `static constexpr vtc::input needs` and a const noexcept build(inputs, task, workspace, plan_storage, Arch): docs/contracts.md");
  if (const status s = detail::check_request<P>(in, want); s != status::ok) return s;
  const int lanes = memory.threads.lane_count();
  if (const status s = memory.reserve(workspace_bytes<Arch>(policy, in, want, lanes)); s != status::ok) return s;
  for (;;) {
    memory.rewind();
    const status s = detail::door<Arch, P>(policy, in, want, memory).run(plan);
    const bool grows = s == status::out_of_memory && memory.failed() && memory.owns();  // a planner that does not measure
    if (!grows) return s;
    if (const status grown = memory.reserve(2 * memory.size() + 64 * static_cast<std::size_t>(in.where.count)); grown != status::ok) return grown;
  }
}

template <class Arch = default_arch, class P, input Set>
status make_plan(const P& policy, const given<Set>& in, const budget& want, workspace& memory, plan_storage& plan) noexcept {
  check_inputs<Set, P::needs, detail::needs_any<P>::value>();
  return make_plan<Arch>(policy, static_cast<const inputs&>(in), want, memory, plan);
}

}  // namespace v0_1
}  // namespace vtc
