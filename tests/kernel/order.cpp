#include "vtc/kernel/order.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "catch.hpp"
#include "input/architectures.hpp"
#include "input/token_field.hpp"

using vtc::index_t;

namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();

std::vector<index_t> all_rows(std::size_t n) {
  std::vector<index_t> list(n);
  for (std::size_t i = 0; i < n; ++i) list[i] = static_cast<index_t>(i);
  return list;
}

template <class Arch>
std::vector<index_t> best(const std::vector<float>& score, index_t k, std::vector<index_t> candidate = {}) {
  if (candidate.empty()) candidate = all_rows(score.size());
  std::vector<std::uint8_t> taken(candidate.size() + 1, 7);
  vtc::kernel::select_top<Arch>(score.data(), candidate.data(), static_cast<index_t>(candidate.size()), k, taken.data());
  CHECK(taken.back() == 7);  // nothing behind the end is written
  std::vector<index_t> picked;
  for (std::size_t i = 0; i < candidate.size(); ++i) {
    if (taken[i] > 1) picked.push_back(vtc::none);
    if (taken[i] == 1) picked.push_back(candidate[i]);
  }
  return picked;
}

template <class Arch>
std::vector<index_t> sorted(const std::vector<float>& score, std::vector<index_t> list) {
  std::vector<index_t> index(list.size());
  std::vector<std::uint32_t> key(2 * list.size());
  vtc::kernel::sort_descending<Arch>(score.data(), list.data(), static_cast<index_t>(list.size()), index.data(), key.data());
  return list;
}

// Higher first, equal scores by place, NaN below everything: by comparing floats.
std::vector<index_t> sorted_by_comparison(const std::vector<float>& score, std::vector<index_t> list) {
  const auto before = [&](index_t a, index_t b) {
    const float x = score[static_cast<std::size_t>(a)], y = score[static_cast<std::size_t>(b)];
    if (std::isnan(x) || std::isnan(y)) return !std::isnan(x) && std::isnan(y);
    return x > y;
  };
  std::stable_sort(list.begin(), list.end(), before);
  return list;
}

std::vector<index_t> best_by_comparison(const std::vector<float>& score, std::size_t k, const std::vector<index_t>& candidate) {
  std::vector<index_t> place = all_rows(candidate.size());
  std::vector<float> here;
  for (index_t r : candidate) here.push_back(score[static_cast<std::size_t>(r)]);
  place = sorted_by_comparison(here, place);
  place.resize(std::min(k, place.size()));
  std::sort(place.begin(), place.end());
  std::vector<index_t> picked;
  for (index_t i : place) picked.push_back(candidate[static_cast<std::size_t>(i)]);
  return picked;
}

// Scores as methods make them: spread, concentrated, few values, many equal, signed with infinities and NaN.
std::vector<float> scores_of_kind(int kind, int n, input::generator& g) {
  std::vector<float> s;
  for (int i = 0; i < n; ++i) {
    if (kind == 0) s.push_back(static_cast<float>(g.next()) / 4294967296.0f);
    else if (kind == 1) s.push_back(1.0f / static_cast<float>(1 + g.below(1000000)));
    else if (kind == 2) s.push_back(static_cast<float>(g.below(7)) - 3.0f);
    else if (kind == 3) s.push_back(g.below(50) == 0 ? 2.0f : 1.0f);
    else
      s.push_back(g.below(9) == 0   ? not_a_number
                  : g.below(9) == 0 ? infinity
                  : g.below(9) == 0 ? -infinity
                  : g.below(9) == 0 ? -0.0f
                                    : g.value());
  }
  return s;
}

}  // namespace

TEST_CASE("a rank key orders all floats, equal zeros, NaN below everything") {
  const float ascending[] = {-infinity, -3.4e38f, -1.0f, -1e-38f, -1e-45f, 0.0f, 1e-45f, 1e-38f, 1.0f, 3.4e38f, infinity};
  for (std::size_t i = 1; i < 11; ++i) CHECK(vtc::kernel::rank_key(ascending[i - 1]) < vtc::kernel::rank_key(ascending[i]));
  CHECK(vtc::kernel::rank_key(-0.0f) == vtc::kernel::rank_key(0.0f));
  for (std::uint32_t bits : {0x7f800001u, 0x7fffffffu, 0xff800001u, 0xffffffffu})
    CHECK(vtc::kernel::rank_key(vtc::float_from_bits(bits)) < vtc::kernel::rank_key(-infinity));
}

