// What docs/contracts.md promises of every method, asked of every method of the catalogue on every kind of layout. What is special to one
// method stands in the file of its name.
#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <set>

#include "catch.hpp"
#include "expect/allocations.hpp"
#include "expect/same_plan.hpp"
#include "input/host.hpp"
#include "input/methods.hpp"
#include "input/threads.hpp"
#include "vtc/plan/check.hpp"

using input::host;
using input::method;
using vtc::index_t;
using vtc::status;

namespace {

const std::vector<method>& methods() {
  static const std::vector<method> list = input::methods();
  return list;
}

struct scene {
  std::string name;
  host from;
};

std::vector<scene> scenes() {
  using layout = vtc::layout_builder<3>;
  std::vector<scene> list;
  const auto add = [&](const std::string& name, const layout& where) -> host& {
    list.push_back({name, host(where, 1000 + list.size())});
    return list.back().from;
  };
  add("a grid", layout{}.grid(6, 8));
  add("one line", layout{}.grid(1, 40));
  add("a class row in front", layout{}.extra(1).grid(6, 6));
  add("registers behind", layout{}.grid(4, 8).extra(3));
  add("a newline after each grid row", layout{}.extra(2).grid(4, 6, 1));
  add("two grids, a separator between", layout{}.grid(4, 4).extra(1).grid(2, 8));
  add("frames", layout{}.frames(3, 4, 4));
  add("blocks of 2 x 2", layout{}.extra(1).grid(4, 6, 0, 2));
  host& mask = add("a protect mask", layout{}.grid(6, 6));
  mask.protect.assign(36, 0);
  for (const std::size_t r : {std::size_t{0}, std::size_t{7}, std::size_t{8}, std::size_t{35}}) mask.protect[r] = 1;
  host& padded = add("padding", layout{}.grid(6, 6));
  padded.valid.assign(36, 1);
  for (std::size_t r = 25; r < 36; ++r) padded.valid[r] = 0;
  padded.valid[3] = 0;
  host& both = add("class row, newlines, protected cells and padding", layout{}.extra(1).grid(6, 5, 1));
  both.valid.assign(37, 1);
  both.protect.assign(37, 0);
  for (const std::size_t r : {std::size_t{4}, std::size_t{11}, std::size_t{33}, std::size_t{36}}) both.valid[r] = 0;
  for (const std::size_t r : {std::size_t{2}, std::size_t{13}}) both.protect[r] = 1;
  return list;
}

// What became of each row, by the words of the contract.
struct row_roles {
  std::vector<int> kept, candidates;
  int valid() const { return static_cast<int>(kept.size() + candidates.size()); }
};
row_roles roles_of(const vtc::layout& where, index_t region = vtc::none) {
  std::vector<bool> cell(static_cast<std::size_t>(where.count), false), asked(cell);
  for (index_t g = 0; g < where.parts(); ++g)
    for (index_t t = 0; t < where.part(g).frames; ++t)
      for (index_t y = 0; y < where.part(g).height; ++y)
        for (index_t x = 0; x < where.part(g).width; ++x) {
          cell[static_cast<std::size_t>(where.part(g).at(t, y, x))] = true;
          if (region == vtc::none || region == g) asked[static_cast<std::size_t>(where.part(g).at(t, y, x))] = true;
        }
  row_roles roles;
  for (index_t r = 0; r < where.count; ++r) {
    if (where.valid != nullptr && where.valid[r] == 0) continue;
    const bool kept = !cell[static_cast<std::size_t>(r)] || (where.protect != nullptr && where.protect[r] != 0);
    if (kept && region == vtc::none) roles.kept.push_back(r);
    if (!kept && asked[static_cast<std::size_t>(r)]) roles.candidates.push_back(r);
  }
  return roles;
}

bool is_shuffle(const method& m) { return !m.takes_budget; }
// Space to depth makes wider rows: nothing can stay as it is.
bool serves(const method& m, const vtc::layout& where) {
  if (!is_shuffle(m)) return true;
  for (index_t g = 0; g < where.parts(); ++g)
    if (where.part(g).height % 2 != 0 || where.part(g).width % 2 != 0) return false;
  return roles_of(where).kept.empty();
}
vtc::budget asked(const method& m, index_t k) { return m.takes_budget ? vtc::keep(k) : vtc::budget{}; }

struct result {
  status outcome = status::ok;
  expect::plan_copy plan;
  std::vector<float> rows;
};

result run(const method& m, const vtc::inputs& in, const vtc::budget& want, const vtc::executor& threads = {}) {
  vtc::workspace memory;
  memory.threads = threads;
  vtc::plan_storage plan;
  result r;
  r.outcome = m.make_plan(in, want, memory, plan);
  if (r.outcome != status::ok) return r;
  r.plan = expect::plan_copy(plan.view());
  const vtc::plan_view& p = plan.view();
  const index_t width = p.how == vtc::reduction::concatenate ? in.tokens.width * (p.entry_count / p.slot_count) : in.tokens.width;
  r.rows.assign(static_cast<std::size_t>(p.slot_count) * static_cast<std::size_t>(width), -77.0f);
  REQUIRE(vtc::apply(p, in.tokens, vtc::view(r.rows.data(), p.slot_count, width)) == status::ok);
  return r;
}

bool same_bytes(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0);
}

