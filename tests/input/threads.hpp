// An executor of real threads, as a host would lend one.
#pragma once

#include <atomic>
#include <thread>
#include <vector>

#include "vtc/workspace.hpp"

namespace input {

// Tasks are taken in no fixed order by as many threads as there are lanes.
inline vtc::executor threads(int lanes) {
  vtc::executor e{};
  e.lanes = lanes;
  e.run = [](void*, int tasks, void (*body)(void*, int), void* argument) {
    std::atomic<int> next{0};
    std::vector<std::thread> pool;
    for (int t = 0; t < tasks; ++t)
      pool.emplace_back([&] {
        for (int i = next++; i < tasks; i = next++) body(argument, i);
      });
    for (std::thread& t : pool) t.join();
  };
  return e;
}

// Tasks run on the calling thread, last first: whatever depends on their order gives another result.
inline vtc::executor backwards(int lanes) {
  vtc::executor e{};
  e.lanes = lanes;
  e.run = [](void*, int tasks, void (*body)(void*, int), void* argument) {
    for (int i = tasks - 1; i >= 0; --i) body(argument, i);
  };
  return e;
}

}  // namespace input
