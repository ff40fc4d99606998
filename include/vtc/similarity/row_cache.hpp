// Rows of the cosine matrix on demand, for methods that pick one row after another and need only the rows of their picks.
//
// Inputs: n listed rows and their squared norms. Whoever picks tells by a priority which rows it will probably want next.
// Gives: row(i, priority): n cosines of row i with all rows. A miss computes the 16 most promising rows that are not held, in one pass over the
// rows, since a pass costs the same for one row as for sixteen. The values do not depend on what is held.
// Order and ties: higher priority, then lower place; priorities of -inf are never computed ahead. Cost: 32 n D a pass.
// Workspace: 128 n bytes and the sweep's; passes() counts passes, so loads can be compared with n rows a pick. Errors: none.
#pragma once

#include <limits>

#include "vtc/similarity/similarity_rows.hpp"

namespace vtc {
inline namespace v0_1 {
namespace similarity {

template <class Arch>
class row_cache {
 public:
  static constexpr index_t held = 32, ahead = kernel::panel_rows;

  static void measure(index_t n, index_t width, workspace& memory) noexcept {
    (void)memory.take<float>(held, n);
    (void)memory.take<std::uint8_t>(n);
    measure_similarity_rows<Arch>(width, memory);
  }

  // Rows stay valid until the next call of row().
  row_cache(const rows& x, const index_t* list, const float* squared_norm, index_t n, workspace& memory) noexcept
      : source_{x, list}, norm_(squared_norm), n_(n), memory_(memory), values_(memory.take<float>(held, n)), is_held_(memory.take<std::uint8_t>(n)) {
    if (memory.failed()) return;
    std::memset(is_held_, 0, static_cast<std::size_t>(n));
    for (index_t& p : place_) p = none;
  }

  index_t passes() const noexcept { return passes_; }

  // Null when the workspace is too small.
  const float* row(index_t wanted, const double* priority) noexcept {
    if (is_held_[wanted] == 0 && !fetch(wanted, priority)) return nullptr;
    for (index_t k = 0; k < held; ++k)
      if (place_[k] == wanted) return values_ + static_cast<std::ptrdiff_t>(k) * n_;
    return nullptr;
  }

 private:
  bool fetch(index_t wanted, const double* priority) noexcept {
    index_t list[static_cast<std::size_t>(ahead)] = {wanted};
    index_t count = 1;
    constexpr double never = -std::numeric_limits<double>::infinity();
    for (index_t i = 0; i < n_; ++i) {  // the best `ahead`, kept sorted by insertion
      if (i == wanted || is_held_[i] != 0 || !(priority[i] > never)) continue;
      if (count == ahead && !(priority[i] > priority[list[ahead - 1]])) continue;
      index_t at = count < ahead ? count++ : ahead - 1;
      for (; at > 1 && priority[i] > priority[list[at - 1]]; --at) list[at] = list[at - 1];
      list[at] = i;
    }
    float* target[static_cast<std::size_t>(ahead)] = {};
    for (index_t k = 0; k < count; ++k) {
      const index_t slot = least_promising(priority);
      if (place_[slot] != none) is_held_[place_[slot]] = 0;
      place_[slot] = list[k];
      fresh_[slot] = true;
      target[k] = values_ + static_cast<std::ptrdiff_t>(slot) * n_;
    }
    for (index_t k = 0; k < count; ++k) is_held_[list[k]] = 1;
    for (bool& f : fresh_) f = false;
    ++passes_;
    const std::size_t here = memory_.mark();
    similarity_rows<Arch>(source_, n_, norm_, list, count, target, memory_);
    const bool done = !memory_.failed();
    memory_.rewind(here);
    return done;
  }

  index_t least_promising(const double* priority) const noexcept {
    index_t worst = none;
    for (index_t k = 0; k < held; ++k) {
      if (fresh_[k]) continue;
      if (place_[k] == none) return k;
      if (worst == none || priority[place_[k]] < priority[place_[worst]]) worst = k;
    }
    return worst;
  }

  kernel::listed_rows source_;
  const float* norm_;
  index_t n_;
  workspace& memory_;
  float* values_;
  std::uint8_t* is_held_;
  index_t place_[static_cast<std::size_t>(held)] = {};
  bool fresh_[static_cast<std::size_t>(held)] = {};
  index_t passes_ = 0;
};

}  // namespace similarity
}  // namespace v0_1
}  // namespace vtc
