#include "vtc/score/received_attention.hpp"

#include <limits>

#include "catch.hpp"
#include "expect/close.hpp"
#include "input/host.hpp"
#include "input/threads.hpp"
#include "input/views.hpp"
#include "oracle/attention.hpp"

using vtc::index_t;
using vtc::status;

namespace {

std::vector<float> scores(const vtc::inputs& in, const vtc::executor& threads = {}, index_t every = 1) {
  vtc::score::received_attention score{};
  score.every = every;
  vtc::workspace counter, memory;
  counter.measure();
  counter.threads = memory.threads = threads;
  score.measure(in, counter, vtc::default_arch{});
  REQUIRE(memory.reserve(counter.most() + 64) == status::ok);
  std::vector<float> out(static_cast<std::size_t>(in.where.count), -77.0f);
  REQUIRE(score(in, memory, out.data(), vtc::default_arch{}) == status::ok);
  CHECK(memory.most() == counter.most());
  return out;
}

vtc::inputs asking(const vtc::rows& queries, const vtc::rows& keys, index_t heads, float scale = 0) {
  vtc::inputs in{};
  in.where.count = keys.count;
  in.projections = {queries, keys, heads, scale};
  return in;
}

}  // namespace

TEST_CASE("received_attention by hand: one query, weights exp(0), exp(ln 3)") {
  const float q[] = {1, 0}, k[] = {0, 5, 1.0986123f, 7};
  CHECK(expect::difference(scores(asking(vtc::view(q, 1, 2), vtc::view(k, 2, 2), 1, 1.0f)), std::vector<double>{0.25, 0.75}) == "");
  // With the scale left to the method, 1 / sqrt(2): exp(.7768) = 2.1746
  CHECK(expect::difference(scores(asking(vtc::view(q, 1, 2), vtc::view(k, 2, 2), 1)), std::vector<double>{1 / 3.17457, 2.17457 / 3.17457}, {1e-5, 1e-5}) == "");
}

TEST_CASE("received_attention from a matrix is its column mean, whatever its class row") {
  const std::vector<float> w{1, 2, 3, 4, 5, 9, 3, 4, 5, 30, 40, 50};
  vtc::inputs in{};
  in.where.count = 3;
  in.attention = input::matrix_of_weights(w, 2, 2, 1);
  CHECK(scores(in) == std::vector<float>{9.5f, 12.75f, 16.75f});
}

TEST_CASE("received_attention: logits of any size give finite shares") {
  const float q[] = {100}, k[] = {100, 99.99f, 0};  // 1e4, 1e4 - 1, 0
  CHECK(expect::difference(scores(asking(vtc::view(q, 1, 1), vtc::view(k, 3, 1), 1, 1.0f)), std::vector<double>{0.731059, 0.268941, 0}, {1e-3, 0}) == "");
  const float low[] = {-100};
  CHECK(expect::difference(scores(asking(vtc::view(low, 1, 1), vtc::view(k, 3, 1), 1, 1.0f)), std::vector<double>{0, 0, 1}) == "");
}

TEST_CASE("received_attention: a query row that is not finite asks nothing, padding neither asks nor answers") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float x[] = {1, 0, 0, 2, nan, 0, 3, 1};
  const float keys[] = {1, 1, 2, 0, 0, 1, 1, 2};
  const std::vector<std::uint8_t> valid{1, 1, 0, 1};
  vtc::inputs in = asking(vtc::view(x, 4, 2), vtc::view(keys, 4, 2), 1);
  const std::vector<float> without = scores(in);
  in.where.valid = valid.data();
  const std::vector<float> masked = scores(in);
  const float three[] = {1, 0, 0, 2, 3, 1};
  CHECK(expect::difference(without, scores(asking(vtc::view(three, 3, 2), vtc::view(keys, 4, 2), 1))) == "");
  CHECK(masked[2] == 0);
  const std::vector<float> xs(x, x + 8), ks(keys, keys + 8);
  CHECK(expect::difference(masked, oracle::received_attention(oracle::matrix(xs, 2), oracle::matrix(ks, 2), 1, 1 / std::sqrt(2.0), valid)) == "");
}