// Calls body(method, scene, count) for every method, every scene it serves, and several counts.
template <class Body>
void everywhere(Body&& body) {
  const std::vector<scene> all = scenes();
  for (const method& m : methods())
    for (const scene& s : all) {
      const vtc::layout where = s.from.where();
      if (!serves(m, where)) continue;
      const row_roles roles = roles_of(where);
      const auto kept = static_cast<index_t>(roles.kept.size()), valid = static_cast<index_t>(roles.valid());
      for (const index_t k : {kept + 4, kept + (valid - kept) / 2, valid - 1}) {
        INFO(m.name << " on " << s.name << ", keep " << k);
        body(m, s.from, k);
        if (is_shuffle(m)) break;
      }
    }
}

}  // namespace

TEST_CASE("as many rows as asked, all kept rows, no padding, in source order, and slots() knew it") {
  everywhere([](const method& m, const host& from, index_t k) {
    const vtc::inputs in = from.inputs();
    const row_roles roles = roles_of(in.where);
    const result r = run(m, in, asked(m, k));
    vtc::bounds expected{};
    const status known = m.slots(in.where, asked(m, k), expected);
    REQUIRE(known == r.outcome);
    if (r.outcome != status::ok) {
      CHECK(m.counts == vtc::counting::at_most);  // a grid for so few rows may not exist
      CHECK(r.outcome == status::budget_unsupported);
      return;
    }
    const bool masked = in.where.valid != nullptr || in.where.protect != nullptr;
    CHECK(r.plan.slots() >= expected.least);
    CHECK(r.plan.slots() <= expected.most);
    if (!(m.pools && masked) && m.counts != vtc::counting::data_decides) CHECK(expected.least == expected.most);
    if (m.counts == vtc::counting::exact && m.takes_budget) CHECK(r.plan.slots() == k);
    if (m.counts == vtc::counting::at_most) CHECK(r.plan.slots() <= k);
    CHECK(std::is_sorted(r.plan.anchor.begin(), r.plan.anchor.end() - r.plan.appended));
    std::size_t kept_found = 0;
    std::vector<int> times(static_cast<std::size_t>(from.count), 0);
    bool padding = false, folded = false;
    for (int s = 0; s < r.plan.slots(); ++s) {
      const bool kept = std::binary_search(roles.kept.begin(), roles.kept.end(), r.plan.anchor[static_cast<std::size_t>(s)]);
      kept_found += kept;
      for (const index_t row : r.plan.rows(s)) {
        if (row == vtc::none) continue;
        ++times[static_cast<std::size_t>(row)];
        padding = padding || !(std::binary_search(roles.kept.begin(), roles.kept.end(), row) ||
                               std::binary_search(roles.candidates.begin(), roles.candidates.end(), row));
        folded = folded || (std::binary_search(roles.kept.begin(), roles.kept.end(), row) && (!kept || r.plan.rows(s).size() != 1));
      }
    }
    CHECK(kept_found == roles.kept.size());
    CHECK_FALSE(padding);
    CHECK_FALSE(folded);
    if ((r.plan.notes & vtc::note::partition) != 0) CHECK(*std::max_element(times.begin(), times.end()) <= 1);
    if (m.selects || m.reads_sizes) CHECK((r.plan.notes & vtc::note::partition) != 0);
    if (m.reads_sizes) CHECK(std::accumulate(times.begin(), times.end(), 0) == roles.valid());  // merging drops nothing
  });
}

TEST_CASE("every plan holds the invariants, in source order, in method order and as published") {
  everywhere([](const method& m, const host& from, index_t k) {
    const vtc::inputs in = from.inputs();
    const row_roles roles = roles_of(in.where);
    const vtc::budget want = asked(m, k);
    vtc::workspace memory;
    vtc::plan_storage plan;
    if (m.make_plan(in, want, memory, plan) != status::ok) return;
    vtc::plan_fault fault{};
    (void)vtc::check(plan, &fault);
    CHECK(std::string(vtc::message(fault.rule)) == vtc::message(vtc::plan_rule::all_hold));
    const expect::plan_copy in_source_order(plan.view());

    REQUIRE(m.make_plan(in, want.in_method_order(), memory, plan) == status::ok);
    (void)vtc::check(plan, &fault);
    CHECK(std::string(vtc::message(fault.rule)) == vtc::message(vtc::plan_rule::all_hold));
    CHECK(plan.view().has(vtc::note::method_order));
    const expect::plan_copy in_method_order(plan.view());
    REQUIRE(in_method_order.slots() == in_source_order.slots());
    for (std::size_t i = 0; i < roles.kept.size(); ++i) CHECK(in_method_order.text(static_cast<int>(i)) == in_source_order.text(static_cast<int>(
        std::lower_bound(in_source_order.anchor.begin(), in_source_order.anchor.end() - in_source_order.appended, roles.kept[i]) - in_source_order.anchor.begin())));
    std::vector<std::string> one, other;
    for (int s = 0; s < in_source_order.slots(); ++s) {
      one.push_back(in_source_order.text(s));
      other.push_back(in_method_order.text(s));
    }
    std::sort(one.begin(), one.end());
    std::sort(other.begin(), other.end());
    CHECK(one == other);

    REQUIRE(m.make_plan(in, want.as_published(), memory, plan) == status::ok);
    (void)vtc::check(plan, &fault);
    CHECK(std::string(vtc::message(fault.rule)) == vtc::message(vtc::plan_rule::all_hold));
  });
}

