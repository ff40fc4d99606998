// Plans that follow from the grid alone.
#include "all_lines.hpp"
#include "plan_line.hpp"
#include "vtc/method/adaptive_pool.hpp"
#include "vtc/method/block_pool.hpp"
#include "vtc/method/pixel_shuffle.hpp"

namespace {

using contest::work;
using vtc::index_t;
using workload::model_shape;

template <class Policy>
work of_grid(const Policy& policy, const model_shape& shape) {
  model_shape cells = shape;
  cells.class_rows = 0;  // pixel shuffle takes no row beside the grid
  const auto p = std::make_shared<planning<Policy>>(policy, cells, 0, vtc::element::f32, vtc::budget{});
  work task = plan_work(p);
  p->run();
  const vtc::plan_view& plan = p->plan.view();
  contest::limit_by_traffic(task, p->scene.tokens.view().data, 0, p->scene.tokens.view().data, 8 * workload::size(plan.entry_count) + 8 * workload::size(plan.slot_count));
  return task;
}

}  // namespace

void add_plan_pool(contest::lines& all) {
  for (const model_shape& shape : workload::model_shapes) {
    const auto add = [&](const char* name, std::function<work()> make) {
      all.push_back({std::string("plan: ") + name, std::to_string(shape.cells()) + "x" + std::to_string(shape.width), "-", "warm", shape.model, shape.quick, std::move(make)});
    };
    add("block_pool, 2x2", [=] { return of_grid(vtc::method::block_pool{}, shape); });
    add("block_pool, bilinear", [=] {
      vtc::method::block_pool policy{};
      policy.how = vtc::pool::mode::bilinear;
      return of_grid(policy, shape);
    });
    add("adaptive_pool, 9x9", [=] {
      vtc::method::adaptive_pool policy{};
      policy.output = {9, 9};
      return of_grid(policy, shape);
    });
    vtc::method::pixel_shuffle shuffle{};
    shuffle.pad = true;
    add("pixel_shuffle, 2x2", [=] { return of_grid(shuffle, shape); });
  }
}
