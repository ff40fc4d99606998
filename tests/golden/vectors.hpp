// A case of tests/golden, and the comparison of a result with what the published code gave.
#pragma once

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "catch.hpp"
#include "files/npy.hpp"
#include "vtc/view/rows.hpp"

namespace golden {

class vectors {
 public:
  explicit vectors(const std::string& name) : folder(std::filesystem::path(VTC_SOURCE_DIR) / "tests/golden" / name) {}

  bool has(const std::string& name) const { return std::filesystem::exists(folder / (name + ".npy")); }
  files::array load(const std::string& name) const { return files::read_npy((folder / (name + ".npy")).string()); }
  std::vector<float> floats(const std::string& name) const { return load(name).floats(); }
  std::vector<std::int64_t> integers(const std::string& name) const { return load(name).integers(); }

  std::filesystem::path folder;
};

// A matrix with its numbers.
struct matrix {
  explicit matrix(const files::array& a) : values(a.floats()), width(static_cast<vtc::index_t>(a.shape.back())) {}
  vtc::index_t count() const { return static_cast<vtc::index_t>(values.size()) / width; }
  vtc::rows view() const { return vtc::view(values.data(), count(), width); }

  std::vector<float> values;
  vtc::index_t width;
};

struct result {
  std::vector<std::int64_t> slot_begin, source, anchor;
  std::vector<float> tokens, sizes;  // tokens [slots, width]
};

// As the published code orders and weighs; values to 1e-4 of the largest magnitude.
inline void compare(const vectors& expected, const result& got) {
  constexpr float tolerance = 1e-4f;
  const auto largest = [](const std::vector<float>& x) {
    float m = 0;
    for (const float v : x) m = std::max(m, std::abs(v));
    return m;
  };
  const auto close = [&](const std::vector<float>& x, const std::vector<float>& y) {
    const float bound = tolerance * largest(x);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < x.size(); ++i) wrong += !(std::abs(x[i] - y[i]) <= bound);
    return wrong == 0;
  };
  const std::size_t slots = got.anchor.size();
  CHECK(slots == static_cast<std::size_t>(expected.integers("expected_count").at(0)));
  if (expected.has("expected_keep")) {
    const std::vector<std::int64_t> keep = expected.integers("expected_keep");
    REQUIRE(got.anchor.size() >= keep.size());
    CHECK(std::vector<std::int64_t>(got.anchor.begin(), got.anchor.begin() + static_cast<std::ptrdiff_t>(keep.size())) == keep);
  }
  if (expected.has("expected_group")) {
    std::vector<std::int64_t> group(expected.integers("expected_group").size(), -1);
    for (std::size_t s = 0; s < slots; ++s)
      for (std::int64_t e = got.slot_begin[s]; e < got.slot_begin[s + 1]; ++e)
        group.at(static_cast<std::size_t>(got.source[static_cast<std::size_t>(e)])) = static_cast<std::int64_t>(s);
    CHECK(group == expected.integers("expected_group"));
  }
  if (expected.has("expected_sources")) CHECK(got.source == expected.integers("expected_sources"));  // [slots, entries]
  if (expected.has("expected_sizes")) {
    REQUIRE(got.sizes.size() == slots);
    CHECK(close(expected.floats("expected_sizes"), got.sizes));
  }
  const std::vector<float> tokens = expected.floats("expected_tokens");
  REQUIRE(got.tokens.size() == tokens.size());
  CHECK(close(tokens, got.tokens));
}

}  // namespace golden