TEST_CASE("as many rows as there are, or more, is the identity, byte for byte") {
  for (const method& m : methods())
    for (scene& s : scenes()) {
      if (is_shuffle(m)) continue;
      INFO(m.name << " on " << s.name);
      // Bytes that arithmetic would change: a NaN with a payload, infinities (such rows are padding where tokens are compared), -0, a subnormal.
      for (std::size_t i = 0; i < s.from.tokens.size() && !m.compares_tokens; i += 3) s.from.tokens[i] = vtc::float_from_bits(0x7fa12345u);
      for (std::size_t i = 1; i < s.from.tokens.size() && !m.compares_tokens; i += 5) s.from.tokens[i] = -std::numeric_limits<float>::infinity();
      for (std::size_t i = 2; i < s.from.tokens.size(); i += 7) s.from.tokens[i] = -0.0f;
      s.from.tokens.back() = std::numeric_limits<float>::denorm_min();
      const vtc::inputs in = s.from.inputs();
      const row_roles roles = roles_of(in.where);
      std::vector<float> wanted;
      std::vector<index_t> valid;
      for (int r = 0; r < s.from.count; ++r)
        if (in.where.valid == nullptr || in.where.valid[r] != 0) {
          valid.push_back(r);
          const auto first = s.from.tokens.begin() + static_cast<std::ptrdiff_t>(r) * in.tokens.width;
          wanted.insert(wanted.end(), first, first + in.tokens.width);
        }
      REQUIRE(static_cast<int>(valid.size()) == roles.valid());
      for (const vtc::budget& want : {vtc::keep(roles.valid()), vtc::keep(roles.valid() + 7), vtc::keep(100000), vtc::keep_ratio(1, 1), vtc::keep_ratio(3, 2)}) {
        const result r = run(m, in, want);
        REQUIRE(r.outcome == status::ok);
        CHECK(r.plan.anchor == valid);
        CHECK(r.plan.source == valid);
        CHECK((r.plan.notes & vtc::note::identity) != 0);
        CHECK(same_bytes(r.rows, wanted));
        vtc::bounds known{};
        CHECK(m.slots(in.where, want, known) == status::ok);
        CHECK((known.least == roles.valid() && known.most == roles.valid()));
      }
    }
}

TEST_CASE("one row is enough") {
  for (const method& m : methods()) {
    INFO(m.name);
    const host from(vtc::layout_builder<1>{}.grid(1, 1), 5);
    const result r = run(m, from.inputs(), asked(m, 1));
    if (is_shuffle(m)) {
      CHECK(r.outcome == status::grid_mismatch);
      continue;
    }
    REQUIRE(r.outcome == status::ok);
    CHECK(r.plan.anchor == std::vector<index_t>{0});
    CHECK(same_bytes(r.rows, from.tokens));
  }
}

TEST_CASE("rows at any address and stride give the plan and the rows of packed ones") {
  everywhere([](const method& m, const host& from, index_t k) {
    const vtc::inputs in = from.inputs();
    const result packed = run(m, in, asked(m, k));
    for (const auto& [gap, offset] : {std::pair<std::ptrdiff_t, std::size_t>{0, 1}, {4, 0}, {7, 3}, {64, 2}}) {
      const input::moved there(in, vtc::element::f32, gap, offset);
      const result r = run(m, there.inputs, asked(m, k));
      REQUIRE(r.outcome == packed.outcome);
      CHECK(expect::difference(r.plan, packed.plan) == "");
      CHECK(same_bytes(r.rows, packed.rows));
    }
  });
}

TEST_CASE("16-bit rows give the plan and the rows of f32 rows that hold the same values") {
  for (const vtc::element e : {vtc::element::f16, vtc::element::bf16})
    everywhere([e](const method& m, const host& base, index_t k) {
      host from = base;
      for (std::vector<float>* x : {&from.tokens, &from.metric, &from.aligned, &from.text, &from.attention, &from.queries, &from.keys}) *x = input::rounded(*x, e);
      const vtc::inputs in = from.inputs();
      const result wide = run(m, in, asked(m, k));
      for (const auto& [gap, offset] : {std::pair<std::ptrdiff_t, std::size_t>{0, 0}, {3, 1}}) {
        const input::moved there(in, e, gap, offset);
        const result r = run(m, there.inputs, asked(m, k));
        REQUIRE(r.outcome == wide.outcome);
        CHECK(expect::difference(r.plan, wide.plan) == "");
        CHECK(same_bytes(r.rows, wide.rows));
      }
    });
}

TEST_CASE("the same plan and rows for 1, 2 and 8 threads, and whatever the order of the tasks") {
  everywhere([](const method& m, const host& from, index_t k) {
    const vtc::inputs in = from.inputs();
    const result alone = run(m, in, asked(m, k));
    for (const vtc::executor& e : {input::threads(1), input::threads(2), input::threads(8), input::backwards(3), input::backwards(8)}) {
      const result r = run(m, in, asked(m, k), e);
      REQUIRE(r.outcome == alone.outcome);
      CHECK(expect::difference(r.plan, alone.plan) == "");
      CHECK(same_bytes(r.rows, alone.rows));
    }
  });
}

