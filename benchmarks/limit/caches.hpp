// The sizes of this machine's caches.
#pragma once

#include <cstddef>
#include <fstream>
#include <string>

namespace limit {

struct cache_sizes {
  std::size_t first, second, last;  // bytes: data cache of a core, its second level, the largest of all
};

inline cache_sizes caches() {
  cache_sizes sizes{32u << 10, 512u << 10, 8u << 20};  // where the system does not tell
  std::size_t level[8] = {};
  for (int i = 0; i < 8; ++i) {
    const std::string folder = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(i) + "/";
    std::ifstream level_file(folder + "level"), type_file(folder + "type"), size_file(folder + "size");
    std::size_t which = 0, kib = 0;
    std::string type;
    if (level_file >> which && type_file >> type && size_file >> kib && type != "Instruction" && which < 8) level[which] = kib << 10;
  }
  if (level[1] != 0) sizes.first = level[1];
  if (level[2] != 0) sizes.second = sizes.last = level[2];
  for (const std::size_t bytes : {level[3], level[4]})
    if (bytes != 0) sizes.last = bytes;
  return sizes;
}

// The level that holds so many bytes.
inline const char* level_of(std::size_t bytes) {
  static const cache_sizes sizes = caches();
  return bytes <= sizes.first ? "L1" : bytes <= sizes.second ? "L2" : bytes <= sizes.last ? "last cache" : "memory";
}

}  // namespace limit
