#include "contest/race.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <map>

namespace contest {
namespace {

// Keeps the repetitions and prints nothing. One thread: the time it ran, not the time it waited for a processor that others use too.
class collector : public benchmark::BenchmarkReporter {
 public:
  explicit collector(bool wall_time) : wall_time_(wall_time) {}
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& r : runs)
      if (r.run_type == Run::RT_Iteration) seconds[r.run_name.function_name].push_back((wall_time_ ? r.real_accumulated_time : r.cpu_accumulated_time) / static_cast<double>(r.iterations));
  }

  std::map<std::string, std::vector<double>> seconds;

 private:
  bool wall_time_;
};

double seconds_of(const std::function<void()>& run) {
  const auto start = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

duration summary(std::vector<double> seconds, double times) {
  if (seconds.empty()) return {};
  std::sort(seconds.begin(), seconds.end());
  const auto at = [&](std::size_t quarter) { return seconds[(seconds.size() - 1) * quarter / 4] * times; };
  return {at(2), at(1), at(3)};
}

}  // namespace

outcome race(const line& which, const work& task, patience limits) {
  const std::pair<const char*, const contestant*> contestants[] = {
      {"vtc", &task.vtc}, {"eigen", &task.eigen}, {"loop", &task.loop}, {"limit", &task.limit}};

  double once = 0;  // everybody's first run also fills caches, touches pages and grows workspaces
  for (const auto& [name, who] : contestants)
    if (who->run) once += seconds_of(who->run);
  outcome result;
  result.agreed = !task.agree || task.agree();
  result.repetitions = std::clamp(static_cast<int>(limits.line_seconds / once), limits.least, limits.most);

  benchmark::ClearRegisteredBenchmarks();
  const std::string title = which.name + " " + which.shape + " " + which.element + " " + which.memory + " ";
  for (const auto& [name, who] : contestants) {
    if (!who->run) continue;
    const auto body = [run = who->run](benchmark::State& state) {
      for (auto _ : state) {
        run();
        benchmark::ClobberMemory();
      }
    };
    auto* registered = benchmark::RegisterBenchmark((title + name).c_str(), body);
    registered->Repetitions(result.repetitions)->MinTime(limits.line_seconds / 4 / limits.most);
    if (task.threads > 1) registered->MeasureProcessCPUTime()->UseRealTime();
  }
  collector times(task.threads > 1);
  benchmark::RunSpecifiedBenchmarks(&times, "all");
  result.vtc = summary(times.seconds[title + "vtc"], task.vtc.times);
  result.eigen = summary(times.seconds[title + "eigen"], task.eigen.times);
  result.loop = summary(times.seconds[title + "loop"], task.loop.times);
  result.limit = summary(times.seconds[title + "limit"], task.limit.times);
  return result;
}

}  // namespace contest
