// Choosing and ordering by score.
#include <memory>
#include <numeric>

#include "all_lines.hpp"
#include "baseline/loops.hpp"
#include "contest/limits.hpp"
#include "vtc/kernel/order.hpp"
#include "workload/tensor.hpp"

namespace {

using arch = vtc::default_arch;
using contest::work;
using vtc::index_t;
using workload::size;

struct ordering {
  explicit ordering(index_t n) : score(workload::attention(1, n, 1)), all(size(n)), list(size(n)), spare(size(n)), key(2 * size(n)), taken(size(n)) {
    std::iota(all.begin(), all.end(), 0);
  }
  workload::tensor score;
  std::vector<index_t> all, list, spare, loop_list;
  std::vector<std::uint32_t> key;
  std::vector<std::uint8_t> taken;
};

work select_top(index_t n, index_t keep) {
  auto m = std::make_shared<ordering>(n);
  work task;
  task.vtc.run = [=] { vtc::kernel::select_top<arch>(m->score.floats(), m->all.data(), n, keep, m->taken.data()); };
  task.loop.run = [=] { m->loop_list = loops::top_k(m->score.floats(), n, keep); };
  task.agree = [=] {
    std::vector<index_t> ours;
    for (index_t i = 0; i < n; ++i)
      if (m->taken[size(i)] != 0) ours.push_back(i);
    return ours == m->loop_list;
  };
  contest::limit_by_traffic(task, m->score.floats(), m->score.bytes(), m->taken.data(), m->taken.size());
  return task;
}

work sort_descending(index_t n) {
  auto m = std::make_shared<ordering>(n);
  work task;
  task.vtc.run = [=] {
    m->list = m->all;
    vtc::kernel::sort_descending<arch>(m->score.floats(), m->list.data(), n, m->spare.data(), m->key.data());
  };
  task.loop.run = [=] {
    m->loop_list = m->all;
    std::stable_sort(m->loop_list.begin(), m->loop_list.end(), [&](index_t a, index_t b) { return m->score.floats()[a] > m->score.floats()[b]; });
  };
  task.agree = [=] { return m->list == m->loop_list; };
  contest::limit_by_traffic(task, m->score.floats(), m->score.bytes(), m->list.data(), 4 * m->list.size());
  return task;
}

}  // namespace

void add_kernel_order(contest::lines& all) {
  for (const index_t n : {576, 4096, 16384}) {
    all.push_back({"select_top, a quarter", std::to_string(n), "f32", "warm", "", n == 4096, [=] { return select_top(n, n / 4); }});
    all.push_back({"sort_descending", std::to_string(n), "f32", "warm", "", n == 4096, [=] { return sort_descending(n); }});
  }
}
