#include "vtc/inputs.hpp"

#include <cstring>
#include <set>
#include <string>

#include "catch.hpp"

using vtc::input;
using vtc::status;

TEST_CASE("sets of inputs") {
  static_assert(vtc::covers(input::tokens | input::metric, input::metric));
  static_assert(!vtc::covers(input::tokens, input::tokens | input::metric));
  static_assert(vtc::covers(input::tokens, input::nothing));
  static_assert(vtc::without(input::tokens | input::metric, input::metric) == input::tokens);
  SUCCEED();
}

TEST_CASE("give remembers in its type what it was given, and a layout always tells the geometry") {
  const float x[4] = {};
  const auto where = vtc::layout_builder<1>{}.grid(2, 2);
  const auto some = vtc::give(where, vtc::tokens(vtc::view(x, 4, 1)), vtc::scores(x), vtc::sizes(x));
  static_assert(std::is_same_v<decltype(some), const vtc::given<input::geometry | input::tokens | input::scores | input::sizes>>);
  CHECK((some.tokens.data == x && some.scores == x && some.sizes == x && some.where.count == 4));
  CHECK((some.metric.empty() && some.attention.data == nullptr));
  static_assert(std::is_same_v<decltype(vtc::give(where)), vtc::given<input::geometry>>);
}

TEST_CASE("the first input that is missing, in the order of the list") {
  const float x[4] = {};
  vtc::inputs in{};
  const input all = input::tokens | input::metric | input::aligned | input::text | input::reference | input::attention | input::projections | input::scores |
                    input::sizes | input::geometry;
  const auto missing = [&] { return vtc::first_missing(in, all); };
  CHECK(vtc::first_missing(in, input::nothing) == status::ok);
  CHECK(missing() == status::needs_tokens);
  in.tokens = vtc::view(x, 4, 1);
  CHECK(missing() == status::needs_metric);
  in.metric = in.tokens;
  CHECK(missing() == status::needs_aligned);
  in.aligned = in.tokens;
  CHECK(missing() == status::needs_text);
  in.text = in.tokens;
  CHECK(missing() == status::needs_reference);
  in.reference = in.tokens;
  CHECK(missing() == status::needs_attention);
  in.attention.data = x;
  CHECK(missing() == status::needs_projections);
  in.projections.keys = in.tokens;
  CHECK(missing() == status::needs_projections);  // queries as well
  in.projections.queries = in.tokens;
  CHECK(missing() == status::needs_scores);
  in.scores = x;
  CHECK(missing() == status::needs_sizes);
  in.sizes = x;
  CHECK(missing() == status::needs_geometry);
  const vtc::region p{};
  in.where.regions = &p;
  in.where.region_count = 1;
  CHECK(missing() == status::ok);
}

TEST_CASE("one of two inputs is enough where a method says so") {
  const float x[4] = {};
  const input any = input::attention | input::projections;
  vtc::inputs in{};
  CHECK(vtc::first_missing(in, input::nothing, any) == status::needs_projections);
  in.attention.data = x;
  CHECK(vtc::first_missing(in, input::nothing, any) == status::ok);
  in.attention.data = nullptr;
  in.projections.queries = in.projections.keys = vtc::view(x, 4, 1);
  CHECK(vtc::first_missing(in, input::nothing, any) == status::ok);
}

TEST_CASE("every status has a name of its own and a sentence of its own") {
  std::set<std::string> names, sentences;
  const int last = static_cast<int>(status::bad_plan);
  for (int i = 0; i <= last; ++i) {
    names.insert(vtc::name(static_cast<status>(i)));
    sentences.insert(vtc::message(static_cast<status>(i)));
  }
  CHECK(static_cast<int>(names.size()) == last + 1);
  CHECK(static_cast<int>(sentences.size()) == last + 1);
  CHECK(std::strcmp(vtc::name(status::needs_metric), "needs_metric") == 0);
  CHECK(std::strcmp(vtc::name(status::budget_unsupported), "budget_unsupported") == 0);
  CHECK(std::strcmp(vtc::name(static_cast<status>(200)), "unknown") == 0);
  CHECK(std::strcmp(vtc::message(static_cast<status>(200)), "unknown status") == 0);
}
