// What something costs as a function of the token count, fixed + per_token * n + per_pair * n^2 milliseconds, fitted to measured points.
//
// Inputs: timing points; pair_ratio, what is known of per_pair / per_token beforehand (prefill_cost.hpp takes it from the model's FLOPs; 0: nothing).
// Gives: the curve with the least sum of squared relative errors whose terms are all >= 0. What can be told depends on how many different counts there are:
//   one        per_token, with per_pair in the given ratio and nothing fixed
//   two        fixed and per_token, with per_pair in the given ratio
//   three on   all three; the pairs may cost more than the ratio says (softmax, masks, memory), never less
// Terms below zero are noise: without that rule two close points may promise that small counts cost nothing.
// Order and ties: of two fits with the same error the one with fewer terms; points in any order. Cost: O(points). Workspace: none.
// Errors: null_rows; bad_shape for no point or a count <= 0; option_out_of_range for times that are not positive numbers, that do not grow with the count,
// or a negative ratio.
#pragma once

#include "vtc/status.hpp"
#include "vtc/view/element.hpp"

namespace vtc {
inline namespace v0_1 {

struct timing {
  index_t tokens;
  double milliseconds;
};

struct cost_curve {
  double fixed, per_token, per_pair;

  VTC_INLINE double at(index_t tokens) const noexcept {
    const double n = tokens;
    return fixed + n * (per_token + n * per_pair);
  }
};

namespace detail {

// Sums of the weighted least squares in three terms: 1, x + ratio * x^2 and x^2, with x the count over the largest count.
struct normal_equations {
  double of[3][3], right[3];
  double count;

  VTC_INLINE void add(double x, double ratio, double weight) noexcept {
    const double term[3] = {weight, weight * (x + ratio * x * x), weight * x * x};  // of a point whose value times weight is 1
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) of[i][j] += term[i] * term[j];
      right[i] += term[i];
    }
    count += 1;
  }
  // The best coefficients of the terms in `chosen`, a set of bits. False where they are not determined or one is negative.
  VTC_INLINE bool solve(unsigned chosen, double (&out)[3]) const noexcept {
    double m[3][4] = {};
    for (int i = 0; i < 3; ++i) {
      const bool on = (chosen >> i & 1u) != 0;
      for (int j = 0; j < 3; ++j) m[i][j] = on && (chosen >> j & 1u) != 0 ? of[i][j] : i == j ? 1 : 0;
      m[i][3] = on ? right[i] : 0;
    }
    for (int i = 0; i < 3; ++i) {  // positive definite: no pivoting
      if (!(m[i][i] > 1e-12 * of[i][i])) return false;
      for (int k = i + 1; k < 3; ++k) {
        const double f = m[k][i] / m[i][i];
        for (int j = i; j < 4; ++j) m[k][j] -= f * m[i][j];
      }
    }
    for (int i = 2; i >= 0; --i) {
      double v = m[i][3];
      for (int j = i + 1; j < 3; ++j) v -= m[i][j] * out[j];
      out[i] = v / m[i][i];
      if (out[i] < 0) return false;
    }
    return true;
  }
  VTC_INLINE double error(const double (&c)[3]) const noexcept {
    double sum = count;
    for (int i = 0; i < 3; ++i) {
      sum -= 2 * c[i] * right[i];
      for (int j = 0; j < 3; ++j) sum += c[i] * c[j] * of[i][j];
    }
    return sum > 0 ? sum : 0;
  }
};

VTC_INLINE bool is_positive(double v) noexcept { return v > 0 && v < 1e300; }

}  // namespace detail

VTC_INLINE status fit(const timing* points, index_t count, double pair_ratio, cost_curve& out) noexcept {
  if (count <= 0) return status::bad_shape;
  if (points == nullptr) return status::null_rows;
  if (!(pair_ratio >= 0 && pair_ratio < 1e300)) return status::option_out_of_range;
  index_t least = INT32_MAX, most = 0;
  for (index_t i = 0; i < count; ++i) {
    if (points[i].tokens <= 0) return status::bad_shape;
    if (!detail::is_positive(points[i].milliseconds)) return status::option_out_of_range;
    least = points[i].tokens < least ? points[i].tokens : least;
    most = points[i].tokens > most ? points[i].tokens : most;
  }
  bool third = false;  // a count between the least and the most
  detail::normal_equations sums{};
  const double unit = most;
  for (index_t i = 0; i < count; ++i) {
    third = third || (points[i].tokens != least && points[i].tokens != most);
    sums.add(points[i].tokens / unit, pair_ratio * unit, 1 / points[i].milliseconds);
  }
  const unsigned terms = third ? 7u : least < most ? 3u : 2u;
  constexpr unsigned by_size[] = {2u, 1u, 4u, 3u, 6u, 5u, 7u};
  double best[3] = {}, best_error = sums.count;
  for (const unsigned chosen : by_size) {
    double c[3] = {};
    if ((chosen & ~terms) != 0 || !sums.solve(chosen, c)) continue;
    const double e = sums.error(c);
    if (!(e < best_error - 1e-12 * sums.count)) continue;
    best_error = e;
    for (int i = 0; i < 3; ++i) best[i] = c[i];
  }
  const cost_curve curve{best[0], best[1] / unit, (best[1] * pair_ratio + best[2] / unit) / unit};
  if (!detail::is_positive(curve.per_token + curve.per_pair)) return status::option_out_of_range;
  out = curve;
  return status::ok;
}

}  // namespace v0_1
}  // namespace vtc