TEST_CASE("workspace_bytes is exact: so much is enough and all of it is used, a line less is out_of_memory and writes nothing") {
  alignas(64) static unsigned char bytes[1 << 20];
  everywhere([](const method& m, const host& from, index_t k) {
    const vtc::inputs in = from.inputs();
    const vtc::budget want = asked(m, k);
    for (const int lanes : {1, 3}) {
      const std::size_t need = m.workspace_bytes(in, want, lanes);
      REQUIRE(need < sizeof bytes);
      REQUIRE(need % 64 == 0);
      REQUIRE(need > 64);
      vtc::plan_storage plan;
      vtc::workspace exact(bytes, need);
      exact.threads = input::backwards(lanes);
      const status s = m.make_plan(in, want, exact, plan);
      CHECK((s == status::ok || s == status::budget_unsupported));
      if (s != status::ok) continue;
      CHECK(exact.most() == need);
      const expect::plan_copy before(plan.view());
      vtc::workspace small(bytes, need - 64);
      small.threads = input::backwards(lanes);
      std::vector<float> out(4096, -77.0f);
      CHECK(m.make_plan(in, want, small, plan) == status::out_of_memory);
      CHECK(expect::difference(plan.view(), before) == "");
      CHECK(m.compress(in, want, small, plan, vtc::view(out.data(), 48, 44, 84 * 4)) == status::out_of_memory);
      CHECK(std::all_of(out.begin(), out.end(), [](float v) { return vtc::bits_of(v) == vtc::bits_of(-77.0f); }));
      CHECK(expect::difference(plan.view(), before) == "");
    }
  });
}

TEST_CASE("the second call of a size allocates nothing, in any order of the slots") {
  everywhere([](const method& m, const host& from, index_t k) {
    const vtc::inputs in = from.inputs();
    vtc::workspace memory;
    vtc::plan_storage plan;
    std::vector<float> out(4096);
    const auto to = vtc::view(out.data(), from.count, is_shuffle(m) ? 44 : 11);
    for (const vtc::budget& want : {asked(m, k), asked(m, k).in_method_order()}) {
      if (m.compress(in, want, memory, plan, to) != status::ok) return;
      status again = status::bad_plan;
      CHECK(expect::allocations_of([&] { again = m.compress(in, want, memory, plan, to); }) == 0);
      CHECK(again == status::ok);
    }
  });
  // The counter counts.
  CHECK(expect::allocations_of([] {
          vtc::plan_storage fresh;
          (void)fresh.reserve(100, 100);
        }) > 0);
  std::vector<int> seen;
  CHECK(expect::allocations_of([&] { seen.resize(1000); }) == 1);
}

TEST_CASE("with reserve() the first call allocates nothing either") {
  everywhere([](const method& m, const host& from, index_t k) {
    const vtc::inputs in = from.inputs();
    vtc::workspace memory;
    vtc::plan_storage plan;
    REQUIRE(memory.reserve(m.workspace_bytes(in, asked(m, k), 1)) == status::ok);
    REQUIRE(plan.reserve(from.count, 34 * from.count) == status::ok);  // prumerge: 33 entries a slot
    CHECK(expect::allocations_of([&] { (void)m.make_plan(in, asked(m, k), memory, plan); }) == 0);
  });
}

namespace {

// Rows first .. first+count-1 of a host as inputs of their own. Attention keeps its query rows: they are all that asked.
vtc::inputs slice_of(const vtc::inputs& in, const vtc::layout& where, index_t first) {
  vtc::inputs part = in;
  part.where = where;
  for (vtc::rows* x : {&part.tokens, &part.metric, &part.aligned, &part.projections.queries, &part.projections.keys}) *x = x->slice(first, where.count);
  part.scores = in.scores + first;
  part.attention.data = static_cast<const float*>(in.attention.data) + first;
  part.attention.keys = where.count;
  return part;
}

}  // namespace

// Methods whose score of a row depends on the whole picture, whoever is left of it afterwards: a softmax over all rows, or their mean.
bool looks_at_all_rows(const method& m) { return m.name == "euti" || m.name == "pact" || m.name == "prumerge" || m.name == "prumerge_plus" || m.name == "learned_head" || m.name == "query_similarity:raters"; }

