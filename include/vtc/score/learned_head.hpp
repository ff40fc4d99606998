// What a small trained network says of each row.
//
// Source: the predictor of DynamicViT, Rao et al. 2021; without a fourth layer a plain head of one to three layers.
// Inputs: tokens [N,C], and the weights as tensors of the method: norm_weight, norm_bias [C] (absent: no layer norm), linear1_weight [out,in], linear1_bias [out] (absent: 0)
// and so on. With four layers: after the first, GELU, the second half of the channels becomes its mean over the rows that are cells of the picture, valid and finite; the
// last layer has two outputs.
// Gives: score [N]: the output of the last layer, or of two outputs the logarithm of the first one's softmax. GELU (by the error function) stands between layers, the layer
// norm's epsilon is 1e-5. A row that is not finite gets NaN.
// Order and ties: sums run in fixed orders. Cost: N (C C + ...) multiply-adds, 3.3 N C^2 with four layers. Workspace: with four layers 2 N C bytes; a block of 96 rows a thread of
// every width. Errors: needs_tokens, needs_tensor (missing, or widths that do not meet), out_of_memory.
#pragma once

#include <cmath>

#include "vtc/inputs.hpp"
#include "vtc/kernel/elementary.hpp"
#include "vtc/kernel/gelu.hpp"
#include "vtc/score/query_attention.hpp"
#include "vtc/similarity/linear_layer.hpp"

