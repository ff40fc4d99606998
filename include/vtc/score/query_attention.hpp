// How much attention each row gets from one query: the class token's, or the mean of all queries.
//
// Source: LLaVA-PruMerge, Shang et al. 2024 (class token); PACT's importance score, Dhouib et al. 2025 (mean query, times the length of the token).
// Inputs: projections: queries [Q,H*d], keys [N,H*d]; class_query reads the query row projections.class_row, and the mean query where that is none.
// Gives: score [N], the softmax over the valid rows of query . key * scale in each head, mean over heads; mean_query multiplies by the length of the
// token (option multiply_by_norm), for which it needs the tokens. Rows that are not finite score 0.
// Order and ties: sums run in f64 in a fixed order: the same scores on every machine. Cost: 2 N H d. Workspace: 4 N + 8 H d bytes and a row.
// Errors: needs_projections, needs_tokens; bad_index for the class row, out_of_memory.
#pragma once

#include <cmath>

#include "vtc/inputs.hpp"
#include "vtc/kernel/dot_exact.hpp"
#include "vtc/kernel/row_source.hpp"
#include "vtc/kernel/softmax.hpp"
#include "vtc/workspace.hpp"

namespace vtc {
inline namespace v0_1 {
namespace score {

namespace detail {

// Row r of x as f32 with its scale, in scratch [width].
template <class Arch>
const float* scaled_row(const rows& x, index_t r, float* scratch) noexcept {
  const float* row = kernel::listed_rows{x, nullptr}.template get<Arch>(r, scratch);
  if (is_quantized(x.type))
    for (index_t c = 0; c < x.width; ++c) scratch[c] *= x.scale(r);
  return row;
}

// The attention that one query gives to every row, and the memory for it.
template <class Arch>
struct one_query {
  float *query, *logit, *row;
  double* sum;

  one_query(const projection_rows& p, index_t n, workspace& memory) noexcept
      : query(memory.take<float>(p.keys.width)), logit(memory.take<float>(n)), row(memory.take<float>(p.keys.width)), sum(memory.take<double>(p.keys.width)) {}

  void use_row(const projection_rows& p, index_t r) noexcept {
    const float* from = scaled_row<Arch>(p.queries, r, row);
    for (index_t c = 0; c < p.queries.width; ++c) query[c] = from[c];
  }
  void use_mean(const projection_rows& p, const std::uint8_t* valid) noexcept {
    index_t counted = 0;
    for (index_t c = 0; c < p.queries.width; ++c) sum[c] = 0;
    for (index_t q = 0; q < p.queries.count; ++q) {
      if (valid != nullptr && valid[q] == 0) continue;
      const float* from = scaled_row<Arch>(p.queries, q, row);
      for (index_t c = 0; c < p.queries.width; ++c) sum[c] += static_cast<double>(from[c]);
      ++counted;
    }
    for (index_t c = 0; c < p.queries.width; ++c) query[c] = counted > 0 ? static_cast<float>(sum[c] / counted) : 0.0f;
  }

  // score[i] = mean over heads.
  void ask(const projection_rows& p, index_t n, const std::uint8_t* valid, float* score) noexcept {
    const index_t width = p.keys.width / p.heads;
    const float scale = p.scale > 0 ? p.scale : static_cast<float>(1.0 / std::sqrt(static_cast<double>(width)));
    for (index_t i = 0; i < n; ++i) score[i] = 0;
    for (index_t h = 0; h < p.heads; ++h) {
      const rows keys = p.keys.columns(h * width, width);
      for (index_t i = 0; i < n; ++i)
        logit[i] = valid == nullptr || valid[i] != 0
                       ? static_cast<float>(kernel::dot_exact<Arch>(query + h * width, scaled_row<Arch>(keys, i, row), width))
                       : 0.0f;
      kernel::softmax<Arch>(logit, n, scale, valid);
      for (index_t i = 0; i < n; ++i) score[i] += logit[i];
    }
    for (index_t i = 0; i < n; ++i) score[i] /= static_cast<float>(p.heads);
  }
};

}  // namespace detail

struct class_query {
  static constexpr input needs = input::projections;

  template <class Arch>
  void measure(const inputs& in, workspace& memory, Arch) const noexcept {
    (void)detail::one_query<Arch>(in.projections, in.where.count, memory);
  }

  template <class Arch>
  status operator()(const inputs& in, workspace& memory, float* score, Arch) const noexcept {
    const projection_rows& p = in.projections;
    detail::one_query<Arch> asked(p, in.where.count, memory);
    if (memory.failed()) return status::out_of_memory;
    if (p.class_row != none) asked.use_row(p, p.class_row);
    else asked.use_mean(p, p.queries.count == in.where.count ? in.where.valid : nullptr);
    asked.ask(p, in.where.count, in.where.valid, score);
    return status::ok;
  }
};

struct mean_query {
  static constexpr input needs = input::projections | input::tokens;
  bool multiply_by_norm = true;

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("multiply_by_norm", self.multiply_by_norm, "times the length of the token");
  }

  template <class Arch>
  void measure(const inputs& in, workspace& memory, Arch) const noexcept {
    (void)detail::one_query<Arch>(in.projections, in.where.count, memory);
    (void)memory.take<float>(in.tokens.width);
  }

  template <class Arch>
  status operator()(const inputs& in, workspace& memory, float* score, Arch) const noexcept {
    const projection_rows& p = in.projections;
    detail::one_query<Arch> asked(p, in.where.count, memory);
    float* token = memory.take<float>(in.tokens.width);
    if (memory.failed()) return status::out_of_memory;
    asked.use_mean(p, p.queries.count == in.where.count ? in.where.valid : nullptr);
    asked.ask(p, in.where.count, in.where.valid, score);
    for (index_t i = 0; multiply_by_norm && i < in.where.count; ++i) {
      if (in.where.valid != nullptr && in.where.valid[i] == 0) continue;
      const float* row = detail::scaled_row<Arch>(in.tokens, i, token);
      score[i] = static_cast<float>(static_cast<double>(score[i]) * std::sqrt(kernel::dot_exact<Arch>(row, row, in.tokens.width)));
    }
    return status::ok;
  }
};

}  // namespace score
}  // namespace v0_1
}  // namespace vtc
