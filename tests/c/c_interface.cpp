// The C interface against the C++ one: the same plans and rows for every method, in the caller's memory, and every fault by its number.
#include "vtc/c/vtc.h"

#include <cstring>
#include <string>
#include <vector>

#include "catch.hpp"
#include "expect/allocations.hpp"
#include "expect/same_plan.hpp"
#include "input/host.hpp"
#include "input/methods.hpp"
#include "input/threads.hpp"

extern "C" int host_c99_run(void);
extern "C" int host_cxx11_run(void);

using vtc::index_t;
using vtc::status;

namespace {

vtc_rows c_rows(const vtc::rows& x) {
  return vtc_rows{x.data,           x.count, x.width, static_cast<std::int32_t>(x.type), x.stride, x.quant.scale, x.quant.zero_point,
                  x.quant.row_scale};
}

// A host's inputs as C structs; `regions` must outlive them.
struct c_host {
  std::vector<vtc_region> regions;
  vtc_inputs in{};

  explicit c_host(const vtc::inputs& from) {
    for (index_t g = 0; g < from.where.region_count; ++g) {
      const vtc::region& p = from.where.regions[g];
      regions.push_back({p.begin, p.frames, p.height, p.width, p.row_pitch, p.frame_pitch, p.block});
    }
    in.where = vtc_layout{from.where.count, regions.empty() ? nullptr : regions.data(), from.where.region_count, from.where.protect,
                          from.where.valid};
    in.tokens = c_rows(from.tokens);
    in.metric = c_rows(from.metric);
    in.aligned = c_rows(from.aligned);
    in.text = c_rows(from.text);
    const vtc::attention_weights& a = from.attention;
    in.attention =
        vtc_attention{a.data, static_cast<std::int32_t>(a.type), a.heads, a.queries, a.keys, a.head_stride, a.query_stride, a.class_row};
    in.projections =
        vtc_projections{c_rows(from.projections.queries), c_rows(from.projections.keys), from.projections.heads, from.projections.scale, from.projections.class_row};
    in.scores = from.scores;
    in.sizes = from.sizes;
  }
};

// Scratch at a multiple of 64 and a table, exactly as large as asked for.
struct c_memory {
  std::vector<unsigned char> bytes;
  std::vector<std::int32_t> table;
  vtc_memory view{};

  c_memory(std::size_t scratch_bytes, std::int32_t slots, std::int32_t entries)
      : bytes(scratch_bytes + 64), table(vtc_table_bytes(slots, entries) / 4) {
    const std::size_t skip = (64 - reinterpret_cast<std::uintptr_t>(bytes.data()) % 64) % 64;
    view.scratch = bytes.data() + skip;
    view.scratch_bytes = scratch_bytes;
    view.table = table.data();
    view.table_slots = slots;
    view.table_entries = entries;
  }
};

expect::plan_copy copy_of(const vtc_plan& p) {
  const vtc::plan_view view{p.source_count, p.slot_count,
                            p.entry_count,  p.slot_begin,
                            p.source,       p.weight,
                            p.anchor,       static_cast<vtc::reduction>(p.reduction),
                            p.appended,     {p.frames, p.height, p.width},
                            p.notes};
  return expect::plan_copy(view);
}

vtc_method parsed(const std::string& text) {
  vtc_method m;
  REQUIRE(vtc_method_parse(text.c_str(), &m) == VTC_OK);
  return m;
}

const input::host& classic() {
  static const input::host h(vtc::layout_builder<2>{}.extra(1).grid(6, 6), 11);
  return h;
}

}  // namespace

TEST_CASE("(g) a host in C99 and one in C++11, in static memory") {
  CHECK(host_c99_run() == 0);
  CHECK(host_cxx11_run() == 0);
}

