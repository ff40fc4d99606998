#include "vtc/score/learned_head.hpp"

#include <limits>

#include "catch.hpp"
#include "input/token_field.hpp"
#include "input/views.hpp"
#include "vtc/method/learned_head.hpp"
#include "input/planned.hpp"

using vtc::index_t;
using vtc::status;
using line = vtc::layout_builder<1>;
using network = vtc::score::learned_head;

namespace {

std::vector<float> score(const network& h, const vtc::inputs& in) {
  REQUIRE(h.check_tensors(in) == status::ok);
  vtc::workspace memory;
  REQUIRE(memory.reserve(1 << 22) == status::ok);
  std::vector<float> out(static_cast<std::size_t>(in.where.count));
  REQUIRE(h(in, memory, out.data(), vtc::default_arch{}) == status::ok);
  return out;
}

double gelu(double x) { return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0))); }

struct layer {
  std::vector<float> weight, bias;
  int in, out;
  std::vector<double> operator()(const std::vector<double>& x) const {
    std::vector<double> y;
    for (int o = 0; o < out; ++o) {
      double sum = static_cast<double>(bias[static_cast<std::size_t>(o)]);
      for (int i = 0; i < in; ++i) sum += x[static_cast<std::size_t>(i)] * static_cast<double>(weight[static_cast<std::size_t>(o * in + i)]);
      y.push_back(sum);
    }
    return y;
  }
  void give(network& h, std::size_t k) const {
    h.weight[k] = vtc::view(weight.data(), out, in);
    h.bias[k] = vtc::view(bias.data(), 1, out);
  }
};
layer random_layer(int in, int out, std::uint64_t seed) {
  layer l{input::random_rows(out, in, seed), input::random_rows(1, out, seed + 1), in, out};
  for (float& w : l.weight) w /= static_cast<float>(in);
  return l;
}

// In double precision: layer norm, four layers, the mean of the second half over the rows of `counted`.
std::vector<double> dynamicvit(const std::vector<float>& x, int width, const std::vector<float>& norm, const std::vector<layer>& layers, const std::vector<bool>& counted) {
  const int n = static_cast<int>(counted.size()), half = layers[0].out / 2;
  std::vector<std::vector<double>> z;
  std::vector<double> global(static_cast<std::size_t>(half), 0.0);
  int rows = 0;
  for (int r = 0; r < n; ++r) {
    std::vector<double> v(x.begin() + static_cast<std::ptrdiff_t>(r) * width, x.begin() + static_cast<std::ptrdiff_t>(r + 1) * width);
    double mean = 0, square = 0;
    for (const double a : v) mean += a / width;
    for (const double a : v) square += (a - mean) * (a - mean) / width;
    for (std::size_t c = 0; c < v.size(); ++c) v[c] = (v[c] - mean) / std::sqrt(square + 1e-5) * static_cast<double>(norm[c]) + static_cast<double>(norm[v.size() + c]);
    v = layers[0](v);
    for (double& a : v) a = gelu(a);
    z.push_back(v);
    if (!counted[static_cast<std::size_t>(r)]) continue;
    ++rows;
    for (int c = 0; c < half; ++c) global[static_cast<std::size_t>(c)] += v[static_cast<std::size_t>(half + c)];
  }
  std::vector<double> out;
  for (std::vector<double> v : z) {
    for (int c = 0; c < half; ++c) v[static_cast<std::size_t>(half + c)] = global[static_cast<std::size_t>(c)] / rows;
    for (std::size_t k = 1; k < 4; ++k) {
      v = layers[k](v);
      if (k < 3)
        for (double& a : v) a = gelu(a);
    }
    out.push_back(-std::log1p(std::exp(v[1] - v[0])));
  }
  return out;
}

}  // namespace

TEST_CASE("learned_head by hand: one layer is a weighted sum, two layers have a GELU between them") {
  const std::vector<float> x{1, 2, 3, 4, -1, 0}, first{1, 10}, bias{5}, scale{2};
  const auto where = line{}.grid(1, 3);
  vtc::inputs in = input::with_layout(where);
  in.tokens = vtc::view(x.data(), 3, 2);
  network h{};
  h.weight[0] = vtc::view(first.data(), 1, 2);
  CHECK(score(h, in) == std::vector<float>{21, 43, -1});
  h.bias[0] = vtc::view(bias.data(), 1, 1);
  CHECK(score(h, in) == std::vector<float>{26, 48, 4});
  h.weight[1] = vtc::view(scale.data(), 1, 1);
  CHECK(score(h, in)[2] == Approx(2 * gelu(4)));
}