TEST_CASE("with each_region() every region gives what it gives alone") {
  using layout = vtc::layout_builder<3>;
  for (const layout& where : {layout{}.extra(1).grid(4, 4).extra(1).grid(2, 8).grid(6, 4), layout{}.grid(4, 6, 1).grid(4, 6, 1), layout{}.frames(2, 4, 4).extra(3).grid(4, 4)})
    for (const method& m : methods()) {
      if (m.name == "random" || m.name == "tome_random") continue;  // regions draw different sets: plan/select/random.cpp
      if (looks_at_all_rows(m)) continue;
      const host from(where, 77);
      const vtc::inputs in = from.inputs();
      if (!serves(m, in.where)) continue;
      for (const vtc::budget& want : {asked(m, 7).each_region(), m.takes_budget ? vtc::keep_ratio(1, 3).each_region() : vtc::budget{}.each_region()}) {
        INFO(m.name << ", " << vtc::layout(where).count << " rows");
        const result together = run(m, in, want);
        REQUIRE(together.outcome == status::ok);
        std::size_t slot = 0;
        index_t row = 0;
        std::vector<index_t> last_anchors;  // of appended slots, which stand behind all regions
        const auto expect_kept = [&](index_t up_to) {
          for (; row < up_to; ++row) {
            REQUIRE(slot < together.plan.anchor.size());
            CHECK(together.plan.text(static_cast<int>(slot++)).substr(0, std::to_string(row).size() + 2) == std::to_string(row) + " =");
          }
        };
        for (const vtc::region& p : from.regions) {
          // The region with the rows in front of it, which tell a class row.
          const index_t first = row, last = p.end();
          vtc::region moved = p;
          moved.begin -= first;
          vtc::layout alone{last - first, &moved, 1, nullptr, nullptr};
          const auto kept = static_cast<index_t>(roles_of(alone).kept.size());
          const result part = run(m, slice_of(in, alone, first), want);  // with each_region: K is about cells, rows outside come on top
          REQUIRE(part.outcome == status::ok);
          REQUIRE(part.plan.slots() > kept);
          for (int s = part.plan.slots() - part.plan.appended; s < part.plan.slots(); ++s) last_anchors.push_back(part.plan.anchor[static_cast<std::size_t>(s)] + first);
          for (int s = 0; s < part.plan.slots() - part.plan.appended; ++s, ++slot) {
            REQUIRE(slot < together.plan.anchor.size());
            CHECK(together.plan.anchor[slot] == part.plan.anchor[static_cast<std::size_t>(s)] + first);
            std::vector<index_t> rows = part.plan.rows(s);
            for (index_t& r : rows) r += first;
            CHECK(together.plan.rows(static_cast<int>(slot)) == rows);
          }
          row = last;
        }
        expect_kept(from.count);
        CHECK(std::vector<index_t>(together.plan.anchor.begin() + static_cast<std::ptrdiff_t>(slot), together.plan.anchor.end()) == last_anchors);
        vtc::bounds known{};
        REQUIRE(m.slots(in.where, want, known) == status::ok);
        CHECK(known.least <= together.plan.slots());
        CHECK(known.most >= together.plan.slots());
        if (m.counts != vtc::counting::data_decides) CHECK(known.least == known.most);
        CHECK(together.plan.shape.frames * together.plan.shape.height * together.plan.shape.width == 0);  // not one grid
      }
    }
}

namespace {

// The rows of `base`, row i at place[i] of `count` rows; all other rows are padding that holds NaN.
host padded(const host& base, const vtc::layout& where, const std::vector<int>& place) {
  host there(where, 1, base.size);
  const float bad = std::numeric_limits<float>::quiet_NaN();
  there.valid.assign(static_cast<std::size_t>(where.count), 0);
  for (std::vector<float>* x : {&there.tokens, &there.metric, &there.aligned, &there.queries, &there.keys, &there.attention, &there.scores, &there.sizes})
    std::fill(x->begin(), x->end(), bad);
  const auto copy = [](const std::vector<float>& from, std::vector<float>& to, std::size_t width, std::size_t row, std::size_t at) {
    std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(row * width), width, to.begin() + static_cast<std::ptrdiff_t>(at * width));
  };
  const auto old = static_cast<std::size_t>(base.count), now = static_cast<std::size_t>(where.count), heads = static_cast<std::size_t>(base.size.heads);
  for (std::size_t i = 0; i < old; ++i) {
    const auto at = static_cast<std::size_t>(place[i]);
    there.valid[at] = 1;
    copy(base.tokens, there.tokens, static_cast<std::size_t>(base.size.channels), i, at);
    copy(base.metric, there.metric, static_cast<std::size_t>(base.size.metric), i, at);
    copy(base.aligned, there.aligned, static_cast<std::size_t>(base.size.aligned), i, at);
    copy(base.queries, there.queries, heads * static_cast<std::size_t>(base.size.key_width), i, at);
    copy(base.keys, there.keys, heads * static_cast<std::size_t>(base.size.key_width), i, at);
    there.scores[at] = base.scores[i];
    there.sizes[at] = base.sizes[i];
    for (std::size_t h = 0; h < heads; ++h)
      for (std::size_t k = 0; k < old; ++k)
        there.attention[(h * now + at) * now + static_cast<std::size_t>(place[k])] = base.attention[(h * old + i) * old + k];
  }
  there.text = base.text;
  return there;
}

std::string unpadded_difference(const result& got, const result& wanted, const std::vector<int>& place) {
  expect::plan_copy moved = wanted.plan;
  moved.source_count = got.plan.source_count;
  for (index_t& r : moved.anchor) r = place[static_cast<std::size_t>(r)];
  for (index_t& r : moved.source) r = place[static_cast<std::size_t>(r)];
  return expect::difference(got.plan, moved);
}

}  // namespace

TEST_CASE("padding changes nothing: behind a grid, and anywhere in a line") {
  for (const bool streamed : {false, true})
    for (const method& m : methods()) {
      INFO(m.name << (streamed ? " from queries and keys" : ""));
      if (streamed && m.needs_any == vtc::input::nothing) continue;
      const host base(vtc::layout_builder<1>{}.grid(6, 4), 31);
      const host behind = padded(base, vtc::layout_builder<1>{}.grid(6, 4).extra(5), oracle::all(24));
      const auto inputs = [&](const host& h) {
        vtc::inputs in = h.inputs();
        if (streamed) in.attention = {};
        return in;
      };
      const vtc::budget want = asked(m, 9);
      const result wanted = run(m, inputs(base), want), got = run(m, inputs(behind), want);
      REQUIRE(wanted.outcome == status::ok);
      REQUIRE(got.outcome == status::ok);
      CHECK(unpadded_difference(got, wanted, oracle::all(24)) == "");
      CHECK(same_bytes(got.rows, wanted.rows));
      // Which query rows ask depends on their numbers; the last bits of streamed attention, which weigh the means of token_pooling, on the lanes that rows fall into.
      if (m.needs_grid || m.name == "received_attention:every=3" || m.name == "token_pooling") continue;
      std::vector<int> place;
      for (int i = 0; i < 24; ++i) place.push_back(i + i / 5 + (i > 11 ? 2 : 1));
      const host between = padded(base, vtc::layout_builder<1>{}.grid(1, 32), place);
      const result line = run(m, inputs(between), want);
      REQUIRE(line.outcome == status::ok);
      CHECK(unpadded_difference(line, wanted, place) == "");
      CHECK(same_bytes(line.rows, wanted.rows));
    }
}

