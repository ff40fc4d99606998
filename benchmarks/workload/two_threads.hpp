// An executor with two lanes: the calling thread and one that waits for work.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "vtc/workspace.hpp"

namespace workload {

class two_threads {
 public:
  two_threads() : worker_([this] { work(); }) {}
  ~two_threads() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      stop_ = true;
    }
    wake_.notify_one();
    worker_.join();
  }

  vtc::executor executor() {
    return {this, 2, [](void* self, int tasks, void (*body)(void*, int), void* argument) { static_cast<two_threads*>(self)->run(tasks, body, argument); }};
  }

 private:
  void run(int tasks, void (*body)(void*, int), void* argument) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      tasks_ = tasks;
      body_ = body;
      argument_ = argument;
      busy_ = true;
    }
    wake_.notify_one();
    for (int i = 0; i < tasks; i += 2) body(argument, i);
    std::unique_lock<std::mutex> lock(mutex_);
    done_.wait(lock, [this] { return !busy_; });
  }
  void work() {
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      wake_.wait(lock, [this] { return busy_ || stop_; });
      if (stop_) return;
      lock.unlock();
      for (int i = 1; i < tasks_; i += 2) body_(argument_, i);
      lock.lock();
      busy_ = false;
      done_.notify_one();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_, done_;
  int tasks_ = 0;
  void (*body_)(void*, int) = nullptr;
  void* argument_ = nullptr;
  bool busy_ = false, stop_ = false;
  std::thread worker_;
};

}  // namespace workload
