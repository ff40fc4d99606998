// ToMe on 16384 rows of 1024: memory must not grow with the square of the rows, whatever the number of rounds.
#include <chrono>

#include "bars/report.hpp"
#include "vtc/make_plan.hpp"
#include "vtc/method/tome.hpp"
#include "workload/tensor.hpp"

namespace bars {
namespace {

void merge(report& r, const vtc::rows& x, vtc::index_t keep, const char* what) {
  vtc::inputs in{};
  in.where = vtc::layout{x.count, nullptr, 0, nullptr, nullptr};
  in.tokens = in.metric = x;
  vtc::workspace memory;
  vtc::plan_storage plan;
  const auto start = std::chrono::steady_clock::now();
  if (vtc::make_plan(vtc::method::tome{}, in, vtc::keep(keep), memory, plan) != vtc::status::ok) std::abort();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  char about[96];
  std::snprintf(about, sizeof about, "workspace %.1f, plan %.1f; %.2f s, first run", static_cast<double>(memory.size()) / (1 << 20), static_cast<double>(plan.bytes()) / (1 << 20),
                seconds);
  r.at_most(what, static_cast<double>(memory.size() + plan.bytes()) / (1 << 20), 16, "MiB", about);
}

}  // namespace

void check_large_picture(report& r) {
  r.title("ToMe on 16384x1024 f32: workspace and plan storage");
  const workload::tensor x = workload::features(16384, 1024, 1);
  merge(r, x.read(), 8192, "keep a half: one round");
  merge(r, x.read(), 1638, "keep a tenth: four rounds");
}

}  // namespace bars
