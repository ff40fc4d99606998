// Listed rows become one row: the loop under mix_rows and max_rows.
//
// Inputs: rows; the numbers of those that take part, n >= 1; a step. Gives: in.width values of type `to`, written once.
// A step is a template over "the rows have a scale" with
//   bool often_four                     whether lists of four deserve code of their own
//   float factor(index_t e) const       what row e of the list is multiplied by
//   V first(V row, V factor) const      what row 0 becomes
//   V join(V sum, V row, V factor) const
//   V last(V sum) const                 what is written
// Order and ties: rows in the order of the list, in every column alike, so the result depends neither on the width nor on
// the lanes nor on which of the two ways below is taken.
// Cost: every row is read once. Workspace: 8 KB of stack. Errors: none; i32 rows write nothing.
#pragma once

#include "vtc/kernel/widen.hpp"

namespace vtc {
inline namespace v0_1 {
namespace kernel {
namespace detail {

// One column at a time, where less than a vector is left.
template <class Arch>
using one_lane = std::conditional_t<native<Arch>::sums_wide, wide<scalar>, scalar>;

// Where the rows start. Of a count that the compiler knows, the addresses stay in registers.
template <index_t Count>
struct row_list {
  const std::byte* at[static_cast<std::size_t>(Count)];
  VTC_INLINE static constexpr index_t count() noexcept { return Count; }
};
template <>
struct row_list<0> {
  const std::byte* const* at;
  index_t n;
  VTC_INLINE index_t count() const noexcept { return n; }
};

// Few rows: some columns of all of them are folded in registers before the next columns are read.
template <class Arch, element E, class Step, index_t Count>
struct folding {
  static constexpr index_t size = f32_vector<Arch>::size;

  std::int32_t zero_point;
  index_t width;
  row_list<Count> row;
  Step step;
  element to;
  std::byte* out;

  VTC_INLINE index_t count() const noexcept { return row.count(); }
  VTC_INLINE const std::byte* at(index_t e, index_t c) const noexcept { return row.at[e] + static_cast<std::ptrdiff_t>(size_of(E)) * c; }
  VTC_INLINE std::byte* target(index_t c) const noexcept { return out + static_cast<std::ptrdiff_t>(size_of(to)) * c; }
  // The v-th vector from p on.
  template <class Lanes>
  VTC_INLINE f32_vector<Lanes> load(const std::byte* p, index_t v = 0) const noexcept {
    return load_widened<Lanes, E>(p + static_cast<std::ptrdiff_t>(size_of(E)) * f32_vector<Lanes>::size * v, zero_point);
  }

  template <class Lanes>
  VTC_INLINE void fold_vector(index_t c) const noexcept {
    using vector = f32_vector<Lanes>;
    vector sum = step.first(load<Lanes>(at(0, c)), vector::broadcast(step.factor(0)));
    for (index_t e = 1; e < count(); ++e) sum = step.join(sum, load<Lanes>(at(e, c)), vector::broadcast(step.factor(e)));
    float value[static_cast<std::size_t>(vector::size)];
    step.last(sum).store(value);
    narrow<Arch>(value, vector::size, to, target(c));
  }

  // Named one by one: an array of sums would live in memory where the compiler does not unroll.
  VTC_INLINE void fold_four_vectors(index_t c) const noexcept {
    using vector = f32_vector<Arch>;
    const std::byte* p = at(0, c);
    vector factor = vector::broadcast(step.factor(0));
    vector sum0 = step.first(load<Arch>(p, 0), factor), sum1 = step.first(load<Arch>(p, 1), factor);
    vector sum2 = step.first(load<Arch>(p, 2), factor), sum3 = step.first(load<Arch>(p, 3), factor);
    for (index_t e = 1; e < count(); ++e) {
      p = at(e, c);
      factor = vector::broadcast(step.factor(e));
      sum0 = step.join(sum0, load<Arch>(p, 0), factor);
      sum1 = step.join(sum1, load<Arch>(p, 1), factor);
      sum2 = step.join(sum2, load<Arch>(p, 2), factor);
      sum3 = step.join(sum3, load<Arch>(p, 3), factor);
    }
    float value[static_cast<std::size_t>(4 * size)];
    const bool direct = to == element::f32;
    float* const put = direct ? reinterpret_cast<float*>(target(c)) : value;
    step.last(sum0).store(put);
    step.last(sum1).store(put + size);
    step.last(sum2).store(put + 2 * size);
    step.last(sum3).store(put + 3 * size);
    if (!direct) narrow<Arch>(value, 4 * size, to, target(c));
  }

  VTC_INLINE void run() const noexcept {
    const folding self = *this;  // a copy that no store can change, so that all of it stays in registers
    index_t c = 0;
    for (; c + 4 * size <= width; c += 4 * size) self.fold_four_vectors(c);
    for (; c + size <= width; c += size) self.template fold_vector<Arch>(c);
    if (c < width && width >= size) return self.template fold_vector<Arch>(width - size);  // some columns twice, with the same result
    for (; c < width; ++c) self.template fold_vector<one_lane<Arch>>(c);
  }
};

// The sums of n columns take in one row.
template <class Arch, bool First, class Step>
VTC_INLINE void take_in(const Step& step, const float* row, float factor, index_t n, float* sum) noexcept {
  using vector = f32_vector<Arch>;
  using lane = f32_vector<one_lane<Arch>>;
  index_t c = 0;
  for (; c + vector::size <= n; c += vector::size) {
    const vector x = vector::load(row + c), f = vector::broadcast(factor);
    if constexpr (First) step.first(x, f).store(sum + c);
    else step.join(vector::load(sum + c), x, f).store(sum + c);
  }
  for (; c < n; ++c) {
    const lane x = lane::load(row + c), f = lane::broadcast(factor);
    if constexpr (First) step.first(x, f).store(sum + c);
    else step.join(lane::load(sum + c), x, f).store(sum + c);
  }
}

// Many rows are read as they lie in memory, long stretches one after the other; the sums stay in the first cache.
template <class Arch, class Step>
void fold_by_rows(const rows& in, const index_t* source, index_t n, const Step& step, element to, std::byte* out) noexcept {
  constexpr index_t stretch = 1024;
  float sum[stretch], widened[stretch];
  for (index_t c = 0; c < in.width; c += stretch, out += static_cast<std::ptrdiff_t>(size_of(to)) * stretch) {
    const index_t columns = in.width - c < stretch ? in.width - c : stretch;
    for (index_t e = 0; e < n; ++e) {
      const float* row = static_cast<const float*>(in.row(source[e])) + c;
      if (in.type != element::f32) {
        widen<Arch>(in.row(source[e]), in.type, in.quant.zero_point, c, columns, widened);
        row = widened;
      }
      if (e == 0) take_in<Arch, true>(step, row, step.factor(e), columns, sum);
      else take_in<Arch, false>(step, row, step.factor(e), columns, sum);
    }
    for (index_t i = 0; i < columns; ++i) step.last(f32_vector<one_lane<Arch>>::load(sum + i)).store(sum + i);
    narrow<Arch>(sum, columns, to, out);
  }
}

template <class Arch, element E, class Step>
VTC_INLINE void fold_few(const rows& in, const std::byte* const* row, index_t n, const Step& step, element to, std::byte* out) noexcept {
  if constexpr (Step::often_four)
    if (n == 4) return folding<Arch, E, Step, 4>{in.quant.zero_point, in.width, {{row[0], row[1], row[2], row[3]}}, step, to, out}.run();
  folding<Arch, E, Step, 0>{in.quant.zero_point, in.width, {row, n}, step, to, out}.run();
}

// Step<true> is for rows that have a scale.
template <class Arch, template <bool> class Step, class... Arguments>
void fold_rows(const rows& in, const index_t* source, index_t n, element to, void* out, const Arguments&... arguments) noexcept {
  auto* const put = static_cast<std::byte*>(out);
  const Step<false> plain{arguments...};
  const Step<true> scaled{arguments...};
  constexpr index_t few = 96;
  if (n > few && is_quantized(in.type)) return fold_by_rows<Arch>(in, source, n, scaled, to, put);
  if (n > few) return fold_by_rows<Arch>(in, source, n, plain, to, put);
  const std::byte* row[few];
  for (index_t e = 0; e < n; ++e) row[e] = static_cast<const std::byte*>(in.row(source[e]));
  switch (in.type) {
    case element::f32: return fold_few<Arch, element::f32>(in, row, n, plain, to, put);
    case element::f16: return fold_few<Arch, element::f16>(in, row, n, plain, to, put);
    case element::bf16: return fold_few<Arch, element::bf16>(in, row, n, plain, to, put);
    case element::i8: return fold_few<Arch, element::i8>(in, row, n, scaled, to, put);
    case element::u8: return fold_few<Arch, element::u8>(in, row, n, scaled, to, put);
    case element::i32: return;
  }
}

}  // namespace detail
}  // namespace kernel
}  // namespace v0_1
}  // namespace vtc
