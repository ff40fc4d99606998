// What the visual tokens cost the language model: FLOPs, memory and, once calibrated, milliseconds of prefill as a function of their count; and from which
// count on a method pays for itself.
//
// Inputs: the shape of a dense decoder (per layer: queries, keys, values, output, attention, an MLP of two matrices or three, gated); measured points
// (tokens, milliseconds) of the same prompt prefix, batch settings and threads: two or more tell a fixed part from the growing one (cost_curve.hpp).
// Gives: prefill_flops, weight_bytes, kv_bytes, prefill_bytes (each weight read once, keys and values written once: the least that must be moved);
// prefill_cost with milliseconds(n) and saved(n, k); break_even_removed and break_even_tokens. Embedding, output head and norms are not counted.
// Order and ties: none. Cost: O(1); calibrate O(points); break_even_tokens O(most). Workspace: none.
// Errors: check(decoder) gives bad_shape for a size that is not positive or more key than query heads; calibrate: those and fit's. The functions on counts
// take n >= 0. A break-even that does not exist is none.
#pragma once

#include "vtc/budget/budget.hpp"
#include "vtc/session/cost_curve.hpp"

namespace vtc {
inline namespace v0_1 {

struct decoder {
  index_t layers, width, ffn_width, heads, kv_heads, head_size;
  bool gated;            // MLP of three matrices (SwiGLU), else of two
  double element_bytes;  // of a weight; 4-bit formats: about 0.56
  double kv_element_bytes;
  bool skips_mask;  // attention kernels that leave out the masked half
};

VTC_INLINE status check(const decoder& d) noexcept {
  if (d.layers <= 0 || d.width <= 0 || d.ffn_width <= 0 || d.heads <= 0 || d.kv_heads <= 0 || d.head_size <= 0) return status::bad_shape;
  if (d.kv_heads > d.heads || !detail::is_positive(d.element_bytes) || !detail::is_positive(d.kv_element_bytes)) return status::bad_shape;
  return status::ok;
}

VTC_INLINE double weight_count(const decoder& d) noexcept {
  const double projections =
      2.0 * d.width * d.head_size * (static_cast<double>(d.heads) + d.kv_heads);  // queries and output, keys and values
  return d.layers * (projections + (d.gated ? 3.0 : 2.0) * d.width * d.ffn_width);
}
// Of one query row against one key row, with its value row.
VTC_INLINE double pair_flops(const decoder& d) noexcept { return 4.0 * d.layers * d.heads * d.head_size; }

// Of n tokens behind `past` tokens that are in the cache already.
VTC_INLINE double prefill_flops(const decoder& d, index_t n, index_t past = 0) noexcept {
  const double own = d.skips_mask ? (n + 1.0) / 2 : n;
  return n * (2 * weight_count(d) + pair_flops(d) * (past + own));
}
VTC_INLINE double weight_bytes(const decoder& d) noexcept { return weight_count(d) * d.element_bytes; }
VTC_INLINE double kv_bytes(const decoder& d, index_t n) noexcept {
  return 2.0 * n * d.layers * d.kv_heads * d.head_size * d.kv_element_bytes;
}
VTC_INLINE double prefill_bytes(const decoder& d, index_t n) noexcept { return weight_bytes(d) + kv_bytes(d, n); }

struct prefill_cost {
  decoder model;
  cost_curve time;

  VTC_INLINE double milliseconds(index_t n) const noexcept { return time.at(n); }
  VTC_INLINE double saved(index_t n, index_t kept) const noexcept { return time.at(n) - time.at(kept); }
};

VTC_INLINE status calibrate(const decoder& model, const timing* points, index_t count, prefill_cost& out) noexcept {
  if (const status s = check(model); s != status::ok) return s;
  const double half = model.skips_mask ? pair_flops(model) / 2 : 0;
  cost_curve time{};
  if (const status s = fit(points, count, (pair_flops(model) - half) / (2 * weight_count(model) + half), time); s != status::ok) return s;
  out = prefill_cost{model, time};
  return status::ok;
}

// The fewest of n tokens whose removal saves at least what the method costs; none where not even n - 1 do.
VTC_INLINE index_t break_even_removed(const prefill_cost& cost, index_t n, double method_milliseconds) noexcept {
  if (n < 2 || !(cost.saved(n, 1) >= method_milliseconds)) return none;
  index_t least = 1, most = n - 1;  // the saving grows with the removed tokens
  while (least < most) {
    const index_t middle = least + (most - least) / 2;
    if (cost.saved(n, n - middle) >= method_milliseconds) most = middle;
    else least = middle + 1;
  }
  return least;
}

// The fewest source tokens, up to `most`, from which the method pays under this budget (a count or a ratio); none where it never does.
VTC_INLINE index_t break_even_tokens(const prefill_cost& cost, const cost_curve& method, const budget& want, index_t most) noexcept {
  if (check(want) != status::ok) return none;
  for (std::int64_t tokens = 1; tokens <= most; ++tokens) {
    const auto n = static_cast<index_t>(tokens);
    const index_t kept = count_of(want, n);
    if (kept < n && cost.saved(n, kept) >= method.at(n)) return n;
  }
  return none;
}

}  // namespace v0_1
}  // namespace vtc
