// The plain loops that one would write by hand, for f32 rows (and f16 where a processor converts them): compiled with the same flags as vtc.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <vector>

#include "vtc/view/rows.hpp"
#if defined(__F16C__)
#include <immintrin.h>
#endif

namespace loops {

using vtc::index_t;

inline const float* row(const vtc::rows& x, index_t r) { return static_cast<const float*>(x.row(r)); }
inline float* row(const vtc::mutable_rows& x, index_t r) { return static_cast<float*>(x.row(r)); }

// Sixteen sums side by side, so that the compiler may use vectors.
inline float dot(const float* a, const float* b, index_t n) {
  float sum[16] = {};
  index_t k = 0;
  for (; k + 16 <= n; k += 16)
    for (int i = 0; i < 16; ++i) sum[i] += a[k + i] * b[k + i];
  for (; k < n; ++k) sum[0] += a[k] * b[k];
  return std::accumulate(sum, sum + 16, 0.0f);
}

inline void squared_norms(const vtc::rows& x, float* out) {
  for (index_t r = 0; r < x.count; ++r) out[r] = dot(row(x, r), row(x, r), x.width);
}

inline void best_match(const vtc::rows& left, const vtc::rows& right, const float* right_norm, bool other, index_t* best) {
  std::vector<float> inverse(static_cast<std::size_t>(right.count));
  for (index_t j = 0; j < right.count; ++j) inverse[static_cast<std::size_t>(j)] = 1.0f / std::sqrt(right_norm[j]);
  for (index_t i = 0; i < left.count; ++i) {
    float most = -1e30f;
    for (index_t j = 0; j < right.count; ++j) {
      const float rank = dot(row(left, i), row(right, j), left.width) * inverse[static_cast<std::size_t>(j)];
      if (rank <= most || (other && i == j)) continue;
      most = rank;
      best[i] = j;
    }
  }
}

// All cosines, [n][n].
inline void cosines(const vtc::rows& x, const float* norm, float* out) {
  for (index_t i = 0; i < x.count; ++i)
    for (index_t j = 0; j < x.count; ++j) out[static_cast<std::ptrdiff_t>(i) * x.count + j] = dot(row(x, i), row(x, j), x.width) / std::sqrt(norm[i] * norm[j]);
}

inline void copy_rows(const vtc::rows& in, const index_t* source, index_t n, const vtc::mutable_rows& out) {
  const std::size_t bytes = vtc::size_of(in.type) * static_cast<std::size_t>(in.width);
  for (index_t s = 0; s < n; ++s) std::memcpy(out.row(s), in.row(source[s]), bytes);
}

inline void mean_of_four(const float* a, const float* b, const float* c, const float* d, index_t n, float* out) {
  for (index_t k = 0; k < n; ++k) out[k] = 0.25f * (a[k] + b[k] + c[k] + d[k]);
}
#if defined(__F16C__)
inline void mean_of_four(const std::uint16_t* a, const std::uint16_t* b, const std::uint16_t* c, const std::uint16_t* d, index_t n, float* out) {
  const auto load = [](const std::uint16_t* p) { return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))); };
  for (index_t k = 0; k + 8 <= n; k += 8)
    _mm256_storeu_ps(out + k, _mm256_mul_ps(_mm256_set1_ps(0.25f), _mm256_add_ps(_mm256_add_ps(_mm256_add_ps(load(a + k), load(b + k)), load(c + k)), load(d + k))));
}
#endif

// 2 x 2 blocks of a grid whose first cell is row `first`; an odd last row or column is dropped. f32 out.
template <class T>
void pool(const vtc::rows& in, index_t first, index_t height, index_t columns, const vtc::mutable_rows& out) {
  const auto at = [&](index_t y, index_t x) { return static_cast<const T*>(in.row(first + y * columns + x)); };
  index_t s = 0;
  for (index_t y = 0; y + 2 <= height; y += 2)
    for (index_t x = 0; x + 2 <= columns; x += 2) mean_of_four(at(y, x), at(y, x + 1), at(y + 1, x), at(y + 1, x + 1), in.width, row(out, s++));
}

inline void pool_maximum(const vtc::rows& in, index_t first, index_t height, index_t columns, const vtc::mutable_rows& out) {
  index_t s = 0;
  for (index_t y = 0; y + 2 <= height; y += 2)
    for (index_t x = 0; x + 2 <= columns; x += 2) {
      const index_t r = first + y * columns + x;
      const float *a = row(in, r), *b = row(in, r + 1), *c = row(in, r + columns), *d = row(in, r + columns + 1);
      float* to = row(out, s++);
      for (index_t k = 0; k < in.width; ++k) to[k] = std::max(std::max(a[k], b[k]), std::max(c[k], d[k]));
    }
}

// Slots of any size: each row is added to the sum in memory.
inline void weighted_rows(const vtc::rows& in, index_t slots, const index_t* begin, const index_t* source, const float* weight, const vtc::mutable_rows& out) {
  for (index_t s = 0; s < slots; ++s) {
    float* to = row(out, s);
    std::fill(to, to + in.width, 0.0f);
    for (index_t e = begin[s]; e < begin[s + 1]; ++e) {
      const float w = weight != nullptr ? weight[e] : 1.0f / static_cast<float>(begin[s + 1] - begin[s]);
      const float* from = row(in, source[e]);
      for (index_t k = 0; k < in.width; ++k) to[k] += w * from[k];
    }
  }
}

inline void exponentials(const float* x, index_t n, float* out) {
  for (index_t i = 0; i < n; ++i) out[i] = std::exp(x[i]);
}

// The rows of the k highest scores, ascending.
inline std::vector<index_t> top_k(const float* score, index_t n, index_t k) {
  std::vector<index_t> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  std::nth_element(order.begin(), order.begin() + k, order.end(), [&](index_t a, index_t b) { return score[a] > score[b] || (score[a] == score[b] && a < b); });
  order.resize(static_cast<std::size_t>(k));
  std::sort(order.begin(), order.end());
  return order;
}

inline void mean_rows(const vtc::rows& in, float* out) {
  std::fill(out, out + in.width, 0.0f);
  for (index_t r = 0; r < in.count; ++r)
    for (index_t k = 0; k < in.width; ++k) out[k] += row(in, r)[k] / static_cast<float>(in.count);
}

// Column means of softmax(Q K^T scale) over all heads and query rows.
inline void received_attention(const vtc::rows& queries, const vtc::rows& keys, index_t heads, float* score) {
  const index_t d = keys.width / heads, n = keys.count;
  const float scale = 1.0f / std::sqrt(static_cast<float>(d));
  std::vector<float> logit(static_cast<std::size_t>(n));
  std::fill(score, score + n, 0.0f);
  for (index_t h = 0; h < heads; ++h)
    for (index_t q = 0; q < queries.count; ++q) {
      for (index_t j = 0; j < n; ++j) logit[static_cast<std::size_t>(j)] = scale * dot(row(queries, q) + h * d, row(keys, j) + h * d, d);
      const float most = *std::max_element(logit.begin(), logit.end());
      float sum = 0;
      for (float& v : logit) sum += v = std::exp(v - most);
      for (index_t j = 0; j < n; ++j) score[j] += logit[static_cast<std::size_t>(j)] / sum / static_cast<float>(heads * queries.count);
    }
}

}  // namespace loops
