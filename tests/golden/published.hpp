// The call that a host would write for a stored case, as published, and the comparison.
#pragma once

#include <vtc/vtc.hpp>

#include "golden/vectors.hpp"

namespace golden {

// Compresses as published, in the given workspace and plan, which all cases share, and compares.
template <class Policy, class Given>
void expect(const vectors& v, const Policy& policy, const Given& in, const vtc::budget& want = {}) {
  INFO(v.folder.string());
  static vtc::workspace memory;
  static vtc::plan_storage plan;
  REQUIRE(vtc::make_plan(policy, in, want.as_published(), memory, plan) == vtc::status::ok);
  const vtc::plan_view& p = plan.view();
  REQUIRE(vtc::check(p) == vtc::status::ok);
  const vtc::index_t width = p.how == vtc::reduction::concatenate ? in.tokens.width * (p.entry_count / p.slot_count) : in.tokens.width;
  result got;
  got.tokens.resize(static_cast<std::size_t>(p.slot_count) * static_cast<std::size_t>(width));
  REQUIRE(vtc::apply(p, in.tokens, vtc::view(got.tokens.data(), p.slot_count, width), p.how) == vtc::status::ok);
  if (v.has("expected_sizes")) {
    got.sizes.resize(static_cast<std::size_t>(p.slot_count));
    REQUIRE(vtc::sizes(p, in.sizes, got.sizes.data()) == vtc::status::ok);
  }
  got.slot_begin.assign(p.slot_begin, p.slot_begin + p.slot_count + 1);
  got.source.assign(p.source, p.source + p.entry_count);
  got.anchor.assign(p.anchor, p.anchor + p.slot_count);
  compare(v, got);
}

// Methods that read the layout alone.
template <class Policy>
void expect_from_grid(const std::string& name, const Policy& policy, const vtc::layout& where) {
  const vectors v(name);
  const matrix tokens(v.load("tokens"));
  expect(v, policy, vtc::give(where, vtc::tokens(tokens.view())));
}

inline vtc::index_list rounds(std::initializer_list<vtc::index_t> removed) {
  vtc::index_list list;
  for (const vtc::index_t r : removed) list.value[list.count++] = r;
  return list;
}

// The class token's row of the attention, one per head: [H, N].
inline vtc::attention_weights class_rows(const matrix& a) {
  const std::ptrdiff_t row = a.width * static_cast<std::ptrdiff_t>(sizeof(float));
  return {a.values.data(), vtc::element::f32, a.count(), 1, a.width, row, row, 0};
}

}  // namespace golden
