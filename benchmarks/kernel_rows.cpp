// Rows in and out of f32, and rows folded into one: what apply and every similarity read with.
#include <memory>

#include "all_lines.hpp"
#include "baseline/eigen_reductions.hpp"
#include "baseline/loops.hpp"
#include "contest/limits.hpp"
#include "vtc/kernel/exponential.hpp"
#include "vtc/kernel/max_rows.hpp"
#include "vtc/kernel/mix_rows.hpp"
#include "workload/tensor.hpp"

namespace {

using arch = vtc::default_arch;
using contest::work;
using vtc::element;
using vtc::index_t;
using workload::size;
using workload::tensor;

template <class T>
void cast_by_eigen(const tensor& from, float* to) {
  const auto n = static_cast<Eigen::Index>(from.bytes() / sizeof(T));
  Eigen::Map<Eigen::ArrayXf>(to, n) = Eigen::Map<const Eigen::Array<T, Eigen::Dynamic, 1>>(static_cast<const T*>(from.view().data), n).template cast<float>();
}

work widen(index_t rows, index_t width, element type) {
  const tensor x = converted(workload::features(rows, width, 1), type), ours(element::f32, rows, width), theirs(element::f32, rows, width);
  work task;
  task.vtc.run = [=] {
    for (index_t r = 0; r < rows; ++r) vtc::kernel::widen<arch>(x.view().row(r), type, 0, 0, width, ours.floats() + static_cast<std::ptrdiff_t>(r) * width);
  };
  task.eigen.run = [=] {
    if (type == element::f16) cast_by_eigen<Eigen::half>(x, theirs.floats());
    else if (type == element::bf16) cast_by_eigen<Eigen::bfloat16>(x, theirs.floats());
    else cast_by_eigen<std::int8_t>(x, theirs.floats());
  };
  task.agree = [=] { return std::memcmp(ours.floats(), theirs.floats(), ours.bytes()) == 0; };
  contest::limit_by_traffic(task, x.view().data, x.bytes(), ours.view().data, ours.bytes());
  return task;
}

work narrow(index_t rows, index_t width, element type) {
  const tensor x = workload::features(rows, width, 1), ours(type, rows, width), theirs(type, rows, width);
  work task;
  task.vtc.run = [=] {
    for (index_t r = 0; r < rows; ++r) vtc::kernel::narrow<arch>(x.floats() + static_cast<std::ptrdiff_t>(r) * width, width, type, ours.view().row(r));
  };
  task.eigen.run = [=] {
    const auto n = static_cast<Eigen::Index>(x.bytes() / sizeof(float));
    const Eigen::Map<const Eigen::ArrayXf> from(x.floats(), n);
    if (type == element::f16) Eigen::Map<Eigen::Array<Eigen::half, Eigen::Dynamic, 1>>(static_cast<Eigen::half*>(theirs.view().data), n) = from.cast<Eigen::half>();
    else Eigen::Map<Eigen::Array<Eigen::bfloat16, Eigen::Dynamic, 1>>(static_cast<Eigen::bfloat16*>(theirs.view().data), n) = from.cast<Eigen::bfloat16>();
  };
  task.agree = [=] { return std::memcmp(ours.view().data, theirs.view().data, ours.bytes()) == 0; };
  contest::limit_by_traffic(task, x.view().data, x.bytes(), ours.view().data, ours.bytes());
  return task;
}

enum class fold { mean, weighted, maximum };

// One slot of four rows, as pooling and merging make many of.
work fold_rows(index_t width, element type, fold how) {
  static constexpr index_t source[] = {0, 1, 2, 3}, begin[] = {0, 4};
  static constexpr float weight[] = {0.4f, 0.3f, 0.2f, 0.1f};
  constexpr int repeats = 16;  // the clock needs some time to pass
  const tensor x = converted(workload::features(4, width, 1), type), ours(element::f32, 1, width), theirs(element::f32, 1, width), loops_out(element::f32, 1, width);
  work task;
  task.vtc.run = [=] {
    for (int i = 0; i < repeats; ++i) {
      if (how == fold::maximum) vtc::kernel::max_rows<arch>(x.read(), source, 4, element::f32, ours.view().data);
      else if (how == fold::mean) vtc::kernel::mix_rows<arch>(x.read(), source, nullptr, 4, 0.25f, element::f32, ours.view().data);
      else vtc::kernel::mix_rows<arch>(x.read(), source, weight, 4, 1.0f, element::f32, ours.view().data);
      asm volatile("" : : : "memory");
    }
  };
  task.eigen.run = [=] {
    for (int i = 0; i < repeats; ++i) {
      if (how == fold::maximum) plain_eigen::pool_maximum(x.read(), 0, 2, 2, theirs.view());
      else if (how == fold::mean) plain_eigen::pool(x.read(), 0, 2, 2, theirs.view());
      else plain_eigen::weighted_rows(x.read(), 1, begin, source, weight, theirs.view());
      asm volatile("" : : : "memory");
    }
  };
  if (type == element::f32)
    task.loop.run = [=] {
      for (int i = 0; i < repeats; ++i) {
        if (how == fold::maximum) loops::pool_maximum(x.read(), 0, 2, 2, loops_out.view());
        else if (how == fold::mean) loops::pool<float>(x.read(), 0, 2, 2, loops_out.view());
        else loops::weighted_rows(x.read(), 1, begin, source, weight, loops_out.view());
        asm volatile("" : : : "memory");
      }
    };
  task.vtc.times = task.eigen.times = task.loop.times = 1.0 / repeats;
  task.agree = [=] {
    float apart = 0;
    for (index_t c = 0; c < width; ++c) apart = std::fmax(apart, std::fabs(ours.floats()[c] - theirs.floats()[c]));
    return apart < 1e-5f;
  };
  task.limit = {[=] {
                  for (int i = 0; i < repeats; ++i) limit::move_bytes(x.view().data, x.bytes(), ours.view().data, ours.bytes());
                },
                1.0 / repeats};
  task.limit_name = limit::level_of(x.bytes() + ours.bytes());
  return task;
}

// 3 multiply-adds reduce the range, 7 sum the series.
work exponential(index_t n) {
  const tensor x = workload::noise(1, n, 1), ours(element::f32, 1, n), theirs(element::f32, 1, n), loop_out(element::f32, 1, n);
  work task;
  task.vtc.run = [=] {
    using vector = vtc::kernel::f32_vector<arch>;
    for (index_t i = 0; i + vector::size <= n; i += vector::size) vtc::kernel::exponential<arch>(vector::load(x.floats() + i)).store(ours.floats() + i);
  };
  task.eigen.run = [=] { Eigen::Map<Eigen::ArrayXf>(theirs.floats(), n) = Eigen::Map<const Eigen::ArrayXf>(x.floats(), n).exp(); };
  task.loop.run = [=] { loops::exponentials(x.floats(), n, loop_out.floats()); };
  task.agree = [=] {
    for (index_t i = 0; i < n; ++i)
      if (!(std::fabs(ours.floats()[i] - loop_out.floats()[i]) <= 1e-6f * loop_out.floats()[i])) return false;
    return true;
  };
  contest::limit_by_multiply_adds(task, 10.0 * n);
  return task;
}

}  // namespace

