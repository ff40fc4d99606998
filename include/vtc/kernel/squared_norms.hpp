// The squared length of every row, summed in the order of the similarity kernel, so that a row's cosine with itself is exactly 1.
//
// Inputs: a row source of `count` rows. Gives: out [count]; not finite where a row is not, or where its square overflows f32.
// Order and ties: none. Cost: count * width multiply-adds. Workspace: squared_norms_scratch floats. Errors: none.
#pragma once

#include "vtc/kernel/dot_panel.hpp"
#include "vtc/kernel/row_source.hpp"
#include "vtc/workspace.hpp"

namespace vtc {
inline namespace v0_1 {
namespace kernel {

// A panel, and 16 fetched rows, for each lane.
template <class Arch>
index_t squared_norms_scratch(index_t width, int lanes) noexcept {
  return 2 * panel_rows * width * lanes;
}

namespace detail {
template <class Arch, class Source>
struct norms_job {
  const Source& source;
  index_t count;
  float *out, *scratch;
  int lanes;

  void run(int lane) noexcept {
    const index_t width = source.width();
    float* panel = scratch + static_cast<std::ptrdiff_t>(lane) * 2 * panel_rows * width;
    float* fetched = panel + static_cast<std::ptrdiff_t>(panel_rows) * width;
    for (index_t first = lane * panel_rows; first < count; first += lanes * panel_rows) {
      const index_t n = count - first < panel_rows ? count - first : panel_rows;
      const float* row[static_cast<std::size_t>(panel_rows)] = {};
      for (index_t j = 0; j < n; ++j) row[j] = source.template get<Arch>(first + j, fetched + static_cast<std::ptrdiff_t>(j) * width);
      pack_panel<Arch>(row, n, width, panel);
      float norm[static_cast<std::size_t>(panel_rows)];
      panel_squared_norms<Arch>(panel, width, norm);
      for (index_t j = 0; j < n; ++j) out[first + j] = norm[j];
    }
  }
};
}  // namespace detail

template <class Arch, class Source>
void squared_norms(const Source& source, index_t count, float* out, float* scratch, const executor& threads) noexcept {
  using job_type = detail::norms_job<Arch, Source>;
  job_type job{source, count, out, scratch, threads.lane_count()};
  if (job.lanes > 1) threads.run(threads.context, job.lanes, [](void* self, int lane) { static_cast<job_type*>(self)->run(lane); }, &job);
  else job.run(0);
}

}  // namespace kernel
}  // namespace v0_1
}  // namespace vtc
