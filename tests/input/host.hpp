// A host that holds everything a method may ask for, made to fit a layout; and the same host with its rows in another form.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "input/token_field.hpp"
#include "vtc/inputs.hpp"

namespace input {

struct shape {  // widths of what a host holds; small, none a multiple of a vector
  int channels = 11, metric = 21, aligned = 9, text_rows = 3, heads = 2, key_width = 5;
};

class host {
 public:
  // `regions` and row count of `where` are copied; masks may be set afterwards.
  host(const vtc::layout& where, std::uint64_t seed, shape s = {})
      : count(where.count), size(s), regions(where.regions, where.regions + (where.region_count > 0 ? where.region_count : 0)) {
    tokens = random_rows(count, s.channels, seed);
    metric = clustered_rows(count, s.metric, 2 + count / 4, seed + 1);
    aligned = random_rows(count, s.aligned, seed + 2);
    text = random_rows(s.text_rows, s.aligned, seed + 3);
    queries = random_rows(count, s.heads * s.key_width, seed + 4);
    keys = random_rows(count, s.heads * s.key_width, seed + 5);
    generator g(seed + 6);
    for (int i = 0; i < s.heads * count * count; ++i) attention.push_back(static_cast<float>(g.below(2000)) / 1024.0f);
    for (int i = 0; i < count; ++i) scores.push_back(g.value());
    for (int i = 0; i < count; ++i) sizes.push_back(static_cast<float>(1 + g.below(4)));
  }

  vtc::layout where() const {
    vtc::layout w{};
    w.count = count;
    w.regions = regions.empty() ? nullptr : regions.data();
    w.region_count = static_cast<vtc::index_t>(regions.size());
    w.protect = protect.empty() ? nullptr : protect.data();
    w.valid = valid.empty() ? nullptr : valid.data();
    return w;
  }
  // Everything but sizes, which change what merging methods weigh.
  vtc::inputs inputs() const {
    vtc::inputs in{};
    in.where = where();
    in.tokens = vtc::view(tokens.data(), count, size.channels);
    in.metric = vtc::view(metric.data(), count, size.metric);
    in.aligned = vtc::view(aligned.data(), count, size.aligned);
    in.text = vtc::view(text.data(), size.text_rows, size.aligned);
    in.attention = weights(attention.data(), vtc::element::f32);
    in.projections = projections();
    in.scores = scores.data();
    return in;
  }
  vtc::projection_rows projections() const {
    return {vtc::view(queries.data(), count, size.heads * size.key_width), vtc::view(keys.data(), count, size.heads * size.key_width), size.heads, 0.0f};
  }
  vtc::attention_weights weights(const void* data, vtc::element e) const {
    const auto row = static_cast<std::ptrdiff_t>(vtc::size_of(e)) * count;
    return {data, e, size.heads, count, count, row * count, row, vtc::none};
  }

  int count;
  shape size;
  std::vector<vtc::region> regions;
  std::vector<std::uint8_t> protect, valid;
  std::vector<float> tokens, metric, aligned, text, attention, queries, keys, scores, sizes;
};

// The same inputs, every set of rows moved: other element, other address, other stride. Owns what it points to.
class moved {
 public:
  // Rows become `gap` bytes longer than their values, and start `offset` bytes behind an allocation.
  moved(const vtc::inputs& in, vtc::element e, std::ptrdiff_t gap, std::size_t offset) : inputs(in), gap_(gap), offset_(offset) {
    for (vtc::rows* x : {&inputs.tokens, &inputs.metric, &inputs.aligned, &inputs.text, &inputs.projections.queries, &inputs.projections.keys})
      if (!x->empty()) *x = move(*x, e);
    if (in.attention.data == nullptr) return;
    vtc::attention_weights& a = inputs.attention;
    const vtc::rows all{in.attention.data, in.attention.heads * in.attention.queries, in.attention.keys, in.attention.query_stride, in.attention.type, {}};
    const vtc::rows there = move(all, e);
    a.data = there.data;
    a.type = there.type;
    a.query_stride = there.stride;
    a.head_stride = there.stride * a.queries;
  }
  moved(const moved&) = delete;
  moved& operator=(const moved&) = delete;

  vtc::inputs inputs;

 private:
  vtc::rows move(const vtc::rows& x, vtc::element e) {
    vtc::rows converted = x;
    std::vector<unsigned char> packed;
    if (e != x.type) {
      for (int r = 0; r < x.count; ++r)
        for (int c = 0; c < x.width; ++c) {
          const float v = vtc::load(x, r, c);
          const std::uint16_t h = e == vtc::element::f16 ? vtc::half_from_float(v) : vtc::bfloat16_from_float(v);
          const void* from = e == vtc::element::f32 ? static_cast<const void*>(&v) : &h;
          const std::size_t at = packed.size(), n = vtc::size_of(e);
          packed.resize(at + n);
          std::memcpy(packed.data() + at, from, n);
        }
      converted = vtc::view(e, static_cast<const void*>(packed.data()), x.count, x.width);
    }
    rows_.push_back(spread(converted, static_cast<std::ptrdiff_t>(vtc::size_of(e)) * x.width + gap_, offset_));
    return rows_.back().view;
  }

  std::ptrdiff_t gap_;
  std::size_t offset_;
  std::deque<spread_rows> rows_;
};

// The values that rows of element e hold, so that a run on them as f32 is the run that rows of e must equal.
inline std::vector<float> rounded(std::vector<float> x, vtc::element e) {
  for (float& v : x) {
    if (e == vtc::element::f16) v = vtc::float_from_half(vtc::half_from_float(v));
    if (e == vtc::element::bf16) v = vtc::float_from_bfloat16(vtc::bfloat16_from_float(v));
  }
  return x;
}

}  // namespace input