TEST_CASE("a row whose norm is not finite is padding where rows are compared, and is noted") {
  const float bad[] = {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 3e19f};  // 3e19 squared is beyond f32
  for (const float b : bad)
    everywhere([b](const method& m, const host& base, index_t k) {
      if (!m.compares || looks_at_all_rows(m)) return;
      host broken = base, masked = base;
      if (masked.valid.empty()) masked.valid.assign(static_cast<std::size_t>(base.count), 1);
      const std::vector<int> candidates = roles_of(base.where()).candidates;
      for (const std::size_t i : {std::size_t{0}, std::size_t{3}, candidates.size() - 1}) {
        const auto row = static_cast<std::size_t>(candidates[i]);
        if (m.compares_tokens) broken.tokens[row * static_cast<std::size_t>(base.size.channels) + row % 11] = b;
        else broken.metric[row * static_cast<std::size_t>(base.size.metric) + row % 21] = b;
        masked.valid[row] = 0;
      }
      const vtc::attention_weights class_row{base.attention.data(), vtc::element::f32, 2, 1, base.count, base.count * 4, base.count * 4, 0};
      vtc::inputs in = broken.inputs(), padding = masked.inputs();
      in.attention = padding.attention = class_row;  // with one query row, the mask of the rows does not touch the attention
      const result got = run(m, in, vtc::keep(k)), wanted = run(m, padding, vtc::keep(k));
      REQUIRE(got.outcome == wanted.outcome);
      if (got.outcome != status::ok) return;
      CHECK((got.plan.notes & vtc::note::non_finite) != 0);
      expect::plan_copy without_note = got.plan;
      without_note.notes &= ~vtc::note::non_finite;
      CHECK(expect::difference(without_note, wanted.plan) == "");
    });
}

TEST_CASE("NaN scores, NaN attention and NaN text features never crash, never repeat a row, and rank last") {
  const float bad = std::numeric_limits<float>::quiet_NaN();
  for (const method& m : methods()) {
    if (m.needs_grid) continue;
    INFO(m.name);
    host from(vtc::layout_builder<1>{}.extra(1).grid(5, 6), 41);
    for (int r = 1; r < 31; r += 3) {
      from.scores[static_cast<std::size_t>(r)] = bad;
      for (int c = 0; c < from.size.aligned; ++c) from.aligned[static_cast<std::size_t>(r * from.size.aligned + c)] = bad;
      for (int q = 0; q < 2 * 31; ++q) from.attention[static_cast<std::size_t>(q * 31 + r)] = bad;  // counts as 0
    }
    for (int r = 1; r < 31; r += 3)
      for (int c = 0; c < from.size.heads * from.size.key_width; ++c) from.keys[static_cast<std::size_t>(r * from.size.heads * from.size.key_width + c)] = bad;
    for (int r = 1; !m.compares && r < 31; r += 3)
      for (int c = 0; c < from.size.channels; ++c) from.tokens[static_cast<std::size_t>(r * from.size.channels + c)] = bad;
    const result r = run(m, from.inputs(), vtc::keep(12));
    REQUIRE(r.outcome == status::ok);
    if (m.counts == vtc::counting::exact) CHECK(r.plan.slots() == 12);
    CHECK(std::adjacent_find(r.plan.anchor.begin(), r.plan.anchor.end()) == r.plan.anchor.end());
    if (!m.selects || m.name == "random" || m.name == "uniform" || m.name == "hiprune" || m.compares) continue;  // hiprune: neighbours stay
    for (const index_t row : r.plan.anchor) CHECK((row == 0 || row % 3 != 1));
  }
}

TEST_CASE("equal rows and zero rows: exact counts, distinct rows, the lowest where scores decide") {
  for (const float value : {0.0f, 0.625f})
    everywhere([value](const method& m, const host& base, index_t k) {
      host from = base;
      for (std::vector<float>* x : {&from.tokens, &from.metric, &from.aligned, &from.text, &from.attention, &from.scores, &from.queries, &from.keys}) std::fill(x->begin(), x->end(), value);
      const vtc::inputs in = from.inputs();
      const result r = run(m, in, asked(m, k));
      if (m.counts == vtc::counting::exact) REQUIRE(r.outcome == status::ok);
      if (r.outcome != status::ok) return;
      if (m.takes_budget && m.counts == vtc::counting::exact) CHECK(r.plan.slots() == k);
      CHECK(std::adjacent_find(r.plan.anchor.begin(), r.plan.anchor.end()) == r.plan.anchor.end());
      // Where the place counts as well, equal scores do not mean the lowest rows; which ones they mean stands in the file of the planner.
      const std::set<std::string> by_place{"random", "uniform", "hiprune", "holov", "hired", "globalcom2", "vispruner", "ats"};
      if (!m.selects || by_place.count(m.name) != 0) return;
      const row_roles roles = roles_of(in.where);
      std::vector<index_t> wanted(roles.kept.begin(), roles.kept.end());
      wanted.insert(wanted.end(), roles.candidates.begin(), roles.candidates.begin() + (k - static_cast<index_t>(roles.kept.size())));
      std::sort(wanted.begin(), wanted.end());
      CHECK(r.plan.anchor == wanted);
    });
}

