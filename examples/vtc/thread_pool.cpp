#include "thread_pool.hpp"

#include <system_error>

namespace tool {

thread_pool::thread_pool(int lanes) : lanes_(lanes) {
  try {
    for (int i = 1; i < lanes; ++i) workers_.emplace_back([this] { serve(); });
  } catch (const std::system_error&) {
    // Fewer threads than asked for give the same results.
  }
}

thread_pool::~thread_pool() {
  {
    const std::lock_guard<std::mutex> lock(guard_);
    closing_ = true;
  }
  begin_.notify_all();
  for (std::thread& t : workers_) t.join();
}

void thread_pool::run(void* self, int tasks, void (*body)(void*, int), void* argument) {
  auto& pool = *static_cast<thread_pool*>(self);
  std::unique_lock<std::mutex> lock(pool.guard_);
  pool.body_ = body;
  pool.argument_ = argument;
  pool.next_ = 0;
  pool.tasks_ = pool.unfinished_ = tasks;
  pool.begin_.notify_all();
  pool.take_tasks(lock);
  pool.end_.wait(lock, [&] { return pool.unfinished_ == 0; });
}

void thread_pool::serve() {
  std::unique_lock<std::mutex> lock(guard_);
  for (;;) {
    begin_.wait(lock, [&] { return closing_ || next_ < tasks_; });
    if (closing_) return;
    take_tasks(lock);
  }
}

void thread_pool::take_tasks(std::unique_lock<std::mutex>& lock) {
  while (next_ < tasks_) {
    const int task = next_++;
    lock.unlock();
    body_(argument_, task);
    lock.lock();
    if (--unfinished_ == 0) end_.notify_one();
  }
}

}  // namespace tool
