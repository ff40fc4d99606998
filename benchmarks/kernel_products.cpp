// The kernel behind every similarity, alone and inside the searches that are built on it.
#include <memory>

#include "all_lines.hpp"
#include "baseline/eigen_products.hpp"
#include "baseline/loops.hpp"
#include "contest/limits.hpp"
#include "vtc/kernel/squared_norms.hpp"
#include "vtc/similarity/best_match.hpp"
#include "vtc/similarity/similarity_rows.hpp"
#include "workload/model_shapes.hpp"
#include "workload/tensor.hpp"
#include "workload/two_threads.hpp"

namespace {

using arch = vtc::default_arch;
using contest::work;
using vtc::element;
using vtc::index_t;
using workload::size;
using workload::tensor;

vtc::kernel::listed_rows all_of(const vtc::rows& x) { return {x, nullptr}; }

std::vector<float> norms_of(const tensor& x) {
  std::vector<float> norm(size(x.view().count)), scratch(size(vtc::kernel::squared_norms_scratch<arch>(x.view().width, 1)));
  vtc::kernel::squared_norms<arch>(all_of(x.read()), x.view().count, norm.data(), scratch.data(), vtc::executor{});
  return norm;
}

// The same picks but for rounding.
bool nearly_equal(const std::vector<index_t>& a, const std::vector<index_t>& b) {
  std::size_t different = 0;
  for (std::size_t i = 0; i < a.size(); ++i) different += a[i] != b[i];
  return different * 50 <= a.size();
}

struct matching {
  matching(index_t lefts, index_t rights, index_t width, element type)
      : left(converted(workload::features(lefts, width, 1), type)), right(converted(workload::features(rights, width, 2), type)), left_norm(norms_of(left)),
        right_norm(norms_of(right)), best(size(lefts)), eigen_best(size(lefts)), loop_best(size(lefts)), cosine(size(lefts)) {}

