// What every row of a call is: protected, candidate or padding; and the candidates in a row, region by region.
//
// Inputs: a layout with its masks. Gives: row_roles: a role per row, the candidates ascending, where each region's begin, and how many there are.
// Order and ties: source order. Cost: a few passes over N bytes. Workspace: 5 N bytes and 4 a region. Errors: none here; a workspace that is too
// small says so itself.
#pragma once

#include <cstring>

#include "vtc/planner.hpp"

namespace vtc {
inline namespace v0_1 {
namespace detail {

struct row_roles {
  role* of;            // [N]
  index_t* candidate;  // [candidates]
  index_t* first;      // [parts + 1] into candidate
  index_t candidates, kept;

  VTC_INLINE void take(const layout& where, workspace& memory) noexcept {
    of = memory.take<role>(where.count);
    candidate = memory.take<index_t>(where.count);
    first = memory.take<index_t>(where.parts() + 1);
  }

  VTC_INLINE void sort(const layout& where) noexcept {
    const index_t n = where.count;
    std::memset(of, static_cast<int>(role::kept), static_cast<std::size_t>(n));
    for (index_t g = 0; g < where.parts(); ++g) {
      const region p = where.part(g);
      for (index_t t = 0; t < p.frames; ++t)
        for (index_t y = 0; y < p.height; ++y)
          std::memset(of + p.begin + t * p.frame_pitch + y * p.row_pitch, static_cast<int>(role::candidate),
                      static_cast<std::size_t>(p.width));
    }
    for (index_t r = 0; where.protect != nullptr && r < n; ++r)
      if (where.protect[r] != 0) of[r] = role::kept;
    for (index_t r = 0; where.valid != nullptr && r < n; ++r)
      if (where.valid[r] == 0) of[r] = role::padding;
    list(where);
  }

  // After roles were changed. Counts are kept apart from the lists: a store to a list must not make the compiler read them again.
  VTC_INLINE void list(const layout& where) noexcept {
    index_t found = 0, protected_rows = 0, r = 0;
    for (index_t g = 0; g < where.parts(); ++g) {
      first[g] = found;
      const index_t end = g + 1 < where.parts() ? where.part(g + 1).begin : where.count;
      for (; r < end; ++r) {
        const role what = of[r];
        candidate[found] = r;
        found += what == role::candidate;
        protected_rows += what == role::kept;
      }
    }
    first[where.parts()] = found;
    candidates = found;
    kept = protected_rows;
  }

  // A row that is not written.
  VTC_INLINE void drop(const layout& where, index_t r) noexcept {
    if (r == none || of[r] != role::kept) return;
    of[r] = role::padding;
    list(where);
  }

  VTC_INLINE index_t kept_in(index_t from, index_t to) const noexcept {
    index_t n = 0;
    for (index_t r = from; r < to; ++r) n += of[r] == role::kept;
    return n;
  }

  // Protected rows between the region before g and its first candidate.
  VTC_INLINE index_t lead(const layout& where, index_t g) const noexcept {
    if (first[g] == first[g + 1]) return 0;
    const index_t begin = where.part(g).begin, before = g > 0 ? where.part(g - 1).end() : 0;
    return kept_in(before < begin ? before : begin, candidate[first[g]]);
  }

  VTC_INLINE index_t kept_inside(const layout& where, index_t g) const noexcept {
    const region p = where.part(g);
    index_t n = 0;
    for (index_t t = 0; where.protect != nullptr && t < p.frames; ++t)
      for (index_t y = 0; y < p.height; ++y) {
        const index_t row = p.begin + t * p.frame_pitch + y * p.row_pitch;  // with blocks, too: their grid rows are adjacent
        n += kept_in(row, row + p.width);
      }
    return n;
  }
};

}  // namespace detail
}  // namespace v0_1
}  // namespace vtc
