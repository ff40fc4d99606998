// Plans that keep rows as they are.
#include "all_lines.hpp"
#include "baseline/eigen_products.hpp"
#include "baseline/loops.hpp"
#include "baseline/whole_matrix.hpp"
#include "plan_line.hpp"
#include "vtc/method/cdpruner.hpp"
#include "vtc/method/divprune.hpp"
#include "vtc/method/fastervlm.hpp"
#include "vtc/method/query_similarity.hpp"
#include "vtc/method/random.hpp"
#include "vtc/method/top_k.hpp"
#include "vtc/method/uniform.hpp"

namespace {

using contest::work;
using vtc::element;
using vtc::index_t;
using workload::model_shape;
using workload::size;

vtc::rows cells_of(const vtc::rows& x, const model_shape& shape) { return x.slice(shape.class_rows, shape.cells()); }

// Rows counted from the first cell become rows of the picture.
std::vector<index_t> shifted(std::vector<index_t> rows, index_t by) {
  for (index_t& r : rows) r += by;
  return rows;
}

// The planners that read no token: what they cost is the door and the writing of the plan.
template <class Policy>
work of_geometry(const model_shape& shape, index_t keep) {
  const auto p = std::make_shared<planning<Policy>>(Policy{}, shape, 0, element::f32, vtc::keep(shape.class_rows + keep));
  work task = plan_work(p);
  p->run();
  contest::limit_by_traffic(task, p->scene.tokens.view().data, 0, p->scene.tokens.view().data, size(keep) * 16);
  return task;
}

work top_k(const model_shape& shape, index_t keep) {
  const auto p = std::make_shared<planning<vtc::method::top_k>>(vtc::method::top_k{}, shape, 0, element::f32, vtc::keep(shape.class_rows + keep));
  work task = plan_work(p);
  task.loop.run = [=] { p->loop_rows = shifted(loops::top_k(p->in.scores + shape.class_rows, shape.cells(), keep), shape.class_rows); };
  task.agree = [=] { return p->agrees(p->loop_rows, 1); };
  contest::limit_by_traffic(task, p->in.scores, size(shape.rows()) * 4, p->scene.tokens.view().data, size(keep) * 16);
  return task;
}

work fastervlm(const model_shape& shape, index_t keep) {
  const auto p = std::make_shared<planning<vtc::method::fastervlm>>(vtc::method::fastervlm{}, shape, 0, element::f32, vtc::keep(shape.class_rows + keep));
  work task = plan_work(p);
  const auto score = std::make_shared<std::vector<float>>(size(shape.rows()));
  const auto choose = [=] { return shifted(loops::top_k(score->data() + shape.class_rows, shape.cells(), keep), shape.class_rows); };
  task.eigen.run = [=] {
    plain_eigen::mean_rows(p->scene.class_attention.read(), score->data());
    p->eigen_rows = choose();
  };
  task.loop.run = [=] {
    loops::mean_rows(p->scene.class_attention.read(), score->data());
    p->loop_rows = choose();
  };
  task.agree = [=] { return p->agrees(p->eigen_rows, 0.98) && p->agrees(p->loop_rows, 0.98); };
  contest::limit_by_traffic(task, p->scene.class_attention.view().data, p->scene.class_attention.bytes(), p->scene.tokens.view().data, size(keep) * 16);
  return task;
}

work query_similarity(const model_shape& shape, index_t keep, element type) {
  vtc::method::query_similarity policy{};
  policy.score.how = vtc::score::match::mean;
  const auto p = std::make_shared<planning<vtc::method::query_similarity>>(policy, shape, 0, type, vtc::keep(shape.class_rows + keep));
  work task = plan_work(p);
  task.eigen.run = [=] {
    const plain_eigen::vector score = plain_eigen::query_similarity(cells_of(p->in.aligned, shape), p->in.text);
    p->eigen_rows = shifted(loops::top_k(score.data(), shape.cells(), keep), shape.class_rows);
  };
  task.agree = [=] { return p->agrees(p->eigen_rows, 0.98); };
  contest::limit_by_multiply_adds(task, static_cast<double>(shape.rows()) * p->in.text.width * (p->in.text.count + 1));
  return task;
}

// Products that any implementation has to make for the first pick: each pair of rows once.
work divprune(const model_shape& shape, index_t keep, element type) {
  const auto p = std::make_shared<planning<vtc::method::divprune>>(vtc::method::divprune{}, shape, 0, type, vtc::keep(shape.class_rows + keep));
  work task = plan_work(p);
  const vtc::rows x = cells_of(p->in.metric, shape);
  task.eigen.run = [=] {
    const plain_eigen::matrix all = plain_eigen::cosines(x, x);
    p->eigen_rows = shifted(whole_matrix::max_min(all.data(), x.count, keep), shape.class_rows);
  };
  if (type == element::f32 && shape.quick)
    task.loop.run = [=] {
      std::vector<float> norm(size(x.count)), all(size(x.count) * size(x.count));
      loops::squared_norms(x, norm.data());
      loops::cosines(x, norm.data(), all.data());
      p->loop_rows = shifted(whole_matrix::max_min(all.data(), x.count, keep), shape.class_rows);
    };
  task.agree = [=] { return p->agrees(p->eigen_rows, 0.9); };
  contest::limit_by_multiply_adds(task, static_cast<double>(x.count) * x.count * x.width / 2);
  return task;
}

// K rows of the matrix, and the Cholesky factor in f64, whose multiply-adds are half as fast.
work cdpruner(const model_shape& shape, index_t keep, element type) {
  const auto p = std::make_shared<planning<vtc::method::cdpruner>>(vtc::method::cdpruner{}, shape, 0, type, vtc::keep(shape.class_rows + keep));
  work task = plan_work(p);
  const vtc::rows x = cells_of(p->in.metric, shape), aligned = cells_of(p->in.aligned, shape);
  const auto choose = [=](const float* cosine, plain_eigen::vector score) {
    score.array() = (score.array() - score.minCoeff() + 1e-6f) / (score.maxCoeff() - score.minCoeff());
    return shifted(whole_matrix::determinantal(cosine, score.data(), x.count, keep), shape.class_rows);
  };
  task.eigen.run = [=] {
    const plain_eigen::matrix all = plain_eigen::cosines(x, x);
    p->eigen_rows = choose(all.data(), plain_eigen::query_similarity(aligned, p->in.text));
  };
  if (type == element::f32 && shape.quick)
    task.loop.run = [=] {
      std::vector<float> norm(size(x.count)), all(size(x.count) * size(x.count));
      loops::squared_norms(x, norm.data());
      loops::cosines(x, norm.data(), all.data());
      p->loop_rows = choose(all.data(), plain_eigen::query_similarity(aligned, p->in.text));
    };
  task.agree = [=] { return p->agrees(p->eigen_rows, 0.9); };
  const double n = x.count, k = keep;
  contest::limit_by_multiply_adds(task, n * x.width * (k + 1) + k * k * n + n * aligned.width * (p->in.text.count + 1));
  return task;
}

}  // namespace