TEST_CASE("every method gives through C what it gives in C++, in exactly the memory it asks for, without an allocation") {
  const auto padded = [] {
    input::host h(vtc::layout_builder<2>{}.grid(4, 6).grid(2, 4), 12);
    h.valid.assign(32, 1);
    h.valid[5] = 0;
    h.protect.assign(32, 0);
    h.protect[9] = 1;
    return h;
  }();
  const input::host plain(vtc::layout_builder<1>{}.grid(4, 8), 13);
  for (const input::host* from : {&classic(), &padded, &plain})
    for (index_t place = 0; place < vtc::method_count; ++place)
      for (const vtc_budget& c_budget : {vtc_keep(14), vtc_keep_ratio(1, 2), vtc_method_decides()}) {
        vtc_about about;
        REQUIRE(vtc_describe_method(place, &about) == VTC_OK);
        INFO(about.name << " with rule " << c_budget.rule);
        const vtc_method method = parsed(about.name);
        const vtc::inputs in = from->inputs();
        const c_host host(in);
        const vtc::budget want = c_budget.rule == VTC_BY_COUNT   ? vtc::keep(14)
                                 : c_budget.rule == VTC_BY_RATIO ? vtc::keep_ratio(1, 2)
                                                                 : vtc::budget{};

        vtc::workspace memory;
        vtc::plan_storage plan;
        status outcome = status::ok;
        vtc::bounds bounds{};
        status known = status::ok;
        vtc::with_method(place, [&](const auto& policy) {
          outcome = vtc::make_plan(policy, in, want, memory, plan);
          known = vtc::slots(policy, in.where, want, bounds);
        });
        std::int32_t least = 0, most = 0;
        CHECK(vtc_slots(&method, &host.in.where, &c_budget, &least, &most) == static_cast<int>(known));
        if (known == status::ok) CHECK((least == bounds.least && most == bounds.most));

        const std::size_t bytes = vtc_scratch_bytes(&method, &host.in, &c_budget, 1);
        const std::int32_t room = 4 * in.where.count;
        c_memory m(bytes, room, 34 * in.where.count);  // prumerge: 33 entries a slot
        vtc_plan made{};
        std::int32_t s = -1;
        CHECK(expect::allocations_of([&] { s = vtc_make_plan(&method, &host.in, &c_budget, &m.view, &made); }) == 0);
        REQUIRE(s == static_cast<int>(outcome));
        if (outcome != status::ok) continue;
        CHECK(expect::difference(copy_of(made), expect::plan_copy(plan.view())) == "");
        CHECK(vtc_check_plan(&made) == VTC_OK);

        const std::int32_t width =
            made.reduction == VTC_CONCATENATE ? in.tokens.width * (made.entry_count / made.slot_count) : in.tokens.width;
        const auto values = static_cast<std::size_t>(width) * static_cast<std::size_t>(made.slot_count);
        std::vector<float> ours(values, -7.0f), theirs(values, -7.0f);
        vtc_output out{ours.data(), made.slot_count, width, VTC_F32, 0, 0, 0, nullptr};
        REQUIRE(vtc_apply(&made, &host.in.tokens, &out) == VTC_OK);
        REQUIRE(vtc::apply(plan, in.tokens, vtc::view(theirs.data(), made.slot_count, width)) == status::ok);
        CHECK(std::memcmp(ours.data(), theirs.data(), values * sizeof(float)) == 0);

        if (bytes > 0) {
          c_memory less(bytes - 1, room, room);
          CHECK(vtc_make_plan(&method, &host.in, &c_budget, &less.view, &made) == VTC_OUT_OF_MEMORY);
        }
        m.view.table_slots = 1;
        CHECK(vtc_make_plan(&method, &host.in, &c_budget, &m.view, &made) == VTC_OUT_OF_MEMORY);
        m.view.table = nullptr;
        CHECK(vtc_make_plan(&method, &host.in, &c_budget, &m.view, &made) == VTC_OUT_OF_MEMORY);
      }
}