  tensor left, right;
  std::vector<float> left_norm, right_norm;
  std::vector<index_t> best, eigen_best, loop_best;
  std::vector<float> cosine;
  vtc::workspace memory;
  std::unique_ptr<workload::two_threads> threads;
};

// ToMe's search: even rows look for their best odd row. Norms are given, packing and the search for the best are included.
work best_match(index_t rows, index_t width, element type, int threads) {
  const index_t lefts = (rows + 1) / 2, rights = rows / 2;
  auto m = std::make_shared<matching>(lefts, rights, width, type);
  if (threads > 1) {
    m->threads = std::make_unique<workload::two_threads>();
    m->memory.threads = m->threads->executor();
  }
  vtc::workspace counter;
  counter.measure();
  counter.threads = m->memory.threads;
  vtc::similarity::measure_best_match<arch>(lefts, rights, width, counter);
  if (m->memory.reserve(counter.most()) != vtc::status::ok) return {};
  work task;
  task.threads = threads;
  task.vtc.run = [=] {
    vtc::similarity::best_match<arch>(all_of(m->left.read()), lefts, m->left_norm.data(), all_of(m->right.read()), rights, m->right_norm.data(), m->memory, m->best.data(),
                                      m->cosine.data());
  };
  task.eigen.run = [=] { plain_eigen::best_match(m->left.read(), m->right.read(), m->right_norm.data(), false, m->eigen_best.data()); };
  if (type == element::f32) task.loop.run = [=] { loops::best_match(m->left.read(), m->right.read(), m->right_norm.data(), false, m->loop_best.data()); };
  contest::limit_by_multiply_adds(task, static_cast<double>(lefts) * rights * width / threads);
  if (threads > 1) task.limit_name = "2 FMA";
  task.agree = [=] { return nearly_equal(m->best, m->eigen_best) && (type != element::f32 || nearly_equal(m->best, m->loop_best)); };
  return task;
}

work best_other(index_t rows, index_t width, element type) {
  auto m = std::make_shared<matching>(rows, 1, width, type);
  vtc::workspace counter;
  counter.measure();
  vtc::similarity::measure_best_match<arch>(rows, rows, width, counter);
  if (m->memory.reserve(counter.most()) != vtc::status::ok) return {};
  work task;
  task.vtc.run = [=] { vtc::similarity::best_other<arch>(all_of(m->left.read()), rows, m->left_norm.data(), m->memory, m->best.data(), m->cosine.data()); };
  task.eigen.run = [=] { plain_eigen::best_match(m->left.read(), m->left.read(), m->left_norm.data(), true, m->eigen_best.data()); };
  if (type == element::f32) task.loop.run = [=] { loops::best_match(m->left.read(), m->left.read(), m->left_norm.data(), true, m->loop_best.data()); };
  contest::limit_by_multiply_adds(task, static_cast<double>(rows) * rows * width / 2);  // each pair once
  task.agree = [=] { return nearly_equal(m->best, m->eigen_best) && (type != element::f32 || nearly_equal(m->best, m->loop_best)); };
  return task;
}

work similarity_rows(index_t rows, index_t width, element type) {
  constexpr index_t picks = 16;
  struct state {
    tensor x, out;
    std::vector<float> norm;
    index_t pick[picks];
    float* row[picks];
    plain_eigen::matrix eigen_out;
    vtc::workspace memory;
  };
  auto m = std::make_shared<state>();
  m->x = converted(workload::features(rows, width, 1), type);
  m->out = tensor(element::f32, picks, rows);
  m->norm = norms_of(m->x);
  for (index_t k = 0; k < picks; ++k) {
    m->pick[k] = k * (rows / picks);
    m->row[k] = m->out.floats() + static_cast<std::ptrdiff_t>(k) * rows;
  }
  vtc::workspace counter;
  counter.measure();
  vtc::similarity::measure_similarity_rows<arch>(width, counter);
  if (m->memory.reserve(counter.most()) != vtc::status::ok) return {};
  work task;
  task.vtc.run = [=] { vtc::similarity::similarity_rows<arch>(all_of(m->x.read()), rows, m->norm.data(), m->pick, picks, m->row, m->memory); };
  task.eigen.run = [=] {
    vtc::rows picked = m->x.read();
    picked.count = picks;
    picked.stride *= rows / picks;
    m->eigen_out = plain_eigen::cosines(m->x.read(), picked);
  };
  contest::limit_by_multiply_adds(task, static_cast<double>(rows) * picks * width);
  return task;
}

work squared_norms(index_t rows, index_t width, element type) {
  struct state {
    tensor x;
    std::vector<float> norm, eigen_norm, loop_norm, scratch;
  };
  auto m = std::make_shared<state>();
  m->x = converted(workload::features(rows, width, 1), type);
  m->norm.resize(size(rows));
  m->eigen_norm = m->loop_norm = m->norm;
  m->scratch.resize(size(vtc::kernel::squared_norms_scratch<arch>(width, 1)));
  work task;
  task.vtc.run = [=] { vtc::kernel::squared_norms<arch>(all_of(m->x.read()), rows, m->norm.data(), m->scratch.data(), vtc::executor{}); };
  task.eigen.run = [=] { plain_eigen::squared_norms(m->x.read(), m->eigen_norm.data()); };
  if (type == element::f32) task.loop.run = [=] { loops::squared_norms(m->x.read(), m->loop_norm.data()); };
  contest::limit_by_traffic(task, m->x.view().data, m->x.bytes(), m->norm.data(), size(rows) * 4);
  return task;
}

// The bare tile: rows and panel stay in the first cache.
work dot_tile(index_t width) {
  constexpr index_t tile = vtc::kernel::tile_rows<arch>, panel = vtc::kernel::panel_rows, repeats = 64;
  auto rows = std::make_shared<tensor>(workload::features(tile + panel, width, 1));
  auto packed = std::make_shared<tensor>(element::f32, width, panel);
  work task;
  const auto list_rows = [=](const float** row, index_t first, index_t n) {
    for (index_t i = 0; i < n; ++i) row[i] = rows->floats() + static_cast<std::ptrdiff_t>(first + i) * width;
  };
  const float* row[panel];
  list_rows(row, tile, panel);
  vtc::kernel::pack_panel<arch>(row, panel, width, packed->floats());
  task.vtc.run = [=] {
    const float* left[tile];
    list_rows(left, 0, tile);
    alignas(64) float out[tile * panel];
    for (index_t i = 0; i < repeats; ++i) {
      vtc::kernel::dot_tile<arch>(left, width, packed->floats(), out);
      asm volatile("" : : "r"(out) : "memory");
    }
  };
  contest::limit_by_multiply_adds(task, static_cast<double>(tile) * panel * width * repeats);
  return task;
}

work pack_panels(index_t rows, index_t width) {
  auto x = std::make_shared<tensor>(workload::features(rows, width, 1));
  auto packed = std::make_shared<tensor>(element::f32, 64, width);
  auto eigen_packed = std::make_shared<plain_eigen::matrix>(width, 16);
  work task;
  task.vtc.run = [=] {
    for (index_t first = 0; first + 16 <= rows; first += 16) {
      const float* row[16];
      for (index_t i = 0; i < 16; ++i) row[i] = x->floats() + static_cast<std::ptrdiff_t>(first + i) * width;
      vtc::kernel::pack_panel<arch>(row, 16, width, packed->floats() + static_cast<std::ptrdiff_t>(first % 64) * width);
    }
  };
  task.eigen.run = [=] {
    for (index_t first = 0; first + 16 <= rows; first += 16) *eigen_packed = plain_eigen::map<float>(x->read().slice(first, 16)).transpose();
  };
  contest::limit_by_traffic(task, x->view().data, x->bytes(), packed->view().data, packed->bytes());
  task.limit.times = 1;
  return task;
}

}  // namespace

