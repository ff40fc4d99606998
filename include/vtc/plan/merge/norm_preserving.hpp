// Bipartite matching as ToMe's, whose groups become averages of full length, or lose all rows but one.
//
// Source: ToFu, Kim et al. 2024: early layers prune, later layers merge with the norm kept. At the seam there is one step: option `fuse` says which.
// Inputs and options: those of bipartite. Gives: fuse = merge: the direction of the mean and the length of the longest member (reduction keep_norm);
// fuse = prune: the destination alone. Order and ties, cost, workspace, errors: those of bipartite.
#pragma once

#include "vtc/plan/merge/bipartite.hpp"

namespace vtc {
inline namespace v0_1 {
namespace merge {

enum class fusion : std::uint8_t { merge, prune };
inline constexpr choice<fusion> fusions[] = {{"merge", fusion::merge}, {"prune", fusion::prune}};

struct norm_preserving : bipartite {
  fusion fuse = fusion::merge;

  template <class Self, class Visit>
  VTC_INLINE static void options(Self& self, Visit&& visit) noexcept {
    bipartite::options(self, visit);
    visit("fuse", self.fuse, fusions, "what the members of a group become");
  }

  template <class Arch>
  status build(const inputs& in, const task& t, workspace& memory, plan_storage& plan, Arch) const noexcept {
    scratch<Arch> work(in, t, memory);
    if (memory.failed()) return status::out_of_memory;
    if (const status s = form_groups<Arch>(in, t, work, memory); s != status::ok) return s;
    if (fuse == fusion::merge) {
      work.groups.write(t, in.sizes, plan);
      plan.reduce_by(reduction::keep_norm);
      return status::ok;
    }
    for (index_t g = 0; g < work.groups.count; ++g) plan.pick(work.groups.anchor[g]);
    plan.add_note(note::partition);
    return status::ok;
  }
};

}  // namespace merge
}  // namespace v0_1
}  // namespace vtc