namespace vtc {
inline namespace v0_1 {
namespace score {

struct learned_head {
  static constexpr input needs = input::tokens;
  static constexpr index_t most_layers = 4;
  rows norm_weight{}, norm_bias{};
  rows weight[static_cast<std::size_t>(most_layers)] = {}, bias[static_cast<std::size_t>(most_layers)] = {};

  template <class Self, class Visit>
  VTC_INLINE static void tensors(Self& self, Visit&& visit) noexcept {
    visit("norm_weight", self.norm_weight, "layer norm before the first layer [C]");
    visit("norm_bias", self.norm_bias, "layer norm before the first layer [C]");
    visit("linear1_weight", self.weight[0], "first layer [out, C]");
    visit("linear1_bias", self.bias[0], "first layer [out]");
    visit("linear2_weight", self.weight[1], "second layer [out, in]");
    visit("linear2_bias", self.bias[1], "second layer [out]");
    visit("linear3_weight", self.weight[2], "third layer [out, in]");
    visit("linear3_bias", self.bias[2], "third layer [out]");
    visit("linear4_weight", self.weight[3], "fourth layer, with which the form is DynamicViT's [2, in]");
    visit("linear4_bias", self.bias[3], "fourth layer [2]");
  }

  VTC_INLINE index_t layers() const noexcept {
    index_t n = 0;
    while (n < most_layers && !weight[n].empty()) ++n;
    return n;
  }
  VTC_INLINE bool has_global() const noexcept { return layers() == most_layers; }

  VTC_INLINE status check_tensors(const inputs& in) const noexcept {
    const index_t n = layers();
    if (n == 0 || !fits(norm_weight, 1, in.tokens.width) || !fits(norm_bias, 1, in.tokens.width)) return status::needs_tensor;
    index_t width = in.tokens.width;
    for (index_t k = 0; k < most_layers; ++k) {
      if (k >= n && !(weight[k].empty() && bias[k].empty())) return status::needs_tensor;  // a layer behind a gap
      if (k >= n) continue;
      if (check(weight[k]) != status::ok || weight[k].type == element::i32 || weight[k].width != width || !fits(bias[k], 1, weight[k].count)) return status::needs_tensor;
      width = weight[k].count;
      if (k == 0 && has_global() && width % 2 != 0) return status::needs_tensor;
    }
    return width == 1 || width == 2 ? status::ok : status::needs_tensor;
  }

  template <class Arch>
  void measure(const inputs& in, workspace& memory, Arch) const noexcept {
    (void)scratch<Arch>(in, *this, memory);
    for (index_t k = 0; k < layers(); ++k) similarity::measure_linear_layer<Arch>(weight[k], memory);
  }

  template <class Arch>
  status operator()(const inputs& in, workspace& memory, float* score, Arch) const noexcept {
    scratch<Arch> work(in, *this, memory);
    if (memory.failed()) return status::out_of_memory;
    const index_t n = in.where.count;
    if (has_global() && !gather_global<Arch>(in, memory, work)) return status::out_of_memory;
    for (index_t first = 0; first < n; first += work.block) {
      const index_t count = n - first < work.block ? n - first : work.block;
      float *from = work.one, *to = work.other;
      if (has_global()) join_global<Arch>(first, count, work, from);
      else normalise<Arch>(in, first, count, work, from);
      for (index_t k = has_global() ? 1 : 0; k < layers(); ++k) {
        similarity::linear_layer<Arch>(from, count, weight[k], bias[k], to, memory);
        if (memory.failed()) return status::out_of_memory;
        if (k + 1 < layers()) kernel::gelu<Arch>(to, count * weight[k].count);
        float* const done = from;
        from = to;
        to = done;
      }
      const index_t outputs = weight[layers() - 1].count;
      for (index_t i = 0; i < count; ++i) score[first + i] = outputs == 1 ? from[i] : log_softmax_of_first(from[2 * i], from[2 * i + 1]);
    }
    return status::ok;
  }

 private:
  VTC_INLINE static bool fits(const rows& x, index_t count, index_t width) noexcept {
    return x.empty() || (check(x) == status::ok && x.type != element::i32 && x.count == count && x.width == width);
  }

  template <class Arch>
  struct scratch {
    index_t block, half;
    float *one, *other, *row, *local, *global;  // local [N][half]
    double* sum;
    std::uint8_t* cell;

    scratch(const inputs& in, const learned_head& head, workspace& memory) noexcept {
      index_t widest = in.tokens.width;
      for (index_t k = 0; k < head.layers(); ++k) widest = head.weight[k].count > widest ? head.weight[k].count : widest;
      const index_t most = similarity::block_rows * memory.threads.lane_count();
      block = in.where.count < most ? in.where.count : most;
      half = head.has_global() ? head.weight[0].count / 2 : 0;
      one = memory.take<float>(block, widest);
      other = memory.take<float>(block, widest);
      row = memory.take<float>(in.tokens.width);
      local = memory.take<float>(half > 0 ? in.where.count : 0, half);
      global = memory.take<float>(half);
      sum = memory.take<double>(half);
      cell = memory.take<std::uint8_t>(half > 0 ? in.where.count : 0);
    }
  };

  template <class Arch>
  void normalise(const inputs& in, index_t first, index_t count, const scratch<Arch>& work, float* out) const noexcept {
    const index_t width = in.tokens.width;
    for (index_t i = 0; i < count; ++i, out += width) {
      const float* x = detail::scaled_row<Arch>(in.tokens, first + i, work.row);
      double mean = 0, square = 0;
      bool finite = true;
      for (index_t c = 0; c < width; ++c) {
        mean += static_cast<double>(x[c]);
        finite = finite && is_finite(x[c]);
      }
      mean /= width;
      for (index_t c = 0; c < width; ++c) square += (static_cast<double>(x[c]) - mean) * (static_cast<double>(x[c]) - mean);
      const bool normed = !norm_weight.empty() || !norm_bias.empty();
      const double inverse = 1 / std::sqrt(square / width + 1e-5);
      for (index_t c = 0; c < width; ++c) {
        const double v = (static_cast<double>(x[c]) - mean) * inverse * (norm_weight.empty() ? 1.0 : static_cast<double>(load(norm_weight, 0, c)));
        const float normal = static_cast<float>(v + (norm_bias.empty() ? 0.0 : static_cast<double>(load(norm_bias, 0, c))));
        out[c] = !finite ? float_from_bits(0x7fc00000u) : normed ? normal : x[c];
      }
    }
  }

  // The first layer of all rows: local keeps its first half, global the mean of the second over the cells.
  template <class Arch>
  bool gather_global(const inputs& in, workspace& memory, const scratch<Arch>& work) const noexcept {
    mark_cells(in.where, work.cell);
    const index_t n = in.where.count, half = work.half;
    index_t counted = 0;
    for (index_t c = 0; c < half; ++c) work.sum[c] = 0;
    for (index_t first = 0; first < n; first += work.block) {
      const index_t count = n - first < work.block ? n - first : work.block;
      normalise<Arch>(in, first, count, work, work.one);
      similarity::linear_layer<Arch>(work.one, count, weight[0], bias[0], work.other, memory);
      if (memory.failed()) return false;
      kernel::gelu<Arch>(work.other, count * 2 * half);
      for (index_t i = 0; i < count; ++i) {
        const float* z = work.other + static_cast<std::ptrdiff_t>(i) * 2 * half;
        std::memcpy(work.local + static_cast<std::ptrdiff_t>(first + i) * half, z, sizeof(float) * static_cast<std::size_t>(half));
        bool finite = work.cell[first + i] != 0;
        for (index_t c = 0; finite && c < 2 * half; ++c) finite = is_finite(z[c]);
        if (!finite) continue;
        ++counted;
        for (index_t c = 0; c < half; ++c) work.sum[c] += static_cast<double>(z[half + c]);
      }
    }
    for (index_t c = 0; c < half; ++c) work.global[c] = counted > 0 ? static_cast<float>(work.sum[c] / counted) : 0.0f;
    return true;
  }

  VTC_INLINE static void mark_cells(const layout& where, std::uint8_t* cell) noexcept {
    std::memset(cell, 0, static_cast<std::size_t>(where.count));
    for (index_t g = 0; g < where.parts(); ++g) {
      const region p = where.part(g);
      for (index_t t = 0; t < p.frames; ++t)
        for (index_t y = 0; y < p.height; ++y) std::memset(cell + p.begin + t * p.frame_pitch + y * p.row_pitch, 1, static_cast<std::size_t>(p.width));
    }
    for (index_t r = 0; where.valid != nullptr && r < where.count; ++r)
      if (where.valid[r] == 0) cell[r] = 0;
  }

  template <class Arch>
  static void join_global(index_t first, index_t count, const scratch<Arch>& work, float* out) noexcept {
    const auto bytes = sizeof(float) * static_cast<std::size_t>(work.half);
    for (index_t i = 0; i < count; ++i, out += 2 * work.half) {
      std::memcpy(out, work.local + static_cast<std::ptrdiff_t>(first + i) * work.half, bytes);
      std::memcpy(out + work.half, work.global, bytes);
    }
  }

  // -ln(1 + e^(b - a))
  VTC_INLINE static float log_softmax_of_first(float a, float b) noexcept {
    const double d = static_cast<double>(b) - static_cast<double>(a);
    if (!is_finite(static_cast<float>(d))) return static_cast<float>(-d);
    const double tail = kernel::log_one_plus(kernel::natural_exponential(d < 0 ? d : -d));
    return static_cast<float>(d > 0 ? -d - tail : -tail);
  }
};

}  // namespace score
}  // namespace v0_1
}  // namespace vtc
