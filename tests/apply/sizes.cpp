#include "vtc/apply/sizes.hpp"

#include <cmath>
#include <vector>

#include "catch.hpp"
#include "input/hand_plan.hpp"
#include "vtc/apply/apply.hpp"

using input::hand_plan;
using vtc::index_t;
using vtc::reduction;
using vtc::status;

namespace {

std::vector<float> sizes_of(const hand_plan& plan, const float* in) {
  std::vector<float> out(plan.anchor.size() + 1, -1.0f);
  REQUIRE(vtc::sizes(plan.view(), in, out.data()) == status::ok);
  CHECK(out.back() == -1.0f);
  out.pop_back();
  return out;
}

double sum(const std::vector<float>& v) {
  double s = 0;
  for (float x : v) s += static_cast<double>(x);
  return s;
}

}  // namespace

TEST_CASE("BL-066 merged rows keep their weight") {
  // Values 1 and 3 become 2, of size 2; with 8, of size 1, that becomes 4 and not 5.
  const float x[] = {1, 3, 8};
  hand_plan first(3, reduction::linear), second(2, reduction::linear);
  first.slot(0, {0, 1}, {0.5f, 0.5f}).slot(2, {2}, {1.0f});
  const std::vector<float> once = sizes_of(first, nullptr);
  CHECK(once == std::vector<float>{2, 1});
  float merged[2], all = 0;
  REQUIRE(vtc::apply(first.view(), vtc::view(x, 3, 1), vtc::view(merged, 2, 1)) == status::ok);
  second.slot(0, {0, 1}, {once[0] / 3, once[1] / 3});
  REQUIRE(vtc::apply(second.view(), vtc::view(static_cast<const float*>(merged), 2, 1), vtc::view(&all, 1, 1)) == status::ok);
  CHECK(all == Approx(4));
  CHECK(sizes_of(second, once.data()) == std::vector<float>{3});
}

TEST_CASE("BL-067 many sources into one destination") {
  const float x[] = {4, 8, 16, 7, 20, 9};
  hand_plan plan(6, reduction::mean), other(6, reduction::mean);
  plan.slot(1, {0, 1, 2, 4}).pick(3).pick(5);
  other.slot(1, {4, 2, 0, 1}).pick(3).pick(5);
  CHECK(sizes_of(plan, nullptr) == std::vector<float>{4, 1, 1});
  float a[3], b[3];
  REQUIRE(vtc::apply(plan.view(), vtc::view(x, 6, 1), vtc::view(a, 3, 1)) == status::ok);
  REQUIRE(vtc::apply(other.view(), vtc::view(x, 6, 1), vtc::view(b, 3, 1)) == status::ok);
  CHECK((a[0] == 12 && a[1] == 7 && a[2] == 9));
  CHECK((b[0] == a[0] && b[1] == a[1] && b[2] == a[2]));
}

TEST_CASE("a source that several slots share gives each its part, a dropped one gives nothing") {
  hand_plan plan(5, reduction::linear);
  plan.slot(0, {0, 1}, {1, 1}).slot(1, {1, 2}, {1, 1}).slot(2, {2, 1, 2}, {1, 1, 1});  // 1 in three slots, 2 in two (twice in the last)
  const float given[] = {1, 3, 4, 100, 100};
  CHECK(sizes_of(plan, given) == std::vector<float>{2, 3, 3});
  hand_plan holes(3, reduction::concatenate);
  holes.slot(0, {0, vtc::none}).slot(1, {1, 2});
  CHECK(sizes_of(holes, nullptr) == std::vector<float>{1, 2});
}

TEST_CASE("sizes add up to the sizes of the sources that are used, for any overlap and any number of rows") {
  input::generator g(31);
  for (index_t sources : {1, 10, 2047, 2049, 7000})
    for (bool shared : {false, true}) {
      hand_plan plan(sources, reduction::linear);
      std::vector<float> in;
      std::vector<index_t> slots_of(static_cast<std::size_t>(sources), 0);
      std::vector<std::vector<index_t>> slots(static_cast<std::size_t>((sources + 3) / 4));
      for (index_t r = 0; r < sources; ++r) {
        in.push_back(static_cast<float>(1 + g.below(5)));
        if (g.below(5) == 0) continue;  // dropped
        const auto at = static_cast<std::size_t>(g.below(static_cast<int>(slots.size()))), next = (at + 1) % slots.size();
        slots[at].push_back(r);
        ++slots_of[static_cast<std::size_t>(r)];
        if (!shared || next == at || g.below(2) == 0) continue;
        slots[next].push_back(r);
        ++slots_of[static_cast<std::size_t>(r)];
      }
      for (std::size_t s = 0; s < slots.size(); ++s) plan.slot(static_cast<index_t>(4 * s), slots[s]);
      double used = 0;
      std::vector<double> exact(slots.size(), 0.0);
      for (std::size_t s = 0; s < slots.size(); ++s)
        for (index_t r : slots[s]) exact[s] += static_cast<double>(in[static_cast<std::size_t>(r)]) / slots_of[static_cast<std::size_t>(r)];
      for (double v : exact) used += v;
      const std::vector<float> out = sizes_of(plan, in.data());
      CHECK(sum(out) == Approx(used));
      for (std::size_t s = 0; s < slots.size(); ++s) CHECK(static_cast<double>(out[s]) == Approx(exact[s]).margin(1e-9));
    }
}

TEST_CASE("sizes refuse what they cannot do") {
  hand_plan plan(3, reduction::mean);
  plan.slot(0, {0, 1}).pick(2);
  float memory[4] = {5, 5, 5, 5};
  CHECK(vtc::sizes(plan.view(), nullptr, nullptr) == status::null_rows);
  CHECK(vtc::sizes(plan.view(), memory, memory + 2) == status::output_overlaps);
  plan.source[0] = 3;
  CHECK(vtc::sizes(plan.view(), nullptr, memory) == status::bad_plan);
  CHECK(memory[0] == 5);
}