TEST_CASE("options in text are those of the tool; names, values and ranges that are none are named") {
  vtc_method m;
  CHECK(vtc_method_parse("visionzip:contextual=5,normalise=true", &m) == VTC_OK);
  CHECK(vtc_method_parse("tome:remove=3+2+1,threshold=0.25", &m) == VTC_OK);
  CHECK(vtc_method_parse("adaptive_pool:output=3x2,mode=bilinear", &m) == VTC_OK);
  CHECK(vtc_method_parse("random:seed=2147483647", &m) == VTC_OK);
  CHECK(vtc_method_parse("tome:threshold=-2.5e-1", &m) == VTC_OK);
  const vtc_method before = m;
  for (const char* text : {"tome2", "", "tom", ":seed=1", "Tome"}) {
    INFO(text);
    CHECK(vtc_method_parse(text, &m) == VTC_UNKNOWN_METHOD);
  }
  for (const char* text : {"tome:", "tome:remov=3", "tome:remove=3,", "tome:remove", "random:seed=1,x=2"}) {
    INFO(text);
    CHECK(vtc_method_parse(text, &m) == VTC_UNKNOWN_OPTION);
  }
  for (const char* text :
       {"random:seed=-1", "random:seed=2147483648", "random:seed=1.5", "random:seed=", "random:seed= 1", "random:seed=99999999999999999999",
        "tome:threshold=2000", "tome:threshold=nan", "tome:threshold=.", "tome:threshold=1e", "tome:threshold=0.1.2", "tome:remove=3+",
        "tome:remove=+3", "adaptive_pool:output=3", "adaptive_pool:output=0x2", "adaptive_pool:output=2x", "adaptive_pool:mode=middle",
        "visionzip:normalise=yes", "tome:remove=1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1"}) {
    INFO(text);
    CHECK(vtc_method_parse(text, &m) == VTC_OPTION_OUT_OF_RANGE);
  }
  CHECK(std::memcmp(&m, &before, sizeof m) == 0);  // a text that is refused changes nothing
  CHECK(vtc_method_set(&m, "threshold", "0.5") == VTC_OK);
  CHECK(vtc_method_set(&m, "treshold", "0.5") == VTC_UNKNOWN_OPTION);
  CHECK(vtc_method_set(&m, "threshold", "5") == VTC_OPTION_OUT_OF_RANGE);
  const vtc_rows none{};
  CHECK(vtc_method_set_tensor(&m, "weights", &none) == VTC_UNKNOWN_TENSOR);

  // An option that was set is an option that works.
  const c_host host(classic().inputs());
  const vtc_budget budget = vtc_keep(8);
  c_memory memory(1 << 20, 37, 37);
  vtc_plan a{}, b{};
  const vtc_method first = parsed("random:seed=1"), second = parsed("random:seed=2");
  REQUIRE(vtc_make_plan(&first, &host.in, &budget, &memory.view, &a) == VTC_OK);
  const expect::plan_copy picks = copy_of(a);
  REQUIRE(vtc_make_plan(&second, &host.in, &budget, &memory.view, &b) == VTC_OK);
  CHECK(expect::difference(picks, copy_of(b)) != "");
}

TEST_CASE("methods, options and tensors are listed by name, as C++ lists them") {
  CHECK(vtc_method_count() == vtc::method_count);
  vtc_about about;
  vtc_name name;
  for (std::int32_t place = 0; place < vtc_method_count(); ++place) {
    REQUIRE(vtc_describe_method(place, &about) == VTC_OK);
    vtc::with_method(place, [&](const auto& policy) {
      using P = std::decay_t<decltype(policy)>;
      CHECK(std::string(about.name) == P::information.name);
      CHECK(about.needs == static_cast<std::uint32_t>(P::needs));
    });
    vtc_method m = parsed(about.name);
    for (std::int32_t i = 0; i < about.option_count; ++i) {
      REQUIRE(vtc_describe_option(place, i, &name) == VTC_OK);
      CHECK((std::strlen(name.name) > 0 && std::strlen(name.help) > 0));
      CHECK(vtc_method_set(&m, name.name, "no value at all") == VTC_OPTION_OUT_OF_RANGE);
    }
    CHECK(vtc_describe_option(place, about.option_count, &name) == VTC_UNKNOWN_OPTION);
    const vtc_rows none{};
    for (std::int32_t i = 0; i < about.tensor_count; ++i) {
      REQUIRE(vtc_describe_tensor(place, i, &name) == VTC_OK);
      CHECK(vtc_method_set_tensor(&m, name.name, &none) == VTC_OK);
    }
    CHECK(vtc_describe_tensor(place, about.tensor_count, &name) == VTC_UNKNOWN_TENSOR);
  }
  CHECK(vtc_describe_method(-1, &about) == VTC_UNKNOWN_METHOD);
  CHECK(vtc_describe_method(vtc_method_count(), &about) == VTC_UNKNOWN_METHOD);
}