// ---- what is refused, and by which name

TEST_CASE("an input that is not given is named, and nothing is written") {
  for (const method& m : methods()) {
    INFO(m.name);
    const host from(vtc::layout_builder<1>{}.grid(4, 4), 51);
    const std::pair<vtc::input, status> inputs[] = {
        {vtc::input::metric, status::needs_metric},   {vtc::input::aligned, status::needs_aligned}, {vtc::input::text, status::needs_text},
        {vtc::input::scores, status::needs_scores},   {vtc::input::attention, status::needs_attention},
        {vtc::input::projections, status::needs_projections}, {vtc::input::geometry, status::needs_geometry}};
    for (const auto& [which, wanted] : inputs) {
      vtc::inputs in = from.inputs();
      if (which == vtc::input::metric) in.metric = {};
      if (which == vtc::input::aligned) in.aligned = {};
      if (which == vtc::input::text) in.text = {};
      if (which == vtc::input::scores) in.scores = nullptr;
      if (which == vtc::input::attention) in.attention = {};
      if (which == vtc::input::projections || which == vtc::input::attention) in.projections = {};
      if (which == vtc::input::geometry) in.where = vtc::layout{16, nullptr, 0, nullptr, nullptr};
      const bool any = which == vtc::input::attention && vtc::covers(m.needs_any, which);
      const status expected = any ? status::needs_projections : vtc::covers(m.needs, which)                             ? wanted
                              : which == vtc::input::attention && vtc::covers(m.needs, vtc::input::projections) ? status::needs_projections
                                                                                                                : status::ok;
      CHECK(run(m, in, asked(m, 4)).outcome == expected);
    }
    vtc::inputs in = from.inputs();
    in.tokens = {};
    vtc::workspace memory;
    vtc::plan_storage plan;
    std::vector<float> out(1024, -77.0f);
    CHECK(m.compress(in, asked(m, 4), memory, plan, vtc::view(out.data(), 16, 44)) == status::needs_tokens);
    CHECK(m.make_plan(in, asked(m, 4), memory, plan) == (vtc::covers(m.needs, vtc::input::tokens) ? status::needs_tokens : status::ok));
    CHECK(std::count(out.begin(), out.end(), -77.0f) == 1024);
  }
}

TEST_CASE("inputs that do not fit each other are refused by name, and the plan of before stays") {
  for (const method& m : methods()) {
    INFO(m.name);
    const host from(vtc::layout_builder<1>{}.grid(4, 4), 52);
    vtc::workspace memory;
    vtc::plan_storage plan;
    REQUIRE(m.make_plan(from.inputs(), asked(m, 4), memory, plan) == status::ok);
    const expect::plan_copy before(plan.view());
    const auto refuses = [&](status wanted, const std::function<void(vtc::inputs&)>& change) {
      vtc::inputs in = from.inputs();
      change(in);
      CHECK(std::string(vtc::name(m.make_plan(in, asked(m, 4), memory, plan))) == vtc::name(wanted));
      CHECK(expect::difference(plan.view(), before) == "");
    };
    refuses(status::bad_shape, [](vtc::inputs& in) { in.where.count = 0; });
    refuses(status::bad_shape, [](vtc::inputs& in) { in.where.count = -3; });
    refuses(status::grid_mismatch, [](vtc::inputs& in) { in.where.count = 15; });
    refuses(status::grid_mismatch, [](vtc::inputs& in) { in.where.region_count = -1; });
    refuses(status::shapes_differ, [](vtc::inputs& in) { in.where.count = 17; });
    for (vtc::rows vtc::inputs::* x : {&vtc::inputs::tokens, &vtc::inputs::metric, &vtc::inputs::aligned}) {
      refuses(status::shapes_differ, [&](vtc::inputs& in) { (in.*x).count = 15; });
      refuses(status::bad_shape, [&](vtc::inputs& in) { (in.*x).width = 0; });
      refuses(status::bad_shape, [&](vtc::inputs& in) { (in.*x).count = -16; });
      refuses(status::bad_shape, [&](vtc::inputs& in) { (in.*x).stride = 3; });
      refuses(status::bad_shape, [&](vtc::inputs& in) { (in.*x).stride = PTRDIFF_MAX / 4; });
      refuses(status::unknown_element, [&](vtc::inputs& in) { (in.*x).type = static_cast<vtc::element>(17); });
      refuses(status::unknown_element, [&](vtc::inputs& in) { (in.*x).type = vtc::element::i32; });
    }
    refuses(status::shapes_differ, [](vtc::inputs& in) { in.attention.keys = 15; });
    refuses(status::bad_shape, [](vtc::inputs& in) { in.attention.heads = 0; });
    refuses(status::bad_shape, [](vtc::inputs& in) { in.attention.queries = -1; });
    refuses(status::bad_index, [](vtc::inputs& in) { in.attention.class_row = 16; });
    refuses(status::bad_index, [](vtc::inputs& in) { in.attention.class_row = -2; });
    refuses(status::unknown_element, [](vtc::inputs& in) { in.attention.type = vtc::element::i8; });
    if (vtc::covers(m.needs, vtc::input::text)) {
      refuses(status::shapes_differ, [](vtc::inputs& in) { --in.text.width; });
      refuses(status::bad_shape, [](vtc::inputs& in) { in.text.count = -1; });
      refuses(status::unknown_element, [](vtc::inputs& in) { in.text.type = vtc::element::i32; });
    }
  }
}

