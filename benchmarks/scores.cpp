// Importance of rows, alone: attention read from a matrix, or streamed from queries and keys.
#include "all_lines.hpp"
#include "baseline/eigen_products.hpp"
#include "baseline/loops.hpp"
#include "contest/limits.hpp"
#include "vtc/score/class_attention.hpp"
#include "vtc/score/received_attention.hpp"
#include "workload/scene.hpp"
#include "workload/two_threads.hpp"

namespace {

using arch = vtc::default_arch;
using contest::work;
using vtc::element;
using vtc::index_t;
using workload::model_shape;
using workload::size;
using workload::tensor;

bool close(const std::vector<float>& a, const float* b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!(std::fabs(a[i] - b[i]) <= 1e-4f * std::fabs(b[i]))) return false;
  return true;
}

struct scoring {
  tensor first, second;  // the matrix, or queries and keys
  vtc::inputs in{};
  vtc::workspace memory;
  std::vector<float> score, eigen_score, loop_score;
  std::unique_ptr<workload::two_threads> threads;
};

template <class Score>
contest::contestant run_of(const std::shared_ptr<scoring>& m, const Score& score) {
  return {[=] {
    m->memory.rewind();
    if (score(m->in, m->memory, m->score.data(), arch{}) != vtc::status::ok) std::abort();
  }};
}

// The column mean of H matrices [Q,N] after the softmax.
work from_matrix(const model_shape& shape, element type) {
  const index_t n = shape.rows();
  const auto m = std::make_shared<scoring>();
  m->first = converted(workload::attention(shape.heads * n, n, 1), type);
  m->in.where = vtc::layout{n, nullptr, 0, nullptr, nullptr};
  const std::ptrdiff_t row = m->first.view().stride;
  m->in.attention = vtc::attention_weights{m->first.view().data, type, shape.heads, n, n, row * n, row, vtc::none};
  m->score.resize(size(n));
  m->eigen_score = m->loop_score = m->score;
  work task;
  task.vtc = run_of(m, vtc::score::received_attention{});
  task.eigen.run = [=] { plain_eigen::mean_rows(m->first.read(), m->eigen_score.data()); };
  if (type == element::f32) task.loop.run = [=] { loops::mean_rows(m->first.read(), m->loop_score.data()); };
  task.agree = [=] { return close(m->score, m->eigen_score.data()); };
  contest::limit_by_traffic(task, m->first.view().data, m->first.bytes(), m->score.data(), size(n) * 4);
  return task;
}

// 10 of the multiply-adds of a weight are its exponential.
work streamed(const model_shape& shape, element type, int threads) {
  const index_t n = shape.rows(), width = shape.heads * shape.head_width;
  const auto m = std::make_shared<scoring>();
  m->first = converted(workload::noise(n, width, 1), type);
  m->second = converted(workload::noise(n, width, 2), type);
  m->in.where = vtc::layout{n, nullptr, 0, nullptr, nullptr};
  m->in.projections = vtc::projection_rows{m->first.read(), m->second.read(), shape.heads, 0};
  m->score.resize(size(n));
  m->eigen_score = m->loop_score = m->score;
  if (threads > 1) {
    m->threads = std::make_unique<workload::two_threads>();
    m->memory.threads = m->threads->executor();
  }
  vtc::workspace counter;
  counter.measure();
  counter.threads = m->memory.threads;
  vtc::score::received_attention{}.measure(m->in, counter, arch{});
  if (m->memory.reserve(counter.most()) != vtc::status::ok) return {};
  work task;
  task.threads = threads;
  task.vtc = run_of(m, vtc::score::received_attention{});
  if (type == element::f32) {
    task.eigen.run = [=] {
      const plain_eigen::vector score = plain_eigen::received_attention(m->first.read(), m->second.read(), shape.heads);
      m->eigen_score.assign(score.data(), score.data() + n);
    };
    if (n <= 1024 && threads == 1) task.loop.run = [=] { loops::received_attention(m->first.read(), m->second.read(), shape.heads, m->loop_score.data()); };
    task.agree = [=] { return close(m->score, m->eigen_score.data()); };
  }
  contest::limit_by_multiply_adds(task, static_cast<double>(n) * n * shape.heads * (shape.head_width + 10) / threads);
  if (threads > 1) task.limit_name = "2 FMA";
  return task;
}

}  // namespace

void add_scores(contest::lines& all) {
  const auto add = [&](const char* name, const model_shape& shape, element type, bool quick, std::function<work()> make) {
    const std::string shape_text = std::to_string(shape.heads) + "x" + std::to_string(shape.rows()) + "x";
    const bool matrix = std::strstr(name, "matrix") != nullptr;
    all.push_back({name, shape_text + std::to_string(matrix ? shape.rows() : shape.head_width), workload::name(type), "warm", shape.model, quick, std::move(make)});
  };
  for (const model_shape& shape : workload::model_shapes) {
    if (shape.rows() <= 1225)  // 16 heads of more would take gigabytes: that is why it can be streamed
      for (const element type : {element::f32, element::f16})
        add("received attention, matrix", shape, type, shape.quick && type == element::f32, [=] { return from_matrix(shape, type); });
    for (const element type : {element::f32, element::f16})
      add("received attention, streamed", shape, type, shape.quick && type == element::f32, [=] { return streamed(shape, type, 1); });
  }
  add("received attention, 2 threads", workload::siglip, element::f32, false, [=] { return streamed(workload::siglip, element::f32, 2); });
}