TEST_CASE("sizes, restore, positions, regions and threads through C") {
  const vtc::inputs in = classic().inputs();
  const c_host host(in);
  const vtc_method tome = parsed("tome");
  const vtc_budget budget = vtc_keep(20);
  const vtc::executor threads = input::threads(3);
  c_memory memory(vtc_scratch_bytes(&tome, &host.in, &budget, 3), 37, 37);
  memory.view.pool = threads.context;
  memory.view.lanes = threads.lanes;
  memory.view.run = threads.run;
  vtc_plan plan{};
  REQUIRE(vtc_make_plan(&tome, &host.in, &budget, &memory.view, &plan) == VTC_OK);

  std::vector<float> sizes(20);
  REQUIRE(vtc_sizes(&plan, nullptr, sizes.data()) == VTC_OK);
  float sum = 0;
  for (const float s : sizes) sum += s;
  CHECK(sum == 37);
  std::vector<float> rows(20 * 11), back(37 * 11);
  const vtc_output out{rows.data(), 20, 11, VTC_F32, 0, 0, 0, nullptr}, all{back.data(), 37, 11, VTC_F32, 0, 0, 0, nullptr};
  REQUIRE(vtc_apply(&plan, &host.in.tokens, &out) == VTC_OK);
  const vtc_rows compressed{rows.data(), 20, 11, VTC_F32, 0, 0, 0, nullptr};
  REQUIRE(vtc_restore(&plan, &compressed, &all) == VTC_OK);
  CHECK(std::memcmp(back.data(), in.tokens.data, 11 * sizeof(float)) == 0);  // the class row
  std::vector<float> half(20 * 11, -7);
  const vtc_output part{half.data(), 20, 11, VTC_F32, 0, 0, 0, nullptr};
  REQUIRE(vtc_apply_slots(&plan, &host.in.tokens, &part, plan.reduction, 5, 9) == VTC_OK);
  CHECK(half[4 * 11] == -7);
  CHECK(std::memcmp(&half[5 * 11], &rows[5 * 11], 4 * 11 * sizeof(float)) == 0);
  CHECK(half[9 * 11] == -7);
  std::int32_t count = 0;
  REQUIRE(vtc_slots_per_region(&plan, &host.in.where, &count) == VTC_OK);
  CHECK(count == 19);
  std::vector<std::int32_t> ids(20);
  std::int32_t next = 0;
  REQUIRE(vtc_positions(&plan, nullptr, 0, 1, VTC_POSITIONS_RENUMBER, 5, ids.data(), 20, &next) == VTC_OK);
  CHECK((ids[0] == 5 && ids[19] == 24 && next == 25));
}

TEST_CASE("budgets with all their clamps are those of C++") {
  const c_host host(classic().inputs());
  const vtc_method uniform = parsed("uniform"), top_k = parsed("top_k");
  const auto count = [&](const vtc_method& m, const vtc_budget& b) {
    std::int32_t least = 0, most = 0;
    const vtc_status s = vtc_slots(&m, &host.in.where, &b, &least, &most);
    return s != VTC_OK ? -s : most;
  };
  vtc_budget b = vtc_keep(20);
  const std::int32_t allowed[] = {8, 16, 32};
  b.allowed = allowed;
  b.allowed_count = 3;
  CHECK(count(uniform, b) == 16);
  b.margin = 3;
  CHECK(count(uniform, b) == 19);
  b.most = 18;
  CHECK(count(uniform, b) == 18);
  b = vtc_keep(20);
  b.multiple = 7;
  CHECK(count(uniform, b) == 14);
  b = vtc_method_decides();
  b.rule = VTC_BY_MASS;
  b.share = 0.5f;
  b.most = 12;
  CHECK(count(top_k, b) == 12);
  b.share = 0;
  CHECK(count(top_k, b) == -VTC_KEEP_IS_ZERO);
  b.rule = VTC_BY_PERPLEXITY + 1;
  CHECK(count(top_k, b) == -VTC_BAD_SHAPE);
  b = vtc_keep(4);
  b.allowed_count = 2;
  CHECK(count(uniform, b) == -VTC_BAD_SHAPE);
  b = vtc_keep(0);
  CHECK(count(uniform, b) == -VTC_KEEP_IS_ZERO);
  b = vtc_keep_ratio(1, 3);
  b.rounding = VTC_ROUND_UP;
  CHECK(count(uniform, b) == 13);  // 37 / 3
}

