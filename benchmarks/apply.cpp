// One plan run on a tensor: every reduction, warm and cold, and the ways around it (restore, sizes, positions).
#include "vtc/apply/apply.hpp"

#include <memory>
#include <numeric>

#include "all_lines.hpp"
#include "baseline/eigen_reductions.hpp"
#include "baseline/loops.hpp"
#include "contest/limits.hpp"
#include "plan_line.hpp"
#include "vtc/apply/restore.hpp"
#include "vtc/apply/sizes.hpp"
#include "vtc/method/block_pool.hpp"
#include "vtc/method/pixel_shuffle.hpp"
#include "vtc/method/tome.hpp"
#include "vtc/method/visionzip.hpp"
#include "vtc/sequence/positions.hpp"
#include "workload/rotation.hpp"

namespace {

using arch = vtc::default_arch;
using contest::work;
using vtc::element;
using vtc::index_t;
using vtc::reduction;
using workload::model_shape;
using workload::size;
using workload::tensor;

using body = std::function<void(const vtc::rows& in, const vtc::mutable_rows& out)>;

// Warm: the same rows every time. Cold: rows that have left all caches, out of and into a rotation.
std::function<void()> on_rows(const body& run, const tensor& in, const tensor& out, bool cold) {
  if (!cold) return [=] { run(in.read(), out.view()); };
  return [=] {
    vtc::rows from = in.read();
    vtc::mutable_rows to = out.view();
    from.data = workload::rotation::to_read().next(in.bytes());
    to.data = workload::rotation::to_write().next(out.bytes());
    run(from, to);
  };
}

bool close(const tensor& a, const tensor& b) {
  if (a.view().type != element::f32) return std::memcmp(a.view().data, b.view().data, a.bytes()) == 0;
  for (std::size_t i = 0; i < a.bytes() / 4; ++i)
    if (!(std::fabs(a.floats()[i] - b.floats()[i]) <= 1e-4f)) return false;
  return true;
}

struct plain_versions {
  body eigen, loop, limit;
  std::string limit_name;
};

// Reads the rows that the plan reads and writes what it writes, in the same order and nothing else.
body copy_limit(const std::shared_ptr<vtc::plan_storage>& plan) {
  return [=](const vtc::rows& in, const vtc::mutable_rows& out) { loops::copy_rows(in, plan->view().source, plan->view().slot_count, out); };
}
body traffic_limit(std::size_t read, std::size_t written) {
  return [=](const vtc::rows& in, const vtc::mutable_rows& out) { limit::move_bytes(in.data, read, out.data, written); };
}

work applied(const std::shared_ptr<vtc::plan_storage>& plan, const tensor& in, element to, index_t width, bool cold, const plain_versions& plain) {
  const index_t slots = plan->view().slot_count;
  const tensor ours(to, slots, width), eigen(to, slots, width), loop(to, slots, width), nothing(to, slots, width);
  work task;
  const body run = [=](const vtc::rows& x, const vtc::mutable_rows& y) {
    if (vtc::apply<arch>(plan->view(), x, y) != vtc::status::ok) std::abort();
  };
  task.vtc.run = on_rows(run, in, ours, cold);
  if (plain.eigen) task.eigen.run = on_rows(plain.eigen, in, eigen, cold);
  if (plain.loop) task.loop.run = on_rows(plain.loop, in, loop, cold);
  task.limit.run = on_rows(plain.limit, in, nothing, cold);
  task.limit_name = plain.limit_name;
  if (!cold)
    task.agree = [=, has_eigen = static_cast<bool>(plain.eigen), has_loop = static_cast<bool>(plain.loop)] {
      return (!has_eigen || close(ours, eigen)) && (!has_loop || close(ours, loop));
    };
  return task;
}

std::shared_ptr<vtc::plan_storage> storage() { return std::make_shared<vtc::plan_storage>(); }

// Half of the rows, now and then neighbours, as scores pick them.
std::shared_ptr<vtc::plan_storage> half_of(index_t rows) {
  const auto plan = storage();
  plan->clear(rows);
  workload::generator g(9);
  index_t wanted = rows / 2;
  for (index_t r = 0; r < rows && wanted > 0; ++r)
    if ((g.value() + 2) / 4 * static_cast<float>(rows - r) <= static_cast<float>(wanted)) {
      plan->pick(r);
      --wanted;
    }
  plan->reduce_by(reduction::mean);
  if (plan->finish() != vtc::status::ok) std::abort();
  return plan;
}

template <class Policy>
std::shared_ptr<vtc::plan_storage> plan_of(const Policy& policy, const model_shape& shape, const vtc::budget& want) {
  planning<Policy> p(policy, shape, 64, element::f32, want);
  const auto plan = storage();
  if (vtc::make_plan<arch>(policy, p.in, want, p.memory, *plan) != vtc::status::ok) std::abort();
  return plan;
}

model_shape without_class_row(model_shape shape) {
  shape.class_rows = 0;
  return shape;
}

work selection(const model_shape& shape, element type, bool cold) {
  const auto plan = half_of(shape.rows());
  const tensor in = converted(workload::features(shape.rows(), shape.width, 1), type);
  const auto gather = [=](const vtc::rows& x, const vtc::mutable_rows& y) { plain_eigen::gather(x, plan->view().source, plan->view().slot_count, y); };
  return applied(plan, in, type, shape.width, cold, {gather, {}, copy_limit(plan), "memcpy"});
}

// Means and maxima of 2 x 2 cells of one grid, to f32.
work pooled(const model_shape& whole, element type, vtc::pool::mode how, bool cold) {
  const model_shape shape = without_class_row(whole);
  vtc::method::block_pool policy{};
  policy.how = how;
  const auto plan = plan_of(policy, shape, vtc::budget{});
  const tensor in = converted(workload::features(shape.rows(), shape.width, 1), type);
  const std::size_t written = size(plan->view().slot_count) * size(shape.width) * 4;
  plain_versions plain{{}, {}, traffic_limit(in.bytes(), written), cold ? "memory" : limit::level_of(in.bytes() + written)};
  const auto each_grid = [=](const vtc::mutable_rows& y, const auto& run) {
    const index_t slots = plan->view().slot_count / shape.grids;
    for (index_t g = 0; g < shape.grids; ++g) run(g * shape.height * shape.columns, y.slice(g * slots, slots));
  };
  if (how == vtc::pool::mode::mean)
    plain.eigen = [=](const vtc::rows& x, const vtc::mutable_rows& y) {
      each_grid(y, [&](index_t first, const vtc::mutable_rows& part) { plain_eigen::pool(x, first, shape.height, shape.columns, part); });
    };
  else
    plain.eigen = [=](const vtc::rows& x, const vtc::mutable_rows& y) {
      each_grid(y, [&](index_t first, const vtc::mutable_rows& part) { plain_eigen::pool_maximum(x, first, shape.height, shape.columns, part); });
    };
  if (how == vtc::pool::mode::mean && type == element::f32)
    plain.loop = [=](const vtc::rows& x, const vtc::mutable_rows& y) {
      each_grid(y, [&](index_t first, const vtc::mutable_rows& part) { loops::pool<float>(x, first, shape.height, shape.columns, part); });
    };
#if defined(__F16C__)
  if (how == vtc::pool::mode::mean && type == element::f16)
    plain.loop = [=](const vtc::rows& x, const vtc::mutable_rows& y) {
      each_grid(y, [&](index_t first, const vtc::mutable_rows& part) { loops::pool<std::uint16_t>(x, first, shape.height, shape.columns, part); });
    };
#endif
  if (how == vtc::pool::mode::max && type == element::f32)
    plain.loop = [=](const vtc::rows& x, const vtc::mutable_rows& y) {
      each_grid(y, [&](index_t first, const vtc::mutable_rows& part) { loops::pool_maximum(x, first, shape.height, shape.columns, part); });
    };
  return applied(plan, in, element::f32, shape.width, cold, plain);
}

// Slots of many sizes, with or without weights, to f32.
work merged(const model_shape& shape, element type, bool weighted, bool keep_norm) {
  const auto plan = weighted ? plan_of(vtc::method::visionzip{}, shape, vtc::keep(shape.class_rows + shape.cells() / 9))
                             : plan_of(vtc::method::tome{}, shape, vtc::keep(shape.class_rows + shape.cells() / 2));
  if (keep_norm) {
    plan->reduce_by(reduction::keep_norm);
    if (plan->finish() != vtc::status::ok) std::abort();
  }
  const tensor in = converted(workload::features(shape.rows(), shape.width, 1), type);
  const std::size_t written = size(plan->view().slot_count) * size(shape.width) * 4;
  plain_versions plain{{}, {}, traffic_limit(in.bytes(), written), limit::level_of(in.bytes() + written)};
  if (!keep_norm) {
    plain.eigen = [=](const vtc::rows& x, const vtc::mutable_rows& y) {
      const vtc::plan_view& v = plan->view();
      plain_eigen::weighted_rows(x, v.slot_count, v.slot_begin, v.source, v.weight, y);
    };
    if (type == element::f32)
      plain.loop = [=](const vtc::rows& x, const vtc::mutable_rows& y) {
        const vtc::plan_view& v = plan->view();
        loops::weighted_rows(x, v.slot_count, v.slot_begin, v.source, v.weight, y);
      };
  }
  return applied(plan, in, element::f32, shape.width, false, plain);
}

work shuffled(const model_shape& whole, element type, bool cold) {
  const model_shape shape = without_class_row(whole);
  const auto plan = plan_of(vtc::method::pixel_shuffle{}, shape, vtc::budget{});
  const tensor in = converted(workload::features(shape.rows(), shape.width, 1), type);
  const auto shuffle = [=](const vtc::rows& x, const vtc::mutable_rows& y) {
    const index_t slots = plan->view().slot_count / shape.grids;
    for (index_t g = 0; g < shape.grids; ++g) plain_eigen::shuffle(x, g * shape.height * shape.columns, shape.height, shape.columns, y.slice(g * slots, slots));
  };
  const auto copies = [=](const vtc::rows& x, const vtc::mutable_rows& y) {
    const std::size_t bytes = vtc::size_of(type) * size(x.width);
    auto* to = static_cast<unsigned char*>(y.data);
    for (index_t e = 0; e < plan->view().entry_count; ++e) std::memcpy(to + size(e) * bytes, x.row(plan->view().source[e]), bytes);
  };
  return applied(plan, in, type, 4 * shape.width, cold, {shuffle, {}, copies, "memcpy"});
}

work restored(const model_shape& shape, element type) {
  const auto plan = plan_of(vtc::method::tome{}, shape, vtc::keep(shape.class_rows + shape.cells() / 2));
  const tensor in = converted(workload::features(plan->view().slot_count, shape.width, 1), type), out(type, shape.rows(), shape.width), nothing(type, shape.rows(), shape.width);
  work task;
  task.vtc.run = [=] {
    if (vtc::restore<arch>(plan->view(), in.read(), out.view()) != vtc::status::ok) std::abort();
  };
  task.limit.run = [=] {
    const vtc::plan_view& v = plan->view();
    for (index_t s = 0; s < v.slot_count; ++s)
      for (index_t e = v.slot_begin[s]; e < v.slot_begin[s + 1]; ++e) std::memcpy(nothing.view().row(v.source[e]), in.view().row(s), size(static_cast<index_t>(in.view().stride)));
  };
  task.limit_name = "memcpy";
  task.agree = [=] { return close(out, nothing); };
  return task;
}

work sizes(const model_shape& shape) {
  const auto plan = plan_of(vtc::method::tome{}, shape, vtc::keep(shape.class_rows + shape.cells() / 2));
  const auto out = std::make_shared<std::vector<float>>(size(shape.rows()));
  work task;
  task.vtc.run = [=] {
    if (vtc::sizes<arch>(plan->view(), nullptr, out->data()) != vtc::status::ok) std::abort();
  };
  contest::limit_by_traffic(task, plan->view().source, size(shape.rows()) * 4, out->data(), size(plan->view().slot_count) * 4);
  return task;
}

work positions(const model_shape& shape) {
  const auto plan = half_of(shape.rows());
  const auto in = std::make_shared<std::vector<std::int32_t>>(3 * size(shape.rows()), 7), out = std::make_shared<std::vector<std::int32_t>>(3 * size(shape.rows()));
  work task;
  task.vtc.run = [=] {
    std::int32_t next = 0;
    const vtc::planes planes{out->data(), plan->view().slot_count, 3, plan->view().slot_count};
    if (vtc::positions(plan->view(), in->data(), shape.rows(), 3, vtc::position_rule::keep, 0, planes, &next) != vtc::status::ok) std::abort();
  };
  contest::limit_by_traffic(task, in->data(), size(shape.rows()) * 12, out->data(), size(plan->view().slot_count) * 12);
  return task;
}

}  // namespace

