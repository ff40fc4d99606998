#include "vtc/similarity/best_match.hpp"

#include <cmath>
#include <vector>

#include "catch.hpp"
#include "input/architectures.hpp"
#include "input/token_field.hpp"
#include "vtc/kernel/squared_norms.hpp"
#include "vtc/similarity/row_cache.hpp"

namespace {

double plain_cosine(const float* a, const float* b, int width) {
  double d = 0, x = 0, y = 0;
  for (int k = 0; k < width; ++k) {
    d += static_cast<double>(a[k]) * static_cast<double>(b[k]);
    x += static_cast<double>(a[k]) * static_cast<double>(a[k]);
    y += static_cast<double>(b[k]) * static_cast<double>(b[k]);
  }
  return x > 0 && y > 0 ? d / std::sqrt(x * y) : 0;
}

template <class Arch>
std::vector<float> norms(const std::vector<float>& x, int n, int width) {
  std::vector<float> norm(static_cast<std::size_t>(n)), scratch(static_cast<std::size_t>(vtc::kernel::squared_norms_scratch<Arch>(width, 1)) + 16);
  auto* aligned = reinterpret_cast<float*>((reinterpret_cast<std::uintptr_t>(scratch.data()) + 63) / 64 * 64);
  vtc::kernel::squared_norms<Arch>(vtc::kernel::listed_rows{vtc::view(x.data(), n, width), nullptr}, n, norm.data(), aligned, vtc::executor{});
  return norm;
}

struct matches {
  std::vector<vtc::index_t> best;
  std::vector<float> cosine;
};

template <class Arch>
matches match(const std::vector<float>& left, int lefts, const std::vector<float>& right, int rights, int width) {
  vtc::workspace memory;
  REQUIRE(memory.reserve(1 << 22) == vtc::status::ok);
  const auto ln = norms<Arch>(left, lefts, width), rn = norms<Arch>(right, rights, width);
  matches m{std::vector<vtc::index_t>(static_cast<std::size_t>(lefts)), std::vector<float>(static_cast<std::size_t>(lefts))};
  vtc::similarity::best_match<Arch>(vtc::kernel::listed_rows{vtc::view(left.data(), lefts, width), nullptr}, lefts, ln.data(),
                                    vtc::kernel::listed_rows{vtc::view(right.data(), rights, width), nullptr}, rights, rn.data(), memory, m.best.data(),
                                    m.cosine.data());
  REQUIRE(!memory.failed());
  return m;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("the best right row of every left row, against plain loops", "", input::architectures) {
  for (const int lefts : {1, 2, 5, 13, 100})
    for (const int rights : {1, 3, 16, 17, 63, 64, 65, 130})
      for (const int width : {1, 5, 33, 64}) {
        const auto left = input::random_rows(lefts, width, 1), right = input::random_rows(rights, width, 2);
        const matches m = match<TestType>(left, lefts, right, rights, width);
        for (int i = 0; i < lefts; ++i) {
          double most = -2;
          for (int j = 0; j < rights; ++j) most = std::max(most, plain_cosine(left.data() + i * width, right.data() + j * width, width));
          const double got = plain_cosine(left.data() + i * width, right.data() + m.best[static_cast<std::size_t>(i)] * width, width);
          REQUIRE(got >= most - 1e-6);
          REQUIRE(std::fabs(static_cast<double>(m.cosine[static_cast<std::size_t>(i)]) - got) < 1e-5);
        }
      }
}

TEMPLATE_LIST_TEST_CASE("equal right rows: the first wins; zero rows: cosine 0; a copy: exactly 1", "", input::architectures) {
  const int width = 9, rights = 70;
  auto right = input::random_rows(rights, width, 4);
  for (int j : {20, 37, 69})
    for (int k = 0; k < width; ++k) right[static_cast<std::size_t>(j * width + k)] = right[static_cast<std::size_t>(11 * width + k)];
  std::vector<float> left(right.begin() + 11 * width, right.begin() + 12 * width);
  left.resize(static_cast<std::size_t>(2 * width), 0.0f);  // a second row of zeros
  const matches m = match<TestType>(left, 2, right, rights, width);
  CHECK(m.best[0] == 11);
  CHECK(m.cosine[0] == 1.0f);
  CHECK(m.best[1] == 0);
  CHECK(m.cosine[1] == 0.0f);
}

TEMPLATE_LIST_TEST_CASE("best_other never matches a row with itself", "", input::architectures) {
  using arch = TestType;
  for (const int n : {2, 3, 17, 50}) {
    const int width = 12;
    const auto x = input::random_rows(n, width, 6);
    const auto norm = norms<arch>(x, n, width);
    vtc::workspace memory;
    REQUIRE(memory.reserve(1 << 20) == vtc::status::ok);
    std::vector<vtc::index_t> best(static_cast<std::size_t>(n));
    std::vector<float> cosine(static_cast<std::size_t>(n));
    vtc::similarity::best_other<arch>(vtc::kernel::listed_rows{vtc::view(x.data(), n, width), nullptr}, n, norm.data(), memory, best.data(), cosine.data());
    for (int i = 0; i < n; ++i) {
      double most = -2;
      for (int j = 0; j < n; ++j)
        if (j != i) most = std::max(most, plain_cosine(x.data() + i * width, x.data() + j * width, width));
      CHECK(best[static_cast<std::size_t>(i)] != i);
      CHECK(std::fabs(static_cast<double>(cosine[static_cast<std::size_t>(i)]) - most) < 1e-5);
    }
  }
}

TEMPLATE_LIST_TEST_CASE("rows on demand equal the matrix, are fetched sixteen at a time, and keep a diagonal of exactly 1", "", input::architectures) {
  using arch = TestType;
  const int n = 90, width = 20;
  auto x = input::random_rows(n, width, 8);
  for (int k = 0; k < width; ++k) x[static_cast<std::size_t>(40 * width + k)] = 0;
  const auto norm = norms<arch>(x, n, width);
  vtc::workspace memory;
  REQUIRE(memory.reserve(1 << 20) == vtc::status::ok);
  vtc::similarity::row_cache<arch> cache(vtc::view(x.data(), n, width), nullptr, norm.data(), n, memory);
  std::vector<double> priority(n);
  for (int i = 0; i < n; ++i) priority[static_cast<std::size_t>(i)] = -i;
  for (int i = 0; i < n; ++i) {
    const float* row = cache.row(i, priority.data());
    REQUIRE(row != nullptr);
    for (int j = 0; j < n; ++j) {
      const double right = i == j ? (i == 40 ? 0.0 : 1.0) : plain_cosine(x.data() + i * width, x.data() + j * width, width);
      REQUIRE(std::fabs(static_cast<double>(row[j]) - right) < 1e-5);
    }
    REQUIRE((i == 40 || row[i] == 1.0f));
    priority[static_cast<std::size_t>(i)] = -std::numeric_limits<double>::infinity();
  }
  CHECK(cache.passes() == (n + 15) / 16);
}
