// How many rows may be written, and in which order.
//
// Inputs: a count, a ratio of two integers (never a float: 0.1 * 730 truncates to 72 or 73 by luck), a share of the score mass, the scores that stand out, or nothing
// (the method decides). min, max and multiple then clamp the count; with `each` the budget holds for every region by itself.
// Gives: count_of(budget, n): K for n valid rows. K counts every row written: protected and appended rows too.
// Order and ties: slot_order::source (raster) unless method order was asked for. `official` asks a method for the counts, order and
// coefficients of its published code. Cost: none. Workspace: none.
// Errors: check() gives keep_is_zero for a budget that keeps nothing, bad_shape for a ratio or share that makes no sense.
#pragma once

#include "vtc/status.hpp"

namespace vtc {
inline namespace v0_1 {

enum class rounding : std::uint8_t { down, nearest, up };
enum class slot_order : std::uint8_t { source, method };

struct bounds {  // least and most rows; equal when the count is known before any data
  index_t least, most;
};

struct budget {
  enum class rule : std::uint8_t { method, count, ratio, mass, outliers };

  rule by = rule::method;
  index_t slots = 0;                          // count
  index_t numerator = 0, denominator = 1;     // ratio
  float share = 0;                            // mass: share of the sum of the scores
  index_t least = 1, most = INT32_MAX, step = 1;
  rounding round = rounding::down;
  bool per_region = false;
  slot_order order = slot_order::source;
  bool official = false;

  VTC_INLINE constexpr budget each_region() const noexcept { return changed(&budget::per_region, true); }
  VTC_INLINE constexpr budget at_least(index_t n) const noexcept { return changed(&budget::least, n); }
  VTC_INLINE constexpr budget at_most(index_t n) const noexcept { return changed(&budget::most, n); }
  VTC_INLINE constexpr budget multiple_of(index_t n) const noexcept { return changed(&budget::step, n); }
  VTC_INLINE constexpr budget in_method_order() const noexcept { return changed(&budget::order, slot_order::method); }
  VTC_INLINE constexpr budget as_published() const noexcept { return in_method_order().changed(&budget::official, true); }
  VTC_INLINE constexpr bool reads_scores() const noexcept { return by == rule::mass || by == rule::outliers; }
  VTC_INLINE constexpr bool clamps() const noexcept { return least > 1 || most < INT32_MAX || step > 1; }

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

VTC_INLINE status check(const budget& b) noexcept {
  if (b.most == 0) return status::keep_is_zero;
  if (b.least < 0 || b.step <= 0 || b.most < b.least) return status::bad_shape;
  const std::int64_t first_multiple = b.least > b.step ? (static_cast<std::int64_t>(b.least) + b.step - 1) / b.step * b.step : b.step;
  if (b.step > 1 && first_multiple > b.most) return status::bad_shape;  // no multiple within the bounds
  if (b.by == budget::rule::count && b.slots <= 0) return status::keep_is_zero;
  if (b.by == budget::rule::ratio) {
    if (b.denominator <= 0 || b.numerator < 0) return status::bad_shape;
    if (b.numerator == 0) return status::keep_is_zero;
  }
  if (b.by == budget::rule::mass) {
    if (!(b.share >= 0 && b.share <= 1)) return status::bad_shape;
    if (b.share <= 0) return status::keep_is_zero;
  }
  return status::ok;
}

// `wanted` clamped: within [least, most], a multiple of step (rounded down, but not to nothing or below least), never above n.
VTC_INLINE index_t clamp_count(const budget& b, std::int64_t wanted, index_t n) noexcept {
  std::int64_t k = wanted < b.least ? b.least : wanted > b.most ? b.most : wanted;
  if (b.step > 1) {
    k -= k % b.step;
    if (k == 0 || k < b.least) k += b.step;
  }
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