TEST_CASE("null pointers, unknown numbers and foreign structs are refused") {
  c_host host(classic().inputs());
  const vtc_budget budget = vtc_keep(8);
  vtc_method m = parsed("top_k");
  c_memory memory(1 << 16, 37, 37);
  vtc_plan plan{};
  std::int32_t n = 0;
  CHECK(vtc_method_parse(nullptr, &m) == VTC_NULL_ROWS);
  CHECK(vtc_method_parse("top_k", nullptr) == VTC_NULL_ROWS);
  CHECK(vtc_method_set(nullptr, "a", "b") == VTC_NULL_ROWS);
  CHECK(vtc_method_set(&m, nullptr, "b") == VTC_NULL_ROWS);
  CHECK(vtc_make_plan(nullptr, &host.in, &budget, &memory.view, &plan) == VTC_NULL_ROWS);
  CHECK(vtc_make_plan(&m, nullptr, &budget, &memory.view, &plan) == VTC_NULL_ROWS);
  CHECK(vtc_make_plan(&m, &host.in, nullptr, &memory.view, &plan) == VTC_NULL_ROWS);
  CHECK(vtc_make_plan(&m, &host.in, &budget, nullptr, &plan) == VTC_NULL_ROWS);
  CHECK(vtc_make_plan(&m, &host.in, &budget, &memory.view, nullptr) == VTC_NULL_ROWS);
  CHECK(vtc_slots(&m, nullptr, &budget, &n, &n) == VTC_NULL_ROWS);
  CHECK(vtc_scratch_bytes(nullptr, &host.in, &budget, 1) == 0);
  CHECK(vtc_apply(nullptr, &host.in.tokens, nullptr) == VTC_NULL_ROWS);
  CHECK(vtc_restore(nullptr, nullptr, nullptr) == VTC_NULL_ROWS);
  CHECK(vtc_sizes(nullptr, nullptr, nullptr) == VTC_NULL_ROWS);
  CHECK(vtc_describe_method(0, nullptr) == VTC_NULL_ROWS);
  CHECK(vtc_table_bytes(-1, 4) == 0);

  vtc_method foreign{};
  CHECK(vtc_make_plan(&foreign, &host.in, &budget, &memory.view, &plan) == VTC_UNKNOWN_METHOD);
  foreign = m;
  foreign.place = vtc_method_count();
  CHECK(vtc_make_plan(&foreign, &host.in, &budget, &memory.view, &plan) == VTC_UNKNOWN_METHOD);
  host.in.tokens.element = 77;
  const vtc_method divprune = parsed("divprune");
  CHECK(vtc_make_plan(&divprune, &host.in, &budget, &memory.view, &plan) == VTC_UNKNOWN_ELEMENT);
  host.in.tokens.element = -1;
  CHECK(vtc_make_plan(&divprune, &host.in, &budget, &memory.view, &plan) == VTC_UNKNOWN_ELEMENT);
  host.in = c_host(classic().inputs()).in;
  host.in.where.regions = nullptr;
  CHECK(vtc_make_plan(&m, &host.in, &budget, &memory.view, &plan) == VTC_GRID_MISMATCH);
  CHECK(std::string(vtc_message(VTC_UNKNOWN_METHOD)) != vtc_message(VTC_UNKNOWN_OPTION));
  CHECK(std::string(vtc_message(12345)) == "unknown status");
  CHECK(std::string(vtc_message(VTC_BAD_PLAN)) == vtc::message(status::bad_plan));
}
