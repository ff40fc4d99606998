// The limits as contestants.
#pragma once

#include "contest/line.hpp"
#include "limit/caches.hpp"
#include "limit/fma_peak.hpp"
#include "limit/traffic.hpp"

namespace contest {

inline void limit_by_multiply_adds(work& task, double multiply_adds) {
  task.limit = {[] { limit::run_fma_chunk(); }, multiply_adds / limit::chunk};
  task.limit_name = "FMA";
}

// Bytes read from `in` and written to `out`, at the speed of the cache level that holds both.
inline void limit_by_traffic(work& task, const void* in, std::size_t read, void* out, std::size_t written) {
  task.limit = {[=] { limit::move_bytes(in, read, out, written); }, 1};
  task.limit_name = limit::level_of(read + written);
}

}  // namespace contest