void add_kernel_products(contest::lines& all) {
  for (const index_t width : {64, 1024})
    all.push_back({"dot_tile", std::to_string(vtc::kernel::tile_rows<arch>) + "x16x" + std::to_string(width), "f32", "warm", "", true, [=] { return dot_tile(width); }});
  all.push_back({"pack_panel", "288x1024", "f32", "warm", "LLaVA-1.5", true, [=] { return pack_panels(288, 1024); }});

  const auto add = [&](const char* name, const workload::model_shape& shape, index_t rows, index_t width, element type, auto make) {
    all.push_back({name, std::to_string(rows) + "x" + std::to_string(width), workload::name(type), "warm", shape.model, shape.quick && type != element::bf16,
                   [=] { return make(rows, width, type); }});
  };
  for (const workload::model_shape& shape : workload::model_shapes) {
    for (const element type : {element::f32, element::f16}) add("squared_norms", shape, shape.rows(), shape.width, type, squared_norms);
    for (const element type : {element::f32, element::f16})
      add("best_match, even with odd rows", shape, shape.cells(), shape.width, type, [](index_t n, index_t d, element e) { return best_match(n, d, e, 1); });
    add("best_match, even with odd rows", shape, shape.cells(), shape.head_width, element::f32, [](index_t n, index_t d, element e) { return best_match(n, d, e, 1); });
    add("best_other, all rows", shape, shape.cells(), shape.width, element::f32, best_other);
    add("similarity_rows, 16 picks", shape, shape.cells(), shape.width, element::f32, similarity_rows);
  }
  for (const element type : {element::bf16, element::i8})
    add("best_match, even with odd rows", workload::llava_1_5, 576, 1024, type, [](index_t n, index_t d, element e) { return best_match(n, d, e, 1); });
  add("best_match, 2 threads", workload::llava_1_5, 576, 1024, element::f32, [](index_t n, index_t d, element e) { return best_match(n, d, e, 2); });
  add("best_match, 2 threads", workload::qwen_large, 4096, 2048, element::f32, [](index_t n, index_t d, element e) { return best_match(n, d, e, 2); });
}
