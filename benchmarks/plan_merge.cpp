// Plans that merge rows.
#include "all_lines.hpp"
#include "baseline/eigen_products.hpp"
#include "baseline/loops.hpp"
#include "baseline/whole_matrix.hpp"
#include "plan_line.hpp"
#include "vtc/method/tome.hpp"
#include "vtc/method/visionzip.hpp"

namespace {

using contest::work;
using vtc::element;
using vtc::index_t;
using workload::model_shape;
using workload::size;

// Every second row.
vtc::rows every_second(vtc::rows x, index_t first) {
  x = x.slice(first, x.count - first);
  x.count = (x.count + 1) / 2;
  x.stride *= 2;
  return x;
}

work tome(const model_shape& shape, index_t keep, index_t metric_width, element type) {
  const auto p = std::make_shared<planning<vtc::method::tome>>(vtc::method::tome{}, shape, metric_width, type, vtc::keep(shape.class_rows + keep));
  work task = plan_work(p);
  const index_t lefts_before = shape.class_rows & 1;  // a class row in front shifts even and odd
  const vtc::rows x = p->in.metric.slice(shape.class_rows, shape.cells());
  const vtc::rows left = every_second(x, lefts_before), right = every_second(x, 1 - lefts_before);
  double multiply_adds = static_cast<double>(x.count) * x.width;
  for (index_t n = x.count; n > keep; n -= std::min(n / 2, n - keep)) multiply_adds += 0.25 * n * n * x.width;
  contest::limit_by_multiply_adds(task, multiply_adds);
  if (shape.cells() > 2 * keep) return task;  // the plain versions do one round
  const auto search = [=](bool eigen) {
    std::vector<float> norm(size(x.count)), left_norm(size(left.count)), right_norm(size(right.count)), cosine(size(left.count));
    std::vector<index_t> best(size(left.count)), slot(size(x.count));
    if (eigen) {
      plain_eigen::squared_norms(left, left_norm.data());
      plain_eigen::squared_norms(right, right_norm.data());
      plain_eigen::best_match(left, right, right_norm.data(), false, best.data());
    } else {
      loops::squared_norms(left, left_norm.data());
      loops::squared_norms(right, right_norm.data());
      loops::best_match(left, right, right_norm.data(), false, best.data());
    }
    std::vector<index_t> gone;
    if (type == element::f32) {
      for (index_t i = 0; i < left.count; ++i)
        cosine[size(i)] = loops::dot(loops::row(left, i), loops::row(right, best[size(i)]), x.width) / std::sqrt(left_norm[size(i)] * right_norm[size(best[size(i)])]);
      gone = whole_matrix::merged_rows(cosine.data(), left.count, shape.cells() - keep);
    }
    std::vector<char> is_gone(size(x.count));
    for (const index_t i : gone) is_gone[size(2 * i + lefts_before)] = 1;
    std::vector<index_t> kept;
    for (index_t r = 0; r < x.count; ++r)
      if (is_gone[size(r)] == 0) kept.push_back(shape.class_rows + r);
    return kept;
  };
  task.eigen.run = [=] { p->eigen_rows = search(true); };
  if (type == element::f32) {
    task.loop.run = [=] { p->loop_rows = search(false); };
    task.agree = [=] { return p->agrees(p->eigen_rows, 0.98) && p->agrees(p->loop_rows, 0.98); };
  }
  return task;
}

work visionzip(const model_shape& shape, index_t keep, element type) {
  const auto p = std::make_shared<planning<vtc::method::visionzip>>(vtc::method::visionzip{}, shape, shape.head_width, type, vtc::keep(shape.class_rows + keep));
  work task = plan_work(p);
  const index_t total = shape.class_rows + keep, contextual = total * 16 / 100, dominant = keep - contextual, rest = shape.cells() - dominant;
  task.eigen.run = [=] {
    std::vector<float> score(size(shape.rows()));
    plain_eigen::mean_rows(p->scene.class_attention.read(), score.data());
    const std::vector<index_t> kept = loops::top_k(score.data() + shape.class_rows, shape.cells(), dominant);
    plain_eigen::with_floats(p->in.metric, [&](const auto& metric) {
      plain_eigen::matrix remaining(rest, metric.cols());
      for (index_t r = 0, k = 0, at = 0; r < shape.cells(); ++r) {
        if (k < dominant && kept[size(k)] == r) ++k;
        else remaining.row(at++) = metric.row(shape.class_rows + r).normalized();
      }
      const index_t step = rest / contextual;
      const plain_eigen::matrix targets = remaining(Eigen::seqN(0, contextual, step), Eigen::all), product = remaining * targets.transpose();
      p->eigen_rows.assign(size(rest), 0);
      for (index_t r = 0; r < rest; ++r) {
        Eigen::Index at = 0;
        product.row(r).maxCoeff(&at);
        p->eigen_rows[size(r)] = static_cast<index_t>(at);
      }
    });
  };
  contest::limit_by_multiply_adds(task, static_cast<double>(shape.rows()) * (shape.heads + p->in.metric.width) +
                                            static_cast<double>(rest - contextual) * contextual * p->in.metric.width);
  return task;
}

}  // namespace

void add_plan_merge(contest::lines& all) {
  const auto add = [&](const char* name, const model_shape& shape, index_t width, element type, bool quick, std::function<work()> make) {
    all.push_back({std::string("plan: ") + name, std::to_string(shape.rows()) + "x" + std::to_string(width), workload::name(type), "warm", shape.model, quick, std::move(make)});
  };
  for (const model_shape& shape : workload::model_shapes) {
    const index_t half = shape.cells() / 2, quarter = shape.cells() / 4, ninth = shape.cells() / 9;
    for (const element type : {element::f32, element::f16}) {
      const bool quick = shape.quick && type == element::f32;
      add("tome, keep 1/2", shape, shape.width, type, quick, [=] { return tome(shape, half, 0, type); });
      add("visionzip, keep 1/9", shape, shape.head_width, type, quick, [=] { return visionzip(shape, ninth, type); });
    }
    add("tome, keep 1/2", shape, shape.head_width, element::f32, shape.quick, [=] { return tome(shape, half, shape.head_width, element::f32); });
    add("tome, keep 1/4, two rounds", shape, shape.width, element::f32, shape.quick, [=] { return tome(shape, quarter, 0, element::f32); });
  }
}