TEST_CASE("budgets that make no sense, or not for this method, are refused by name") {
  for (const method& m : methods()) {
    INFO(m.name);
    host from(vtc::layout_builder<1>{}.grid(4, 4), 53);
    const auto outcome = [&](const vtc::budget& want) {
      vtc::bounds known{};
      const status s = run(m, from.inputs(), want).outcome;
      CHECK(std::string(vtc::name(m.slots(from.where(), want, known))) == vtc::name(s));  // slots() refuses what make_plan refuses
      return s;
    };
    CHECK(outcome(vtc::keep(0)) == status::keep_is_zero);
    CHECK(outcome(vtc::keep(-1)) == status::keep_is_zero);
    CHECK(outcome(vtc::keep_ratio(0, 4)) == status::keep_is_zero);
    CHECK(outcome(vtc::keep_ratio(1, 0)) == status::bad_shape);
    CHECK(outcome(vtc::keep(3).at_least(5).at_most(4)) == status::bad_shape);
    CHECK(outcome(vtc::keep(3).multiple_of(0)) == status::bad_shape);
    if (!m.takes_budget) CHECK(outcome(vtc::keep(4)) == status::budget_unsupported);
    const status mass = outcome(vtc::keep_mass(0.5f).at_least(4)), outliers = outcome(vtc::keep_outliers().at_least(4));
    const status follows = m.reads_scores ? status::ok : status::budget_unsupported;
    CHECK(mass == follows);
    CHECK(outliers == follows);
    const bool decides = m.name.substr(0, 10) == "block_pool" || is_shuffle(m) || m.name == "trim" || m.name == "dbdpc" || m.name == "pact" || m.name == "prumerge" || m.name == "prumerge_plus";
    if (!decides || is_shuffle(m)) CHECK(outcome(vtc::budget{}.at_most(5)) == status::budget_unsupported);  // nothing to clamp
    CHECK(outcome(vtc::budget{}) == (decides ? status::ok : status::needs_budget));
  }
}

TEST_CASE("a count below the protected rows is refused; one that is just enough keeps them alone") {
  for (const method& m : methods()) {
    if (is_shuffle(m)) continue;
    INFO(m.name);
    host from(vtc::layout_builder<1>{}.extra(3).grid(4, 4), 54);
    CHECK(run(m, from.inputs(), vtc::keep(2)).outcome == status::keep_below_protected);
    const result r = run(m, from.inputs(), vtc::keep(3));
    REQUIRE(r.outcome == status::ok);
    CHECK(r.plan.anchor == std::vector<index_t>{0, 1, 2});
    CHECK((r.plan.notes & vtc::note::identity) == 0);  // sixteen rows are gone
    if (m.reads_scores) CHECK(run(m, from.inputs(), vtc::keep_mass(0.9f).at_most(2)).outcome == status::keep_below_protected);
    from.protect.assign(19, 1);
    CHECK(run(m, from.inputs(), vtc::keep(18)).outcome == status::keep_below_protected);
    CHECK(run(m, from.inputs(), vtc::keep(19)).plan.slots() == 19);
    from.valid.assign(19, 0);
    CHECK(run(m, from.inputs(), vtc::keep(4)).outcome == status::no_valid_row);
  }
}

TEST_CASE("compress writes nothing where the output is too small or of no use") {
  for (const method& m : methods()) {
    INFO(m.name);
    const host from(vtc::layout_builder<1>{}.grid(4, 4), 55);
    vtc::workspace memory;
    vtc::plan_storage plan;
    std::vector<float> out(1024, -77.0f);
    const index_t width = is_shuffle(m) ? 44 : 11;
    CHECK(m.compress(from.inputs(), asked(m, 4), memory, plan, vtc::view(out.data(), 3, width)) == status::output_too_small);
    CHECK(m.compress(from.inputs(), asked(m, 4), memory, plan, vtc::view(out.data(), 4, width - 1)) == status::output_too_small);
    CHECK(m.compress(from.inputs(), asked(m, 4), memory, plan, vtc::view(static_cast<float*>(nullptr), 4, width)) == status::null_rows);
    CHECK(std::count(out.begin(), out.end(), -77.0f) == 1024);
    CHECK(m.compress(from.inputs(), asked(m, 4), memory, plan, vtc::view(out.data(), 4, width)) == status::ok);
    CHECK(std::count(out.begin(), out.end(), -77.0f) == 1024 - 4 * width);
  }
}

TEST_CASE("a plan and a workspace are reused by different methods, sizes and budgets without a trace") {
  vtc::workspace memory;
  vtc::plan_storage plan;
  everywhere([&](const method& m, const host& from, index_t k) {
    const result fresh = run(m, from.inputs(), asked(m, k));
    const expect::plan_copy before = plan.view().slot_begin != nullptr ? expect::plan_copy(plan.view()) : expect::plan_copy();
    REQUIRE(m.make_plan(from.inputs(), asked(m, k), memory, plan) == fresh.outcome);
    if (fresh.outcome == status::ok) CHECK(expect::difference(plan.view(), fresh.plan) == "");
    else if (before.source_count > 0) CHECK(expect::difference(plan.view(), before) == "");  // found before anything was touched
  });
}
