#include "experiment/lanes.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace experiment {
namespace {

// One line that is drawn over on a terminal; in a log, one line for every tenth.
class progress_bar {
 public:
  progress_bar(std::string title, int total) : title_(std::move(title)), total_(total), live_(::isatty(STDERR_FILENO) != 0) { draw(); }
  void step() {
    ++done_;
    const int parts = live_ ? 100 : 10;
    if (done_ * parts / total_ != (done_ - 1) * parts / total_) draw();
  }
  void finish() const {
    if (live_) std::fputs("\n", stderr);
  }

 private:
  void draw() const {
    constexpr int width = 40;
    const int filled = width * done_ / total_;
    std::fprintf(stderr, "%s%s [%s%s] %3d %%%s", live_ ? "\r" : "", title_.c_str(),
                 std::string(static_cast<std::size_t>(filled), '#').c_str(),
                 std::string(static_cast<std::size_t>(width - filled), '.').c_str(), 100 * done_ / total_, live_ ? "" : "\n");
    std::fflush(stderr);
  }

  std::string title_;
  int total_, done_ = 0;
  bool live_;
};

}  // namespace

int lane_count() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

void for_each_item(const std::string& title, int items, const std::function<void(int item, int lane)>& body) {
  if (items <= 0) return;
  progress_bar bar(title, items);
  std::atomic<int> next{0};
  std::mutex guard;
  std::exception_ptr failure;
  const auto work = [&](int lane) {
    for (int item = next++; item < items; item = next++) {
      try {
        body(item, lane);
        const std::lock_guard<std::mutex> lock(guard);
        bar.step();
      } catch (...) {
        const std::lock_guard<std::mutex> lock(guard);
        if (!failure) failure = std::current_exception();
        next = items;
      }
    }
  };
  std::vector<std::thread> others;
  for (int lane = 1; lane < std::min(lane_count(), items); ++lane) others.emplace_back(work, lane);
  work(0);
  for (std::thread& t : others) t.join();
  bar.finish();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace experiment