TEST_CASE("learned_head by hand: of two outputs the logarithm of the first one's share, also far out") {
  const std::vector<float> x{0, 1, 200, -200}, weight{1, 0};
  const auto where = line{}.grid(1, 4);
  vtc::inputs in = input::with_layout(where);
  in.tokens = vtc::view(x.data(), 4, 1);
  network h{};
  h.weight[0] = vtc::view(weight.data(), 2, 1);
  const std::vector<float> s = score(h, in);
  CHECK(s[0] == Approx(-std::log(2.0)));
  CHECK(s[1] == Approx(-std::log1p(std::exp(-1.0))));
  CHECK((s[2] <= 0 && s[2] > -1e-6f));
  CHECK(s[3] == Approx(-200));
}

TEST_CASE("learned_head in DynamicViT's form is the oracle, with a class row, padding and more rows than a block") {
  for (const int n : {2, 40, 233})
    for (const int width : {6, 37}) {
      const std::vector<float> x = input::random_rows(n, width, 3), norm = input::random_rows(2, width, 4);
      const std::vector<layer> layers{random_layer(width, 10, 5), random_layer(10, 7, 6), random_layer(7, 3, 7), random_layer(3, 2, 8)};
      std::vector<std::uint8_t> valid(static_cast<std::size_t>(n), 1);
      std::vector<bool> counted(static_cast<std::size_t>(n), true);
      counted[0] = false;  // the class row
      if (n > 10) {
        valid[7] = 0;
        counted[7] = false;
      }
      const auto grid = line{}.extra(1).grid(1, n - 1);
      vtc::layout where = grid;
      where.valid = valid.data();
      vtc::inputs in = input::with_layout(where);
      in.tokens = vtc::view(x.data(), n, width);
      network h{};
      h.norm_weight = vtc::view(norm.data(), 1, width);
      h.norm_bias = vtc::view(norm.data() + width, 1, width);
      for (std::size_t k = 0; k < 4; ++k) layers[k].give(h, k);
      const std::vector<float> got = score(h, in);
      const std::vector<double> wanted = dynamicvit(x, width, norm, layers, counted);
      double worst = 0;
      for (std::size_t i = 0; i < wanted.size(); ++i) worst = std::max(worst, std::abs(static_cast<double>(got[i]) - wanted[i]));
      CHECK(worst < 2e-5);
    }
}

TEST_CASE("learned_head refuses weights that do not meet, and a row that is not finite ranks last") {
  const std::vector<float> numbers = input::random_rows(1, 200, 2);
  std::vector<float> x = input::random_rows(5, 3, 1);
  const auto where = line{}.grid(1, 5);
  vtc::inputs in = input::with_layout(where);
  in.tokens = vtc::view(x.data(), 5, 3);
  const auto weight = [&](index_t out, index_t width) { return vtc::view(numbers.data(), out, width); };
  network h{};
  CHECK(h.check_tensors(in) == status::needs_tensor);  // no layer at all
  h.weight[0] = weight(4, 3);
  CHECK(h.check_tensors(in) == status::needs_tensor);  // four outputs
  h.weight[1] = weight(1, 5);
  CHECK(h.check_tensors(in) == status::needs_tensor);  // 4 meet 5
  h.weight[1] = weight(1, 4);
  CHECK(h.check_tensors(in) == status::ok);
  h.bias[0] = weight(1, 3);
  CHECK(h.check_tensors(in) == status::needs_tensor);
  h.bias[0] = {};
  h.norm_bias = weight(1, 2);
  CHECK(h.check_tensors(in) == status::needs_tensor);
  h.norm_bias = {};
  h.weight[3] = weight(2, 4);
  CHECK(h.check_tensors(in) == status::needs_tensor);  // a gap
  h.weight[3] = {};
  x[4] = std::numeric_limits<float>::infinity();
  x[7] = std::numeric_limits<float>::quiet_NaN();
  input::planned made;
  vtc::method::learned_head method{};
  method.score = h;
  const vtc::plan_view& p = made(method, in, vtc::keep(3));
  CHECK(std::vector<int>(p.anchor, p.anchor + 3) == std::vector<int>{0, 3, 4});
}
