// How much attention each row gets from all rows: the column mean of the attention, from the matrix, or streamed from queries and keys.
//
// Source: the column mean used for encoders without a class token by VisPruner, Zhang et al. 2024, and HoliTom, Shao et al. 2025; softmax in one
// pass per query row, so no N x N matrix exists.
// Inputs: attention [H,Q,N] after the softmax, or projections: queries [Q,H*d] and keys [N,H*d] with the scale of the softmax (0: d^-1/2).
// With both, the matrix is used. Gives: score [N], the mean over heads and query rows; weights from a matrix that are not finite count as 0.
// Padding rows neither ask nor answer (query rows are the token rows where there are as many).
// Option: every = k asks every k-th query row of the projections only, from the first on; a matrix is read whole.
// Order and ties: heads in order, in a head blocks of 64 query rows in order, each block summed in f32 by itself: the same for any thread count.
// Cost: H Q N, or 2 Q N H d and Q N H exponentials. Workspace: none, or 4 N d + 8 N + lanes * (4 N + tile * (4 N + 4 d)) bytes.
// Errors: needs_projections when neither is given; bad_shape, shapes_differ, out_of_memory.
#pragma once

#include <cmath>

#include "vtc/kernel/dot_panel.hpp"
#include "vtc/kernel/exponential.hpp"
#include "vtc/kernel/row_source.hpp"
#include "vtc/score/class_attention.hpp"

