// What a host calls: a plan, then every tensor of the picture through it.
#include <memory>

#include "all_lines.hpp"
#include "baseline/eigen_products.hpp"
#include "baseline/eigen_reductions.hpp"
#include "baseline/loops.hpp"
#include "plan_line.hpp"
#include "vtc/compress.hpp"
#include "vtc/method/block_pool.hpp"
#include "vtc/method/divprune.hpp"
#include "vtc/method/fastervlm.hpp"
#include "vtc/method/tome.hpp"
#include "vtc/method/visionzip.hpp"

namespace {

using arch = vtc::default_arch;
using contest::work;
using vtc::element;
using vtc::index_t;
using workload::model_shape;
using workload::size;
using workload::tensor;

// compress: one tensor. No limit by itself: those of its parts are in the lines above.
template <class Policy>
work compressed(const Policy& policy, const model_shape& shape, index_t metric_width, element type, const vtc::budget& want) {
  const auto p = std::make_shared<planning<Policy>>(policy, shape, metric_width, type, want);
  p->run();
  const tensor out(type == element::f16 ? element::f16 : element::f32, p->plan.view().slot_count, shape.width);
  work task;
  task.vtc.run = [=] {
    if (vtc::compress<arch>(p->policy, p->in, p->want, p->memory, p->plan, out.view()) != vtc::status::ok) std::abort();
  };
  task.limit_name = "-";
  return task;
}

// Qwen3-VL: the tokens and three DeepStack levels, cut by one plan. Beside it: the plain way, one gather a tensor.
work with_levels(const model_shape& shape, element type) {
  using policy_type = vtc::method::fastervlm;
  const auto p = std::make_shared<planning<policy_type>>(policy_type{}, shape, 0, type, vtc::keep(shape.rows() / 2));
  p->in.attention.class_row = vtc::none;
  p->run();
  const index_t kept = p->plan.view().slot_count;
  std::vector<tensor> in{p->scene.tokens}, out{tensor(type, kept, shape.width)};
  for (index_t level = 0; level < workload::deepstack_levels; ++level) {
    in.push_back(converted(workload::features(shape.rows(), shape.width, 10u + static_cast<std::uint32_t>(level)), type));
    out.emplace_back(type, kept, shape.width);
  }
  const std::vector<tensor> nothing = [&] {
    std::vector<tensor> list;
    for (const tensor& t : out) list.emplace_back(type, t.view().count, t.view().width);
    return list;
  }();
  work task;
  task.vtc.run = [=] {
    p->run();
    for (std::size_t level = 0; level < in.size(); ++level)
      if (vtc::apply<arch>(p->plan.view(), in[level].read(), out[level].view()) != vtc::status::ok) std::abort();
  };
  task.eigen.run = [=] {
    std::vector<float> score(size(shape.rows()));
    plain_eigen::mean_rows(p->scene.class_attention.read(), score.data());
    const std::vector<index_t> rows = loops::top_k(score.data(), shape.rows(), kept);
    for (std::size_t level = 0; level < in.size(); ++level) plain_eigen::gather(in[level].read(), rows.data(), kept, nothing[level].view());
  };
  task.limit.run = [=] {
    for (std::size_t level = 0; level < in.size(); ++level) loops::copy_rows(in[level].read(), p->plan.view().source, kept, nothing[level].view());
  };
  task.limit_name = "memcpy";
  task.agree = [=] { return std::memcmp(out[3].view().data, nothing[3].view().data, out[3].bytes()) == 0; };
  return task;
}

}  // namespace

void add_end_to_end(contest::lines& all) {
  const auto add = [&](const char* name, const model_shape& shape, element type, bool quick, std::function<work()> make) {
    all.push_back({std::string("compress: ") + name, shape.text(), workload::name(type), "warm", shape.model, quick, std::move(make)});
  };
  for (const model_shape& shape : workload::model_shapes)
    for (const element type : {element::f32, element::f16}) {
      const bool quick = shape.quick && type == element::f32;
      const vtc::budget ninth = vtc::keep(shape.class_rows + shape.cells() / 9), half = vtc::keep(shape.class_rows + shape.cells() / 2);
      add("block_pool 2x2", shape, type, quick, [=] { return compressed(vtc::method::block_pool{}, shape, 0, type, vtc::budget{}); });
      add("visionzip to 1/9", shape, type, quick, [=] { return compressed(vtc::method::visionzip{}, shape, shape.head_width, type, ninth); });
      add("tome to 1/2, keys", shape, type, quick, [=] { return compressed(vtc::method::tome{}, shape, shape.head_width, type, half); });
      add("divprune to 1/9", shape, type, quick, [=] { return compressed(vtc::method::divprune{}, shape, 0, type, ninth); });
    }
  for (const model_shape& shape : {workload::qwen_small, workload::qwen_middle, workload::qwen_large})
    for (const element type : {element::f32, element::f16})
      add("fastervlm to 1/2, 4 tensors", shape, type, shape.quick && type == element::f32, [=] { return with_levels(shape, type); });
}
