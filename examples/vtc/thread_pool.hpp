// A small thread pool behind vtc::executor: the pattern for a host that has none of its own.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "vtc/workspace.hpp"

namespace tool {

class thread_pool {
 public:
  explicit thread_pool(int lanes);  // the calling thread is one of them
  ~thread_pool();
  thread_pool(const thread_pool&) = delete;
  thread_pool& operator=(const thread_pool&) = delete;

  vtc::executor executor() { return vtc::executor{this, lanes_, run}; }

 private:
  static void run(void* self, int tasks, void (*body)(void*, int), void* argument);
  void serve();
  void take_tasks(std::unique_lock<std::mutex>& lock);

  int lanes_;
  std::vector<std::thread> workers_;
  std::mutex guard_;
  std::condition_variable begin_, end_;
  void (*body_)(void*, int) = nullptr;
  void* argument_ = nullptr;
  int tasks_ = 0, next_ = 0, unfinished_ = 0;
  bool closing_ = false;
};

}  // namespace tool