void add_plan_select(contest::lines& all) {
  const auto add = [&](const char* name, const model_shape& shape, const char* type, bool quick, std::function<work()> make) {
    all.push_back({std::string("plan: ") + name, shape.text(), type, "warm", shape.model, quick, std::move(make)});
  };
  for (const model_shape& shape : workload::model_shapes) {
    const index_t quarter = shape.cells() / 4, eighth = shape.cells() / 8;
    add("uniform, keep 1/4", shape, "-", shape.quick, [=] { return of_geometry<vtc::method::uniform>(shape, quarter); });
    add("random, keep 1/4", shape, "-", shape.quick, [=] { return of_geometry<vtc::method::random>(shape, quarter); });
    add("top_k, keep 1/4", shape, "f32", shape.quick, [=] { return top_k(shape, quarter); });
    add("fastervlm, keep 1/4", shape, "f32", shape.quick, [=] { return fastervlm(shape, quarter); });
    for (const element type : {element::f32, element::f16}) {
      const bool quick = shape.quick && type == element::f32;
      add("query_similarity, keep 1/4", shape, workload::name(type), quick, [=] { return query_similarity(shape, quarter, type); });
      add("divprune, keep 1/4", shape, workload::name(type), quick, [=] { return divprune(shape, quarter, type); });
      add("cdpruner, keep 1/8", shape, workload::name(type), quick, [=] { return cdpruner(shape, eighth, type); });
    }
  }
  // The size for which OpenVINO's CDPruner publishes times.
  static constexpr model_shape two_pictures{"Qwen3-VL-2B", 2048, 0, 2, 32, 32, 16, 64, false};
  add("cdpruner, keep 1/8", two_pictures, "f32", false, [=] { return cdpruner(two_pictures, 256, element::f32); });
}
