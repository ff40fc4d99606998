// Applying a plan, beside what one would write by hand.
#include "vtc/apply/apply.hpp"

#include "baseline/loops.hpp"
#include "bars/pairs.hpp"
#include "bars/report.hpp"
#include "plan_line.hpp"
#include "vtc/method/block_pool.hpp"
#include "workload/rotation.hpp"

namespace bars {
namespace {

using arch = vtc::default_arch;
using vtc::element;
using vtc::index_t;
using workload::tensor;

// About half of the rows, now and then neighbours.
void select_half(index_t rows, vtc::plan_storage& plan) {
  plan.clear(rows);
  workload::generator g(9);
  for (index_t r = 0; r < rows; ++r)
    if (g.value() > 0) plan.pick(r);
  plan.reduce_by(vtc::reduction::mean);
  if (plan.finish() != vtc::status::ok) std::abort();
}

using rows_body = std::function<void(const vtc::rows&, const vtc::mutable_rows&)>;

pair_times compare_on_rows(const tensor& in, const tensor& out, bool cold, const rows_body& ours, const rows_body& theirs) {
  const auto on = [&](const rows_body& run) {
    return body([&in, &out, cold, run] {
      vtc::rows from = in.read();
      vtc::mutable_rows to = out.view();
      if (cold) {
        from.data = workload::rotation::to_read().next(in.bytes());
        to.data = workload::rotation::to_write().next(out.bytes());
      }
      run(from, to);
    });
  };
  return compare(on(ours), on(theirs), cold ? 101 : 41);
}

void selection(report& r, const char* what, const workload::model_shape& shape, element type, bool cold) {
  const tensor in = converted(workload::features(shape.rows(), shape.width, 1), type);
  vtc::plan_storage plan;
  select_half(shape.rows(), plan);
  const tensor out(type, plan.view().slot_count, shape.width);
  const pair_times t = compare_on_rows(
      in, out, cold,
      [&](const vtc::rows& x, const vtc::mutable_rows& y) {
        if (vtc::apply<arch>(plan.view(), x, y) != vtc::status::ok) std::abort();
      },
      [&](const vtc::rows& x, const vtc::mutable_rows& y) { loops::copy_rows(x, plan.view().source, plan.view().slot_count, y); });
  r.at_most(what, t.ratio, 1.08, "x");
}

template <class T>
void pooling(report& r, const char* what, const workload::model_shape& shape, element type, bool cold) {
  const tensor in = converted(workload::features(shape.rows(), shape.width, 1), type);
  planning<vtc::method::block_pool> p(vtc::method::block_pool{}, shape, 64, element::f32, vtc::budget{});
  p.run();
  const vtc::plan_view& plan = p.plan.view();
  const tensor out(element::f32, plan.slot_count, shape.width);
  const pair_times t = compare_on_rows(
      in, out, cold,
      [&](const vtc::rows& x, const vtc::mutable_rows& y) {
        if (vtc::apply<arch>(plan, x, y) != vtc::status::ok) std::abort();
      },
      [&](const vtc::rows& x, const vtc::mutable_rows& y) { loops::pool<T>(x, 0, shape.height, shape.columns, y); });
  r.at_most(what, t.ratio, 1.15, "x");
}

}  // namespace

void check_apply(report& r) {
  r.title("Selection, times of a loop of memcpys of the kept rows");
  selection(r, "577x1024 f32, half, warm", workload::llava_1_5, element::f32, false);
  selection(r, "577x1024 f16, half, warm", workload::llava_1_5, element::f16, false);
  selection(r, "4096x2048 f32, half, warm", workload::qwen_large, element::f32, false);
  selection(r, "577x1024 f32, half, cold", workload::llava_1_5, element::f32, true);
  selection(r, "577x1024 f16, half, cold", workload::llava_1_5, element::f16, true);
  r.title("Mean of 2x2 cells, times of the hand-written loop");
  workload::model_shape llava = workload::llava_1_5;
  llava.class_rows = 0;
  pooling<float>(r, "24x24x1024 f32, warm", llava, element::f32, false);
  pooling<float>(r, "64x64x2048 f32, warm", workload::qwen_large, element::f32, false);
  pooling<float>(r, "24x24x1024 f32, cold", llava, element::f32, true);
#if defined(__F16C__)
  pooling<std::uint16_t>(r, "24x24x1024 f16 to f32, warm", llava, element::f16, false);
  pooling<std::uint16_t>(r, "24x24x1024 f16 to f32, cold", llava, element::f16, true);
#endif
}

}  // namespace bars