void add_kernel_rows(contest::lines& all) {
  for (const element type : {element::f16, element::bf16, element::i8}) {
    all.push_back({"widen to f32", "577x1024", workload::name(type), "warm", "LLaVA-1.5", true, [=] { return widen(577, 1024, type); }});
    all.push_back({"widen to f32", "4x1024", workload::name(type), "warm", "", false, [=] { return widen(4, 1024, type); }});
  }
  for (const element type : {element::f16, element::bf16})
    all.push_back({"narrow from f32", "577x1024", workload::name(type), "warm", "LLaVA-1.5", type == element::f16, [=] { return narrow(577, 1024, type); }});
  for (const element type : {element::f32, element::f16, element::bf16, element::i8})
    all.push_back({"mix_rows, equal", "4x1024", workload::name(type), "warm", "", type == element::f32, [=] { return fold_rows(1024, type, fold::mean); }});
  for (const element type : {element::f32, element::f16}) {
    all.push_back({"mix_rows, weighted", "4x1024", workload::name(type), "warm", "", type == element::f32, [=] { return fold_rows(1024, type, fold::weighted); }});
    all.push_back({"max_rows", "4x1024", workload::name(type), "warm", "", type == element::f32, [=] { return fold_rows(1024, type, fold::maximum); }});
  }
  all.push_back({"exponential", "4096", "f32", "warm", "", true, [] { return exponential(4096); }});
}
