// How many rows a method will write, before any data: the one rule that the door and a host's buffers share.
//
// Inputs: a policy, a layout (with its masks) and a budget. Gives: slots(policy, layout, budget): least and most rows, equal when known.
// Exact methods give min(K, valid rows); K counts protected rows too. With `each`, K holds for every region and rows outside come on top.
// Rows that turn out not to be finite count as padding and may lower the count. Order and ties: none. Cost: O(regions), O(N) with masks.
// Workspace: none. Errors: those of make_plan that do not need data; the short form gives {none, none}.
#pragma once

#include "vtc/planner.hpp"

namespace vtc {
inline namespace v0_1 {
namespace detail {

// What the planner will make of the candidates, or why it will not.
template <class P>
VTC_INLINE status planner_slots(const P& planner, const layout& where, const task& t, bounds& out) noexcept {
  if constexpr (has_check<P>::value)
    if (const status s = planner.check(where, t); s != status::ok) return s;
  if constexpr (has_slots<P>::value) {
    out = planner.slots(where, t);
  } else {
    const index_t k = t.slots < t.count ? t.slots : t.count;
    out = bounds{k, k};
  }
  return out.least == none ? status::needs_budget : status::ok;
}

// Which rows of one region (or of all, region none) are what. `outside` rows belong to no region.
struct row_counts {
  index_t candidates, kept, outside;
};

VTC_INLINE row_counts count_rows(const layout& where, index_t g) noexcept {
  row_counts n{};
  const region p = where.part(g);
  if (where.protect == nullptr && where.valid == nullptr) {
    n.candidates = p.size();
    return n;
  }
  for (index_t t = 0; t < p.frames; ++t)
    for (index_t y = 0; y < p.height; ++y)
      for (index_t x = 0; x < p.width; ++x) {
        const index_t r = p.at(t, y, x);
        if (where.valid != nullptr && where.valid[r] == 0) continue;
        where.protect != nullptr && where.protect[r] != 0 ? ++n.kept : ++n.candidates;
      }
  return n;
}

VTC_INLINE row_counts count_rows(const layout& where) noexcept {
  row_counts all{};
  index_t inside = 0, valid = where.count;
  for (index_t g = 0; g < where.parts(); ++g) {
    const row_counts n = count_rows(where, g);
    all.candidates += n.candidates;
    all.kept += n.kept;
    inside += n.candidates + n.kept;
  }
  if (where.valid != nullptr) {
    valid = 0;
    for (index_t r = 0; r < where.count; ++r) valid += where.valid[r] != 0;
  }
  all.outside = valid - inside;
  all.kept += all.outside;
  return all;
}

// Kept rows between the region before and the first candidate of part g (none: in front of all candidates).
VTC_INLINE index_t count_lead(const layout& where, index_t g) noexcept {
  index_t r = g > 0 ? where.part(g - 1).end() : 0, lead = 0;
  if (g > 0 && r > where.part(g).begin) r = where.part(g).begin;  // in the gap behind the last grid row of the region before
  const index_t last = g != none ? g + 1 : where.parts();
  for (index_t part = g != none ? g : 0; part < last; ++part) {
    const region p = where.part(part);
    for (; r < p.begin; ++r) lead += where.valid == nullptr || where.valid[r] != 0;
    for (index_t t = 0; t < p.frames; ++t)
      for (index_t y = 0; y < p.height; ++y) {
        const index_t row = p.begin + t * p.frame_pitch + y * p.row_pitch;
        for (; r < row; ++r) lead += where.valid == nullptr || where.valid[r] != 0;
        for (; r < row + p.width; ++r) {
          const bool valid = where.valid == nullptr || where.valid[r] != 0, kept = where.protect != nullptr && where.protect[r] != 0;
          if (valid && !kept) return lead;
          lead += valid;
        }
      }
  }
  return lead;
}

struct share_of_rows {  // what a budget says to one call
  status fault;
  bool identity;
  index_t slots;  // asked of the candidates; none: the method decides
};

// `of` says which rows: the count, the kept ones and the region. A count that the method knows by itself obeys the clamps, too.
template <class P>
VTC_INLINE share_of_rows share_for(const P& planner, const layout& where, const budget& want, task of) noexcept {
  const index_t valid = of.count + of.kept;
  index_t k = none;
  if (want.by == budget::rule::count || want.by == budget::rule::ratio) {
    k = count_of(want, valid);
  } else if (want.by == budget::rule::method && of.count > 0) {
    of.slots = none;
    index_t own = none;
    if constexpr (has_own_count<P>::value) own = planner.own_count(of);
    if (own == none && want.clamps()) {
      bounds known{none, none};
      if (!takes_budget<P>::value || planner_slots(planner, where, of, known) != status::ok || known.least != known.most) return {status::budget_unsupported, false, none};
      own = known.least;
    }
    if (own == none) return {status::ok, false, none};
    k = clamp_count(want, static_cast<std::int64_t>(own) + of.kept, valid);
  } else {
    return {status::ok, false, none};
  }
  if (k < of.kept) return {status::keep_below_protected, false, none};
  return {status::ok, k >= valid, k - of.kept};
}

}  // namespace detail

template <class P>
VTC_INLINE status slots(const P& policy, const layout& where, const budget& want, bounds& out) noexcept {
  if (const status s = check(where); s != status::ok) return s;
  if (const status s = check(want); s != status::ok) return s;
  const auto& planner = planner_of(policy);
  if (covers(P::needs, input::geometry) && where.region_count <= 0) return status::needs_geometry;
  if (!detail::follows<P>(want)) return status::budget_unsupported;
  const detail::row_counts all = detail::count_rows(where);
  if (all.candidates + all.kept == 0) return status::no_valid_row;
  bounds sum{want.per_region ? all.outside : 0, want.per_region ? all.outside : 0};
  for (index_t g = 0; g < (want.per_region ? where.parts() : 1); ++g) {
    const detail::row_counts n = want.per_region ? detail::count_rows(where, g) : all;
    task t{nullptr, n.candidates, none, want.per_region ? g : none, n.kept, all.kept, n.kept, nullptr, nullptr, want.order, want.official};
    const detail::share_of_rows share = detail::share_for(planner, where, want, t);
    if (share.fault != status::ok) return share.fault;
    bounds part{n.candidates, n.candidates};
    if (want.reads_scores()) {
      const index_t least = clamp_count(want, n.kept + 1, n.candidates + n.kept), most = clamp_count(want, n.candidates + n.kept, n.candidates + n.kept);
      if (most < n.kept) return status::keep_below_protected;
      part = bounds{least > n.kept ? least - n.kept : 0, most - n.kept};
    } else if (!share.identity && n.candidates > 0 && share.slots != 0) {
      t.slots = share.slots;
      if (const status s = detail::planner_slots(planner, where, t, part); s != status::ok) return s;
    } else if (share.slots == 0) {
      part = bounds{0, 0};
    }
    sum.least += part.least + n.kept;
    sum.most += part.most + n.kept;
  }
  out = sum;
  return status::ok;
}

template <class P>
VTC_INLINE bounds slots(const P& policy, const layout& where, const budget& want) noexcept {
  bounds b{none, none};
  return slots(policy, where, want, b) == status::ok ? b : bounds{none, none};
}

}  // namespace v0_1
}  // namespace vtc