namespace vtc {
inline namespace v0_1 {
namespace score {

struct received_attention {
  static constexpr input needs = input::nothing;
  static constexpr input needs_any = input::attention | input::projections;
  index_t every = 1;

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    visit("every", self.every, 1, INT32_MAX, "ask only every so many query rows of the projections: an estimate at that part of the cost");
  }

  template <class Arch>
  void measure(const inputs& in, workspace& memory, Arch) const noexcept {
    if (in.attention.data == nullptr) (void)stream<Arch>(in, every, memory);
  }

  template <class Arch>
  status operator()(const inputs& in, workspace& memory, float* score, Arch) const noexcept {
    if (in.attention.data != nullptr) {
      const bool square = in.attention.queries == in.where.count;
      mean_attention<Arch>{in.attention, 0, in.attention.queries, square ? in.where.valid : nullptr, score}.run(memory.threads);
      return status::ok;
    }
    stream<Arch> work(in, every, memory);
    if (memory.failed()) return status::out_of_memory;
    work.run(score);
    return status::ok;
  }

 private:
  template <class Arch>
  class stream {
   public:
    static constexpr index_t block = 64, tile = kernel::tile_rows<Arch>, panel = kernel::panel_rows;

    stream(const inputs& in, index_t every, workspace& memory) noexcept
        : in_(in),
          every_(every),
          asking_((in.projections.queries.count + every - 1) / every),
          threads_(memory.threads),
          lanes_(memory.threads.lane_count()),
          n_(in.where.count),
          width_(in.projections.keys.width / in.projections.heads) {
      const index_t panels = (n_ + panel - 1) / panel;
      padded_ = panels * panel;
      keys_ = memory.take<float>(padded_, width_);
      total_ = memory.take<double>(n_);
      partial_ = memory.take<float>(lanes_, padded_);
      logits_ = memory.take<float>(lanes_ * tile, padded_);
      query_ = memory.take<float>(lanes_ * tile, width_);
      key_row_ = memory.take<float>(panel, width_);
      asked_ = memory.take<index_t>(lanes_);
    }

    void run(float* score) noexcept {
      const projection_rows& p = in_.projections;
      const index_t blocks = (asking_ + block - 1) / block;
      index_t asked = 0;
      for (index_t i = 0; i < n_; ++i) total_[i] = 0;
      for (head_ = 0; head_ < p.heads; ++head_) {
        pack_keys();
        for (first_block_ = 0; first_block_ < blocks; first_block_ += lanes_) {  // a wave: one block a lane
          wave_ = blocks - first_block_ < lanes_ ? blocks - first_block_ : lanes_;
          if (wave_ > 1)
            threads_.run(
                threads_.context, wave_, [](void* self, int lane) { static_cast<stream*>(self)->ask_block(lane); }, this);
          else ask_block(0);
          for (index_t lane = 0; lane < wave_; ++lane) {
            asked += asked_[lane];
            for (index_t i = 0; i < n_; ++i) total_[i] += static_cast<double>(partial_[static_cast<std::ptrdiff_t>(lane) * padded_ + i]);
          }
        }
      }
      for (index_t i = 0; i < n_; ++i) score[i] = asked > 0 ? static_cast<float>(total_[i] / asked) : 0.0f;
    }

   private:
    bool is_valid(index_t r) const noexcept { return in_.where.valid == nullptr || in_.where.valid[r] != 0; }

    // Row r as f32. 8-bit rows come without their scale, which a softmax does not forgive.
    const float* row_of(const kernel::listed_rows& from, index_t r, float* scratch) const noexcept {
      const float* row = from.template get<Arch>(r, scratch);
      for (index_t c = 0; is_quantized(from.x.type) && c < width_; ++c) scratch[c] *= from.x.scale(r);
      return row;
    }

    void pack_keys() noexcept {
      const kernel::listed_rows keys{in_.projections.keys.columns(head_ * width_, width_), nullptr};
      for (index_t first = 0; first < n_; first += panel) {
        const index_t count = n_ - first < panel ? n_ - first : panel;
        const float* row[static_cast<std::size_t>(panel)] = {};
        for (index_t k = 0; k < count; ++k) row[k] = row_of(keys, first + k, key_row_ + static_cast<std::ptrdiff_t>(k) * width_);
        kernel::pack_panel<Arch>(row, count, width_, keys_ + static_cast<std::ptrdiff_t>(first) * width_);
      }
    }

    // The weights that one block of query rows of one head gives to every key, added up.
    void ask_block(int lane) noexcept {
      const projection_rows& p = in_.projections;
      const kernel::listed_rows queries{p.queries.columns(head_ * width_, width_), nullptr};
      const index_t first = (first_block_ + lane) * block, last = first + block < asking_ ? first + block : asking_;
      float* sum = partial_ + static_cast<std::ptrdiff_t>(lane) * padded_;
      float* logits = logits_ + static_cast<std::ptrdiff_t>(lane) * tile * padded_;
      float* scratch = query_ + static_cast<std::ptrdiff_t>(lane) * tile * width_;
      for (index_t i = 0; i < padded_; ++i) sum[i] = 0;
      asked_[lane] = 0;
      const bool square = p.queries.count == n_;
      index_t q = first;
      while (q < last) {
        const float* row[static_cast<std::size_t>(tile)] = {};
        index_t count = 0;
        for (; q < last && count < tile; ++q) {
          if (square && !is_valid(q * every_)) continue;
          row[count] = row_of(queries, q * every_, scratch + static_cast<std::ptrdiff_t>(count) * width_);
          ++count;
        }
        if (count == 0) break;
        for (index_t k = count; k < tile; ++k) row[k] = row[0];
        for (index_t first_key = 0; first_key < n_; first_key += panel) {
          float dots[static_cast<std::size_t>(tile * panel)];
          kernel::dot_tile<Arch>(row, width_, keys_ + static_cast<std::ptrdiff_t>(first_key) * width_, dots);
          for (index_t k = 0; k < count; ++k)
            std::memcpy(logits + static_cast<std::ptrdiff_t>(k) * padded_ + first_key, dots + k * panel,
                        sizeof(float) * static_cast<std::size_t>(panel));
        }
        for (index_t k = 0; k < count; ++k) asked_[lane] += add_softmax(logits + static_cast<std::ptrdiff_t>(k) * padded_, sum);
      }
    }

    // One query row: exp((logit - largest) * scale) / sum, added to `sum`. A row that is not finite asks nothing.
    index_t add_softmax(float* logit, float* sum) const noexcept {
      using vector = kernel::f32_vector<Arch>;
      const float given = in_.projections.scale;
      const float scale = given > 0 ? given : static_cast<float>(1.0 / std::sqrt(static_cast<double>(width_)));
      constexpr float lowest = -std::numeric_limits<float>::infinity();
      float largest = lowest;
      bool finite = true;
      for (index_t i = 0; i < n_; ++i) {
        if (!is_valid(i)) continue;
        finite = finite && is_finite(logit[i]);
        largest = logit[i] > largest ? logit[i] : largest;
      }
      if (!finite || !is_finite(largest)) return 0;
      float lane_sum[static_cast<std::size_t>(panel)] = {};  // 16 fixed lanes, whatever the vector width
      const vector top = vector::broadcast(largest), factor = vector::broadcast(scale);
      for (index_t i = 0; i < padded_; i += vector::size) {
        const vector e = kernel::exponential<Arch>((vector::load(logit + i) - top) * factor);
        e.store(logit + i);
      }
      for (index_t i = 0; i < n_; ++i)
        if (!is_valid(i)) logit[i] = 0;
      for (index_t i = n_; i < padded_; ++i) logit[i] = 0;
      for (index_t i = 0; i < padded_; i += panel)
        for (index_t k = 0; k < panel; k += vector::size) (vector::load(lane_sum + k) + vector::load(logit + i + k)).store(lane_sum + k);
      double all = 0;
      for (float s : lane_sum) all += static_cast<double>(s);
      const vector inverse = vector::broadcast(static_cast<float>(1.0 / all));
      for (index_t i = 0; i < padded_; i += vector::size)
        kernel::exact_multiply_add<Arch>(vector::load(logit + i), inverse, vector::load(sum + i)).store(sum + i);
      return 1;
    }

    const inputs& in_;
    index_t every_, asking_;  // query rows from one to the next that asks, and how many ask
    const executor& threads_;
    index_t lanes_, n_, width_, padded_ = 0, head_ = 0, first_block_ = 0, wave_ = 0;
    float *keys_, *partial_, *logits_, *query_, *key_row_;
    double* total_;
    index_t* asked_;
  };
};

}  // namespace score
}  // namespace v0_1
}  // namespace vtc
