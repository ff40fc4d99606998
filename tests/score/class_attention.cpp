#include "vtc/score/class_attention.hpp"

#include <limits>

#include "catch.hpp"
#include "expect/close.hpp"
#include "input/host.hpp"
#include "input/views.hpp"
#include "oracle/attention.hpp"

using vtc::index_t;

namespace {

std::vector<float> scores(const vtc::attention_weights& a, const std::vector<std::uint8_t>& valid = {}) {
  vtc::inputs in{};
  in.where.count = a.keys;
  in.where.valid = valid.empty() ? nullptr : valid.data();
  in.attention = a;
  vtc::workspace memory;
  std::vector<float> out(static_cast<std::size_t>(a.keys), -77.0f);
  REQUIRE(vtc::score::class_attention{}(in, memory, out.data(), vtc::default_arch{}) == vtc::status::ok);
  return out;
}

}  // namespace

TEST_CASE("class_attention by hand: the mean over heads of one query row, or of all of them") {
  // Two heads of two query rows and three keys.
  const std::vector<float> w{1, 2, 3, 10, 20, 30, 3, 4, 5, 30, 40, 50};
  CHECK(scores(input::matrix_of_weights(w, 2, 2, 0)) == std::vector<float>{2, 3, 4});
  CHECK(scores(input::matrix_of_weights(w, 2, 2, 1)) == std::vector<float>{20, 30, 40});
  CHECK(scores(input::matrix_of_weights(w, 2, 2, vtc::none)) == std::vector<float>{11, 16.5f, 22});
}

TEST_CASE("class_attention: padding does not ask where query rows are the rows; weights that are not finite count as nothing") {
  const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  const std::vector<float> w{1, 2, 3, 4, 5, 6, nan, 1, inf};
  CHECK(scores(input::matrix_of_weights(w, 1, 3), {1, 1, 0}) == std::vector<float>{2.5f, 3.5f, 4.5f});
  CHECK(scores(input::matrix_of_weights(w, 1, 3), {0, 1, 1}) == std::vector<float>{2, 3, 3});
  CHECK(scores(input::matrix_of_weights(w, 1, 3), {0, 0, 0}) == std::vector<float>{0, 0, 0});
  CHECK(scores(input::matrix_of_weights(w, 1, 3, 2), {0, 0, 0}) == std::vector<float>{0, 1, 0});  // a row that is named asks, whatever it is
  const std::vector<float> other{1, 2, 3, 4, 5, 6};  // two query rows for three keys: they are not the rows
  CHECK(scores(input::matrix_of_weights(other, 1, 2), {0, 1, 1}) == std::vector<float>{2.5f, 3.5f, 4.5f});
}

TEST_CASE("class_attention is the oracle for every number of heads, queries and keys, in every element, packed or not") {
  for (const int heads : {1, 2, 16})
    for (const int queries : {1, 3, 40})
      for (const int keys : {1, 2, 40, 64, 65, 130}) {
        std::vector<float> w = input::random_rows(heads * queries, keys, static_cast<std::uint64_t>(heads * 100 + keys));
        for (float& v : w) v = v * v;
        for (const vtc::element e : {vtc::element::f32, vtc::element::f16, vtc::element::bf16}) {
          const std::vector<float> held = input::rounded(w, e);
          for (const int class_row : {0, queries - 1, vtc::none}) {
            vtc::inputs in{};
            in.attention = input::matrix_of_weights(held, heads, queries, class_row);
            const input::moved there(in, e, keys % 3, static_cast<std::size_t>(keys % 4));
            const int first = class_row == vtc::none ? 0 : class_row, last = class_row == vtc::none ? queries : class_row + 1;
            CHECK(expect::difference(scores(there.inputs.attention), oracle::mean_attention(held, heads, queries, keys, first, last)) == "");
            CHECK(scores(there.inputs.attention) == scores(in.attention));
          }
        }
      }
}

TEST_CASE("class_attention: a mean of 4096 ones is one, in 16 bits as well") {
  const std::vector<float> ones(4096, 1.0f);
  vtc::inputs in{};
  in.attention = input::matrix_of_weights(ones, 4, 1024, vtc::none);
  for (const vtc::element e : {vtc::element::f32, vtc::element::f16, vtc::element::bf16}) {
    const input::moved there(in, e, 0, 0);
    CHECK(scores(there.inputs.attention) == std::vector<float>{1});
  }
}