TEMPLATE_LIST_TEST_CASE("BL-010 NaN ranks last, many infinities do no harm", "", input::architectures) {
  CHECK(best<TestType>({.1f, not_a_number, .9f, not_a_number, .5f}, 2) == std::vector<index_t>{2, 4});
  CHECK(best<TestType>({.1f, not_a_number, .9f, not_a_number, .5f}, 4) == std::vector<index_t>{0, 1, 2, 4});
  CHECK(best<TestType>({infinity, 1, infinity, infinity, 2}, 2) == std::vector<index_t>{0, 2});
  CHECK(best<TestType>({not_a_number, -not_a_number, not_a_number}, 2) == std::vector<index_t>{0, 1});
  CHECK(sorted<TestType>({.1f, not_a_number, .9f, -not_a_number, .5f}, {0, 1, 2, 3, 4}) == std::vector<index_t>{2, 4, 0, 1, 3});
}

TEMPLATE_LIST_TEST_CASE("BL-012 of equal scores the lower place wins", "", input::architectures) {
  const std::vector<float> score{3, 2, 3, 2, 1, 1};
  CHECK(best<TestType>(score, 2) == std::vector<index_t>{0, 2});
  CHECK(best<TestType>(score, 3) == std::vector<index_t>{0, 1, 2});
  CHECK(best<TestType>(score, 4) == std::vector<index_t>{0, 1, 2, 3});
  CHECK(best<TestType>({42, 42, 42, 42}, 1) == std::vector<index_t>{0});
  CHECK(best<TestType>({8, -7, 9, 5, 9, 8, 7, 7}, 1) == std::vector<index_t>{2});
  CHECK(best<TestType>({-0.0f, 0.0f, -0.0f}, 2) == std::vector<index_t>{0, 1});
  for (int n = 1; n <= 67; ++n)
    for (int at = 0; at < n; ++at) {  // two equal best ones: the first wins wherever they stand
      std::vector<float> s(static_cast<std::size_t>(n), 1.0f);
      s[static_cast<std::size_t>(at)] = s[static_cast<std::size_t>(n - 1)] = 5.0f;
      REQUIRE(best<TestType>(s, 1) == std::vector<index_t>{at});
      REQUIRE(sorted<TestType>(s, all_rows(s.size())).front() == at);
    }
}

TEMPLATE_LIST_TEST_CASE("BL-013 a NaN at any of 19 places changes no other pick", "", input::architectures) {
  for (int at = 0; at < 19; ++at) {
    std::vector<float> s;
    for (int i = 0; i < 19; ++i) s.push_back(static_cast<float>((i * 7) % 19));
    s[static_cast<std::size_t>(at)] = not_a_number;
    int first = 0;
    for (int i = 0; i < 19; ++i)
      if (i != at && (first == at || s[static_cast<std::size_t>(i)] > s[static_cast<std::size_t>(first)])) first = i;
    CHECK(best<TestType>(s, 1) == std::vector<index_t>{first});
    CHECK(best<TestType>(s, 18).size() == 18);
    CHECK(best<TestType>(s, 18) == best_by_comparison(s, 18, all_rows(19)));
  }
}

TEMPLATE_LIST_TEST_CASE("select_top equals a stable sort, for all kinds of scores and counts", "", input::architectures) {
  input::generator g(11);
  for (int n : {1, 2, 63, 64, 65, 577, 1024, 1025, 3000, 9000})
    for (int kind = 0; kind < 5; ++kind) {
      const std::vector<float> score = scores_of_kind(kind, n, g);
      std::vector<index_t> candidate;  // a list with gaps, so places are not rows
      for (int i = 0; i < n; ++i)
        if (g.below(4) != 0) candidate.push_back(i);
      if (candidate.empty()) candidate.push_back(n - 1);
      const int m = static_cast<int>(candidate.size());
      for (int k : {1, m / 9, m / 2, m - 1, m, m + 3}) {
        if (k < 1) continue;
        INFO("n " << n << " kind " << kind << " k " << k);
        REQUIRE(best<TestType>(score, k, candidate) == best_by_comparison(score, static_cast<std::size_t>(k), candidate));
      }
    }
}

TEMPLATE_LIST_TEST_CASE("sort_descending equals a stable sort, whatever order the list came in", "", input::architectures) {
  input::generator g(12);
  for (int n : {0, 1, 2, 3, 64, 257, 576, 2000})
    for (int kind = 0; kind < 5; ++kind) {
      const std::vector<float> score = scores_of_kind(kind, n, g);
      std::vector<index_t> list = all_rows(score.size());
      for (int i = n - 1; i > 0; --i) std::swap(list[static_cast<std::size_t>(i)], list[static_cast<std::size_t>(g.below(i + 1))]);
      INFO("n " << n << " kind " << kind);
      REQUIRE(sorted<TestType>(score, list) == sorted_by_comparison(score, list));
    }
}

TEMPLATE_LIST_TEST_CASE("nothing to choose from, nothing asked for", "", input::architectures) {
  vtc::kernel::select_top<TestType>(nullptr, nullptr, 0, 3, nullptr);
  CHECK(best<TestType>({1, 2, 3}, 0).empty());
  CHECK(best<TestType>({1, 2, 3}, -1).empty());
  CHECK(best<TestType>({1, not_a_number, 3}, 3) == std::vector<index_t>{0, 1, 2});
}
