// What make_plan costs beside the planner it calls: the same work asked of the door, and asked of the planner with the task prepared.
#include <numeric>

#include "bars/pairs.hpp"
#include "bars/report.hpp"
#include "plan_line.hpp"
#include "vtc/method/block_pool.hpp"
#include "vtc/method/random.hpp"
#include "vtc/method/top_k.hpp"
#include "vtc/method/uniform.hpp"

namespace bars {
namespace {

using arch = vtc::default_arch;
using vtc::index_t;
using workload::size;

template <class Policy>
void door(report& r, const char* what, const Policy& policy, const vtc::budget& want) {
  constexpr index_t n = 576;
  workload::model_shape shape = workload::llava_1_5;
  shape.class_rows = 0;
  planning<Policy> p(policy, shape, 64, vtc::element::f32, want);
  p.run();
  std::vector<index_t> candidate(size(n));
  std::iota(candidate.begin(), candidate.end(), 0);
  const std::vector<vtc::role> roles(size(n), vtc::role::candidate);
  vtc::task t{};
  t.candidate = candidate.data();
  t.count = n;
  t.slots = want.by == vtc::budget::rule::method ? vtc::none : want.slots;
  t.region = vtc::none;
  t.roles = roles.data();
  vtc::plan_storage plan;
  vtc::workspace memory;
  if (memory.reserve(1 << 20) != vtc::status::ok) std::abort();
  const pair_times times = compare([&] { p.run(); },
                                   [&] {
                                     memory.rewind();
                                     plan.clear(n);
                                     if (policy.build(p.in, t, memory, plan, arch{}) != vtc::status::ok || plan.finish() != vtc::status::ok) std::abort();
                                   });
  char whole[64];
  std::snprintf(whole, sizeof whole, "%.2f us in all", times.ours * 1e6);
  r.at_most(what, times.difference * 1e6, 3, "us", whole);
}

template <class Policy>
void whole(report& r, const char* what, const workload::model_shape& shape, index_t keep, double bar) {
  planning<Policy> p(Policy{}, shape, 64, vtc::element::f32, vtc::keep(keep));
  const double seconds = compare([&] { p.run(); }, [&] { p.run(); }).ours;
  r.at_most(what, seconds * 1e6, bar, "us");
}

}  // namespace

void check_door(report& r) {
  r.title("The door: make_plan less the planner's own work, 576 rows");
  door(r, "uniform, keep 144", vtc::method::uniform{}, vtc::keep(144));
  door(r, "random, keep 144", vtc::method::random{}, vtc::keep(144));
  door(r, "top_k, keep 144", vtc::method::top_k{}, vtc::keep(144));
  door(r, "block_pool, 2x2", vtc::method::block_pool{}, vtc::budget{});
  r.title("Whole plans");
  whole<vtc::method::top_k>(r, "top_k, 577 rows, keep 145", workload::llava_1_5, 145, 10);
  whole<vtc::method::top_k>(r, "top_k, 4096 rows, keep 1024", workload::qwen_large, 1024, 60);
}

}  // namespace bars
