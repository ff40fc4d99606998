// How many rows may be written, and in which order.
//
// Inputs: a count, a ratio of two integers (never a float: 0.1 * 730 truncates to 72 or 73 by luck), a share of the score mass, the scores that stand
// out, a multiple of the scores' perplexity, or nothing (the method decides). min, max, multiple and the allowed counts (of a host with static shapes)
// then clamp the count, and a margin adds rows within max; with `each` the budget holds for every region by itself.
// Gives: count_of(budget, n): K for n valid rows. K counts every row written: protected and appended rows too. without_margin() is the same
// budget less its margin: slots() of it reports the count that the rule alone gives.
// Order and ties: slot_order::source (raster) unless method order was asked for. `official` asks a method for the counts, order and
// coefficients of its published code. Cost: none. Workspace: none.
// Errors: check() gives keep_is_zero for a budget that keeps nothing, bad_shape for a ratio or share that makes no sense.
#pragma once

#include "vtc/option.hpp"
#include "vtc/status.hpp"

namespace vtc {
inline namespace v0_1 {

enum class rounding : std::uint8_t { down, nearest, up };
enum class slot_order : std::uint8_t { source, method };

struct bounds {  // least and most rows; equal when the count is known before any data
  index_t least, most;
};

struct budget {
  enum class rule : std::uint8_t { method, count, ratio, mass, outliers, perplexity };

  rule by = rule::method;
  index_t slots = 0;                       // count
  index_t numerator = 0, denominator = 1;  // ratio
  float share = 0;                         // mass: share of the sum of the scores; perplexity: its factor
  index_t least = 1, most = INT32_MAX, step = 1;
  index_list allowed{};  // ascending; empty: any count
  index_t margin = 0;
  rounding round = rounding::down;
  bool per_region = false;
  slot_order order = slot_order::source;
  bool official = false;

  VTC_INLINE constexpr budget each_region() const noexcept { return changed(&budget::per_region, true); }
  VTC_INLINE constexpr budget at_least(index_t n) const noexcept { return changed(&budget::least, n); }
  VTC_INLINE constexpr budget at_most(index_t n) const noexcept { return changed(&budget::most, n); }
  VTC_INLINE constexpr budget multiple_of(index_t n) const noexcept { return changed(&budget::step, n); }
  // The largest of these counts that is not above K, or else the smallest: for graphs that were compiled for some counts.
  template <class... Count>
  VTC_INLINE constexpr budget one_of(Count... counts) const noexcept {
    static_assert(sizeof...(Count) <= static_cast<std::size_t>(index_list::capacity), "vtc-B1: that many counts cannot be listed");
    budget b = *this;
    b.allowed = index_list{static_cast<index_t>(sizeof...(Count)), {static_cast<index_t>(counts)...}};
    return b;
  }
  VTC_INLINE constexpr budget with_margin(index_t rows) const noexcept { return changed(&budget::margin, rows); }
  VTC_INLINE constexpr budget without_margin() const noexcept { return with_margin(0); }
  VTC_INLINE constexpr budget in_method_order() const noexcept { return changed(&budget::order, slot_order::method); }
  VTC_INLINE constexpr budget as_published() const noexcept { return in_method_order().changed(&budget::official, true); }
  VTC_INLINE constexpr bool reads_scores() const noexcept { return by == rule::mass || by == rule::outliers || by == rule::perplexity; }
  VTC_INLINE constexpr bool clamps() const noexcept { return least > 1 || most < INT32_MAX || step > 1 || allowed.count > 0 || margin > 0; }

 private:
  template <class T>
  VTC_INLINE constexpr budget changed(T budget::*field, T value) const noexcept {
    budget b = *this;
    b.*field = value;
    return b;
  }
};

VTC_INLINE constexpr budget keep(index_t slots) noexcept {
  budget b{};
  b.by = budget::rule::count;
  b.slots = slots;
  return b;
}
VTC_INLINE constexpr budget keep_ratio(index_t numerator, index_t denominator, rounding round = rounding::down) noexcept {
  budget b{};
  b.by = budget::rule::ratio;
  b.numerator = numerator;
  b.denominator = denominator;
  b.round = round;
  return b;
}
// As many of the best rows as hold `share` of the sum of the scores.
VTC_INLINE constexpr budget keep_mass(float share) noexcept {
  budget b{};
  b.by = budget::rule::mass;
  b.share = share;
  return b;
}

// As many rows as have scores that stand out (interquartile rule).
VTC_INLINE constexpr budget keep_outliers() noexcept {
  budget b{};
  b.by = budget::rule::outliers;
  return b;
}

// `factor` times the perplexity of the scores as shares: how many rows they are in effect spread over.
VTC_INLINE constexpr budget keep_perplexity(float factor = 1) noexcept {
  budget b{};
  b.by = budget::rule::perplexity;
  b.share = factor;
  return b;
}

namespace detail {
VTC_INLINE status check_clamps(const budget& b) noexcept {
  if (b.least < 0 || b.step <= 0 || b.most < b.least || b.margin < 0) return status::bad_shape;
  const std::int64_t first_multiple = b.least > b.step ? (static_cast<std::int64_t>(b.least) + b.step - 1) / b.step * b.step : b.step;
  if (b.step > 1 && first_multiple > b.most) return status::bad_shape;  // no multiple within the bounds
  if (b.allowed.count < 0 || b.allowed.count > index_list::capacity || (b.allowed.count > 0 && b.step > 1)) return status::bad_shape;
  bool within = b.allowed.count == 0;
  for (index_t i = 0; i < b.allowed.count; ++i) {
    const index_t k = b.allowed.value[i];
    if (k <= (i > 0 ? b.allowed.value[i - 1] : 0)) return status::bad_shape;
    within = within || (k >= b.least && k <= b.most);
  }
  return within ? status::ok : status::bad_shape;
}
}  // namespace detail

VTC_INLINE status check(const budget& b) noexcept {
  if (b.most == 0) return status::keep_is_zero;
  if (const status s = detail::check_clamps(b); s != status::ok) return s;
  if (b.by == budget::rule::count && b.slots <= 0) return status::keep_is_zero;
  if (b.by == budget::rule::ratio) {
    if (b.denominator <= 0 || b.numerator < 0) return status::bad_shape;
    if (b.numerator == 0) return status::keep_is_zero;
  }
  if (b.by == budget::rule::mass) {
    if (!(b.share >= 0 && b.share <= 1)) return status::bad_shape;
    if (b.share <= 0) return status::keep_is_zero;
  }
  if (b.by == budget::rule::perplexity) {
    if (!(b.share >= 0 && b.share <= 1e6f)) return status::bad_shape;
    if (b.share <= 0) return status::keep_is_zero;
  }
  return status::ok;
}

// `wanted` clamped: within [least, most], a multiple of step (rounded down, but not to nothing or below least) or one of the allowed counts, then
// the margin, never above most or n.
VTC_INLINE index_t clamp_count(const budget& b, std::int64_t wanted, index_t n) noexcept {
  std::int64_t k = wanted < b.least ? b.least : wanted > b.most ? b.most : wanted;
  if (b.step > 1) {
    k -= k % b.step;
    if (k == 0 || k < b.least) k += b.step;
  }
  std::int64_t chosen = none;
  for (index_t i = 0; i < b.allowed.count; ++i) {
    const index_t a = b.allowed.value[i];
    if (a >= b.least && a <= b.most && a <= n && (chosen == none || a <= k)) chosen = a;
  }
  if (chosen != none) k = chosen;
  else if (b.allowed.count > 0) k = n;  // fewer rows than any of them
  k = k + b.margin < b.most ? k + b.margin : b.most;
  return static_cast<index_t>(k < n ? k : n);
}

VTC_INLINE index_t count_of(const budget& b, index_t n) noexcept {
  if (b.by == budget::rule::count) return clamp_count(b, b.slots, n);
  if (b.by != budget::rule::ratio) return n;
  const std::int64_t product = static_cast<std::int64_t>(n) * b.numerator, d = b.denominator;
  const std::int64_t k = b.round == rounding::down ? product / d : b.round == rounding::up ? (product + d - 1) / d : (product + d / 2) / d;
  return clamp_count(b, k, n);
}

}  // namespace v0_1
}  // namespace vtc
