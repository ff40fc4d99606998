// What the tool and the documents say of a method beside its options and inputs.
#pragma once

#include "vtc/config.hpp"

namespace vtc {
inline namespace v0_1 {

enum class family : std::uint8_t { selection, merging, pooling };
enum class counting : std::uint8_t { exact, at_most, data_decides };

struct about {
  const char* name;         // in the tool
  family what;              // one row a slot, averages of chosen rows, or cells of a grid
  const char* source;       // paper and year, or "baseline"
  counting counts;
  const char* cost;         // N rows, K kept, D metric width, H heads, M text rows
  const char* scratch;      // bytes beside the door's
  const char* differences;  // from the published code
  const char* when;         // to choose it
};

}  // namespace v0_1
}  // namespace vtc