void add_apply(contest::lines& all) {
  const auto add = [&](const char* name, const model_shape& shape, element type, bool cold, bool quick, std::function<work()> make) {
    all.push_back({std::string("apply: ") + name, shape.text(), workload::name(type), cold ? "cold" : "warm", shape.model, quick, std::move(make)});
  };
  using vtc::pool::mode;
  for (const model_shape& shape : workload::model_shapes)
    for (const element type : {element::f32, element::f16}) {
      const bool quick = shape.quick && type == element::f32;
      for (const bool cold : {false, true}) {
        add("selection of half", shape, type, cold, shape.quick, [=] { return selection(shape, type, cold); });
        add("mean of 2x2", shape, type, cold, shape.quick, [=] { return pooled(shape, type, mode::mean, cold); });
      }
      add("maximum of 2x2", shape, type, false, quick, [=] { return pooled(shape, type, mode::max, false); });
      add("mean of merged rows", shape, type, false, quick, [=] { return merged(shape, type, false, false); });
      add("weighted rows (visionzip)", shape, type, false, quick, [=] { return merged(shape, type, true, false); });
      add("keep_norm of merged rows", shape, type, false, quick, [=] { return merged(shape, type, false, true); });
      if (shape.height % 2 == 0 && shape.columns % 2 == 0) add("concatenate 2x2", shape, type, false, quick, [=] { return shuffled(shape, type, false); });
      add("restore", shape, type, false, quick, [=] { return restored(shape, type); });
    }
  for (const element type : {element::bf16, element::i8}) {
    add("selection of half", workload::llava_1_5, type, false, false, [=] { return selection(workload::llava_1_5, type, false); });
    add("mean of 2x2", workload::llava_1_5, type, false, false, [=] { return pooled(workload::llava_1_5, type, mode::mean, false); });
  }
  for (const model_shape& shape : {workload::llava_1_5, workload::qwen_large}) {
    add("sizes of merged rows", shape, element::f32, false, shape.quick, [=] { return sizes(shape); });
    add("positions on 3 axes", shape, element::i32, false, shape.quick, [=] { return positions(shape); });
  }
}