TEST_CASE("received_attention is the oracle for every size, number of heads and element, and the same for any threads") {
  for (const int n : {1, 2, 15, 16, 17, 63, 64, 65, 150})
    for (const int heads : {1, 3})
      for (const int d : {1, 4, 7, 64}) {
        const int queries = n % 2 == 0 ? n : n + 70;
        const auto seed = static_cast<std::uint64_t>(n * 100 + heads * 10 + d);
        const std::vector<float> q = input::random_rows(queries, heads * d, seed), k = input::random_rows(n, heads * d, seed + 1);
        for (const vtc::element e : {vtc::element::f32, vtc::element::f16, vtc::element::bf16}) {
          if (e != vtc::element::f32 && d == 7) continue;
          INFO(n << " keys, " << heads << " heads of " << d);
          const std::vector<float> held_q = input::rounded(q, e), held_k = input::rounded(k, e);
          vtc::inputs in = asking(vtc::view(held_q.data(), queries, heads * d), vtc::view(held_k.data(), n, heads * d), heads);
          const input::moved there(in, e, d % 4, static_cast<std::size_t>(d % 3));
          const std::vector<float> got = scores(there.inputs);
          const std::vector<double> wanted = oracle::received_attention(oracle::matrix(held_q, heads * d), oracle::matrix(held_k, heads * d), heads, 1 / std::sqrt(d));
          CHECK(expect::difference(got, wanted, {2e-7, 2e-5}) == "");
          double sum = 0;
          for (const float s : got) sum += static_cast<double>(s);
          CHECK(std::abs(sum - 1) < 1e-5);
          CHECK(scores(in) == got);
          for (const vtc::executor& t : {input::threads(2), input::backwards(8)}) CHECK(scores(there.inputs, t) == got);
        }
      }
}

TEST_CASE("received_attention: queries and keys of 8 bits count with their scale, one or one a row") {
  const int n = 20, d = 6;
  input::generator g(3);
  std::vector<std::int8_t> q, k;
  std::vector<float> scales, wide_q, wide_k, wide_each;
  for (int r = 0; r < n; ++r) scales.push_back(static_cast<float>(1 + g.below(7)) / 32.0f);
  for (int i = 0; i < n * d; ++i) {
    q.push_back(static_cast<std::int8_t>(g.below(255) - 127));
    k.push_back(static_cast<std::int8_t>(g.below(255) - 127));
    wide_q.push_back(0.0625f * static_cast<float>(q.back() - 3));
    wide_k.push_back(0.03125f * static_cast<float>(k.back()));
    wide_each.push_back(0.03125f * scales[static_cast<std::size_t>(i / d)] * static_cast<float>(k.back()));
  }
  const vtc::rows eight_q = vtc::view(q.data(), n, d, vtc::affine{0.0625f, 3, nullptr});
  CHECK(expect::difference(scores(asking(eight_q, vtc::view(k.data(), n, d, vtc::affine{0.03125f, 0, nullptr}), 2)),
                           scores(asking(vtc::view(wide_q.data(), n, d), vtc::view(wide_k.data(), n, d), 2))) == "");
  CHECK(expect::difference(scores(asking(eight_q, vtc::view(k.data(), n, d, vtc::affine{0.03125f, 0, scales.data()}), 2)),
                           scores(asking(vtc::view(wide_q.data(), n, d), vtc::view(wide_each.data(), n, d), 2))) == "");
}

TEST_CASE("received_attention needs memory for tiles and keys only, never for all pairs") {
  const int n = 2048, d = 64;
  vtc::inputs in = asking(vtc::view(static_cast<const float*>(nullptr), n, d), vtc::view(static_cast<const float*>(nullptr), n, d), 1);
  vtc::workspace counter;
  counter.measure();
  vtc::score::received_attention{}.measure(in, counter, vtc::default_arch{});
  CHECK(counter.most() < static_cast<std::size_t>(n) * (4 * d + 200));
}

TEST_CASE("received_attention of every k-th query row is that of those rows alone, whatever the threads") {
  for (const int n : {1, 5, 70, 200})
    for (const index_t every : {2, 3, 7, 300}) {
      const std::vector<float> queries = input::random_rows(n, 10, 3), keys = input::random_rows(n, 10, 4);
      std::vector<float> some;
      for (int q = 0; q < n; q += every) some.insert(some.end(), queries.begin() + q * 10, queries.begin() + (q + 1) * 10);
      const auto asking_rows = static_cast<index_t>(some.size() / 10);
      const std::vector<float> wanted = scores(asking(vtc::view(some.data(), asking_rows, 10), vtc::view(keys.data(), n, 10), 2));
      const vtc::inputs in = asking(vtc::view(queries.data(), n, 10), vtc::view(keys.data(), n, 10), 2);
      CHECK(scores(in, {}, every) == wanted);
      CHECK(scores(in, input::threads(3), every) == wanted);
    }
}
