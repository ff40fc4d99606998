// Everything a host may give to a method, as one plain struct, and `give(...)`, which remembers at compile time what it was given.
//
// Inputs: a layout and named values, for example give(where, tokens(x), metric(keys), attention(weights)):
//   tokens [N,C]      the rows to compress              metric [N,D]    rows that similarity is measured on (keys, or the tokens again)
//   aligned [N,E]     token features in the text space  text [M,E]      text embeddings
//   reference [N,C]   the rows of the frame before      attention       weights [H,Q,N] after the softmax
//   projections       queries and keys [N,H*d]          scores [N]      one importance a row, higher is kept
//   sizes [N]         how many source patches a row already stands for (absent: 1)
//   boost [N]         factors on the scores of a method that ranks by scores, whoever computes them: 2 is twice as important (absent: 1)
// Gives: inputs, or given<Set>: the same object with the set in its type, so that a missing input is one static_assert.
// Order and ties: none. Cost: none. Workspace: none.
// Errors: first_missing names the first input that a method needs and the host did not give.
#pragma once

#include "vtc/view/attention.hpp"
#include "vtc/view/layout.hpp"
#include "vtc/view/rows.hpp"

namespace vtc {
inline namespace v0_1 {

enum class input : std::uint32_t {
  nothing = 0,
  tokens = 1,
  metric = 2,
  aligned = 4,
  text = 8,
  reference = 16,
  attention = 32,
  projections = 64,
  scores = 128,
  sizes = 256,
  geometry = 512,
  boost = 1024
};

VTC_INLINE constexpr input operator|(input a, input b) noexcept {
  return static_cast<input>(static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b));
}
VTC_INLINE constexpr bool covers(input have, input need) noexcept {
  return (static_cast<std::uint32_t>(need) & ~static_cast<std::uint32_t>(have)) == 0;
}
VTC_INLINE constexpr input without(input all, input some) noexcept {
  return static_cast<input>(static_cast<std::uint32_t>(all) & ~static_cast<std::uint32_t>(some));
}

struct inputs {
  layout where;
  rows tokens, metric, aligned, text, reference;
  attention_weights attention;
  projection_rows projections;
  const float* scores;
  const float* sizes;
  const float* boost;
};

template <input Set>
struct given : inputs {};

template <input Which, class Value>
struct named {
  static constexpr input which = Which;
  Value value;
};

VTC_INLINE named<input::tokens, rows> tokens(const rows& v) noexcept { return {v}; }
VTC_INLINE named<input::metric, rows> metric(const rows& v) noexcept { return {v}; }
VTC_INLINE named<input::aligned, rows> aligned(const rows& v) noexcept { return {v}; }
VTC_INLINE named<input::text, rows> text(const rows& v) noexcept { return {v}; }
VTC_INLINE named<input::reference, rows> reference(const rows& v) noexcept { return {v}; }
VTC_INLINE named<input::attention, attention_weights> attention(const attention_weights& v) noexcept { return {v}; }
VTC_INLINE named<input::projections, projection_rows> projections(const projection_rows& v) noexcept { return {v}; }
VTC_INLINE named<input::scores, const float*> scores(const float* v) noexcept { return {v}; }
VTC_INLINE named<input::sizes, const float*> sizes(const float* v) noexcept { return {v}; }
VTC_INLINE named<input::boost, const float*> boost(const float* v) noexcept { return {v}; }

namespace detail {
VTC_INLINE void put(inputs& i, const named<input::tokens, rows>& v) noexcept { i.tokens = v.value; }
VTC_INLINE void put(inputs& i, const named<input::metric, rows>& v) noexcept { i.metric = v.value; }
VTC_INLINE void put(inputs& i, const named<input::aligned, rows>& v) noexcept { i.aligned = v.value; }
VTC_INLINE void put(inputs& i, const named<input::text, rows>& v) noexcept { i.text = v.value; }
VTC_INLINE void put(inputs& i, const named<input::reference, rows>& v) noexcept { i.reference = v.value; }
VTC_INLINE void put(inputs& i, const named<input::attention, attention_weights>& v) noexcept { i.attention = v.value; }
VTC_INLINE void put(inputs& i, const named<input::projections, projection_rows>& v) noexcept { i.projections = v.value; }
VTC_INLINE void put(inputs& i, const named<input::scores, const float*>& v) noexcept { i.scores = v.value; }
VTC_INLINE void put(inputs& i, const named<input::sizes, const float*>& v) noexcept { i.sizes = v.value; }
VTC_INLINE void put(inputs& i, const named<input::boost, const float*>& v) noexcept { i.boost = v.value; }
}  // namespace detail

// A layout always tells the geometry, so `geometry` is given with it.
template <class... Named>
VTC_INLINE auto give(const layout& where, const Named&... values) noexcept {
  given<(input::geometry | ... | Named::which)> all{};
  all.where = where;
  (detail::put(all, values), ...);
  return all;
}

VTC_INLINE status first_missing(const inputs& i, input need, input any = input::nothing) noexcept {
  const bool has_attention = i.attention.data != nullptr, has_projections = !i.projections.queries.empty() && !i.projections.keys.empty();
  if (any != input::nothing && !(covers(any, input::attention) && has_attention) && !(covers(any, input::projections) && has_projections))
    return status::needs_projections;
  if (covers(need, input::tokens) && i.tokens.empty()) return status::needs_tokens;
  if (covers(need, input::metric) && i.metric.empty()) return status::needs_metric;
  if (covers(need, input::aligned) && i.aligned.empty()) return status::needs_aligned;
  if (covers(need, input::text) && i.text.empty()) return status::needs_text;
  if (covers(need, input::reference) && i.reference.empty()) return status::needs_reference;
  if (covers(need, input::attention) && !has_attention) return status::needs_attention;
  if (covers(need, input::projections) && !has_projections) return status::needs_projections;
  if (covers(need, input::scores) && i.scores == nullptr) return status::needs_scores;
  if (covers(need, input::sizes) && i.sizes == nullptr) return status::needs_sizes;
  if (covers(need, input::geometry) && i.where.region_count <= 0) return status::needs_geometry;
  return status::ok;
}

// The same test at compile time, one message per input.
template <input Have, input Need, input Any = input::nothing>
VTC_INLINE constexpr void check_inputs() noexcept {
  constexpr input missing = without(Need, Have);
  static_assert(Any == input::nothing || without(Any, Have) != Any,
                "vtc-I10: this method needs attention weights or queries and keys: pass vtc::attention(weights) or vtc::projections(rows)");
  static_assert(!covers(missing, input::tokens), "vtc-I1: this method needs the tokens: pass vtc::tokens(rows)");
  static_assert(!covers(missing, input::metric),
                "vtc-I2: this method needs the rows that similarity is measured on: pass vtc::metric(rows)");
  static_assert(!covers(missing, input::aligned),
                "vtc-I3: this method needs token features in the space of the text: pass vtc::aligned(rows)");
  static_assert(!covers(missing, input::text), "vtc-I4: this method needs text embeddings: pass vtc::text(rows)");
  static_assert(!covers(missing, input::reference), "vtc-I5: this method needs the rows of the frame before: pass vtc::reference(rows)");
  static_assert(!covers(missing, input::attention), "vtc-I6: this method needs attention weights: pass vtc::attention(weights)");
  static_assert(!covers(missing, input::projections), "vtc-I7: this method needs queries and keys: pass vtc::projections(rows)");
  static_assert(!covers(missing, input::scores), "vtc-I8: this method needs one score per token: pass vtc::scores(pointer)");
  static_assert(!covers(missing, input::sizes), "vtc-I9: this method needs the size of every token: pass vtc::sizes(pointer)");
}

}  // namespace v0_1
}  // namespace vtc
