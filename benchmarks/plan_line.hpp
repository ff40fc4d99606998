// A line that times make_plan.
#pragma once

#include <algorithm>
#include <memory>

#include "contest/limits.hpp"
#include "vtc/make_plan.hpp"
#include "workload/scene.hpp"

// A policy at work on a scene; workspace and plan are reused from run to run, as hosts do.
template <class Policy>
struct planning {
  planning(const Policy& p, const workload::model_shape& shape, vtc::index_t metric_width, vtc::element type, const vtc::budget& b)
      : policy(p), scene(shape, metric_width, type), in(scene.inputs()), want(b) {}

  void run() {
    if (vtc::make_plan<vtc::default_arch>(policy, in, want, memory, plan) != vtc::status::ok) std::abort();
  }
  // Whether this share of the rows that the plan stands for is among `expected`.
  bool agrees(const std::vector<vtc::index_t>& expected, double share) const {
    const vtc::plan_view& view = plan.view();
    vtc::index_t found = 0;
    for (const vtc::index_t row : expected) found += std::find(view.anchor, view.anchor + view.slot_count, row) != view.anchor + view.slot_count;
    return found >= share * static_cast<double>(expected.size());
  }

  Policy policy;
  workload::scene scene;
  vtc::inputs in;
  vtc::budget want;
  vtc::workspace memory;
  vtc::plan_storage plan;
  std::vector<vtc::index_t> eigen_rows, loop_rows;
};

template <class Policy>
contest::work plan_work(const std::shared_ptr<planning<Policy>>& p) {
  contest::work task;
  task.vtc.run = [=] { p->run(); };
  return task;
}
