// ToMe's search, beside the peak of this core and beside Eigen.
#include "baseline/eigen_products.hpp"
#include "bars/pairs.hpp"
#include "bars/report.hpp"
#include "limit/fma_peak.hpp"
#include "vtc/kernel/squared_norms.hpp"
#include "vtc/similarity/best_match.hpp"
#include "workload/tensor.hpp"

namespace bars {
namespace {

using arch = vtc::default_arch;
using vtc::index_t;
using workload::size;

void matching(report& r, index_t lefts, index_t width, vtc::element type, bool with_bars) {
  const workload::tensor left = converted(workload::features(lefts, width, 1), type), right = converted(workload::features(lefts, width, 2), type);
  const vtc::kernel::listed_rows left_rows{left.read(), nullptr}, right_rows{right.read(), nullptr};
  std::vector<float> left_norm(size(lefts)), right_norm(size(lefts)), cosine(size(lefts)), scratch(size(vtc::kernel::squared_norms_scratch<arch>(width, 1)));
  std::vector<index_t> best(size(lefts)), eigen_best(size(lefts));
  vtc::kernel::squared_norms<arch>(left_rows, lefts, left_norm.data(), scratch.data(), vtc::executor{});
  vtc::kernel::squared_norms<arch>(right_rows, lefts, right_norm.data(), scratch.data(), vtc::executor{});
  vtc::workspace counter, memory;
  counter.measure();
  vtc::similarity::measure_best_match<arch>(lefts, lefts, width, counter);
  if (memory.reserve(counter.most()) != vtc::status::ok) std::abort();

  const body ours = [&] {
    memory.rewind();
    vtc::similarity::best_match<arch>(left_rows, lefts, left_norm.data(), right_rows, lefts, right_norm.data(), memory, best.data(), cosine.data());
  };
  const body eigen = [&] { plain_eigen::best_match(left.read(), right.read(), right_norm.data(), false, eigen_best.data()); };
  const pair_times peak = compare(ours, [] { limit::run_fma_chunk(); }), beside = compare(ours, eigen);
  const double limit = static_cast<double>(lefts) * lefts * width / limit::chunk;  // in runs of the chunk
  char share[80], times[80], about[80];
  std::snprintf(share, sizeof share, "%dx%d %s: share of the FMA peak", 2 * lefts, width, workload::name(type));
  std::snprintf(times, sizeof times, "%dx%d %s: times of Eigen product + argmax", 2 * lefts, width, workload::name(type));
  std::snprintf(about, sizeof about, "%.3f ms, peak %.1f GFLOP/s", peak.ours * 1e3, 2e-9 * limit::chunk / peak.theirs);
  if (with_bars) {
    r.at_least(share, limit / peak.ratio, 0.80, "", about);
    r.at_most(times, beside.ratio, 1.03, "x");
  } else {
    r.note(share, limit / peak.ratio, "", about);
    r.note(times, beside.ratio, "x");
  }
}

}  // namespace

void check_matching(report& r) {
  r.title("ToMe matching: even with odd rows, packing and the search for the best included, norms given");
  matching(r, 288, 1024, vtc::element::f32, true);
  matching(r, 288, 1024, vtc::element::f16, false);
  matching(r, 288, 64, vtc::element::f32, false);
}

}  // namespace bars
