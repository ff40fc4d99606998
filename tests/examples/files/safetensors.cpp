#include "files/safetensors.hpp"

#include <cstring>
#include <random>

#include "catch.hpp"
#include "scratch_folder.hpp"

namespace {

std::string container(const std::string& header, const std::string& data) {
  std::string file;
  for (std::size_t i = 0, n = header.size(); i < 8; ++i, n /= 256) file += static_cast<char>(n % 256);
  return file + header + data;
}

std::string fault(const std::string& content) {
  const scratch_folder folder;
  const std::string path = folder.file("x.safetensors", content);
  return fault_of(path, [&] { files::safetensors read(path); });
}

std::string entry(const std::string& type, const std::string& shape, const std::string& offsets) {
  return "{\"x\": {\"dtype\": \"" + type + "\", \"shape\": " + shape + ", \"data_offsets\": " + offsets + "}}";
}

}  // namespace

TEST_CASE("safetensors: every float type, at odd bytes too") {
  const std::string data(
      "\x07"                              // u8 7
      "\x00\x00\x80\x3f\x00\x00\x00\xc0"  // f32 1, -2
      "\x00\x3c\x00\xc0"                  // f16 1, -2
      "\x80\x3f\x00\xc0"                  // bf16 1, -2
      "\x00\x00\x00\x00\x00\x00\xf8\x3f"  // f64 1.5
      "\xfe\xff",
      27);  // i16 -2
  const std::string header = R"({"__metadata__": {"a": "b"},
    "byte": {"dtype": "U8", "shape": [1], "data_offsets": [0, 1]}, "single": {"dtype": "F32", "shape": [2, 1], "data_offsets": [1, 9]},
    "half": {"dtype": "F16", "shape": [2], "data_offsets": [9, 13]}, "brain": {"dtype": "BF16", "shape": [1, 2], "data_offsets": [13, 17]},
    "double": {"dtype": "F64", "shape": [], "data_offsets": [17, 25]}, "short": {"dtype": "I16", "shape": [1], "data_offsets": [25, 27]}})";
  const scratch_folder folder;
  const files::safetensors w(folder.file("x.safetensors", container(header, data)));
  CHECK(w.tensors().size() == 6);
  CHECK(w.floats("byte") == std::vector<float>{7});
  CHECK(w.floats("single", {2, 1}) == std::vector<float>{1, -2});
  CHECK(w.floats("half", {-1}) == std::vector<float>{1, -2});
  CHECK(w.floats("brain") == std::vector<float>{1, -2});
  CHECK(w.floats("double", {}) == std::vector<float>{1.5f});
  CHECK(w.floats("short") == std::vector<float>{-2});
  const std::string path = folder.file("x.safetensors");
  CHECK(fault_of(path, [&] { w.floats("single", {2}); }) == "malformed");
  CHECK(fault_of(path, [&] { w.floats("single", {1, 2}); }) == "malformed");
  CHECK(fault_of(path, [&] { w.floats("absent"); }) == "malformed");
}

TEST_CASE("safetensors: refused contents") {
  const std::string data(24, 'x');
  CHECK(fault(container(entry("F32", "[2, 3]", "[0, 24]"), data)) == "none");
  for (
      const std::string& text :
      {entry("F32", "[2, 3]", "[0, 25]"),
       entry("F32", "[2, 3]", "[4, 28]"),
       entry("F32", "[2, 3]", "[24, 0]"),
       entry("F32", "[2, 2]", "[0, 24]"),
       entry("F32", "[2, 3]", "[-24, 0]"),
       entry("F32", "[2, 3]", "[0]"),
       entry("F32", "[2, 3]", "24"),
       entry("F32", "[2, -3]", "[0, 24]"),
       entry("F32", "[2.0, 3]", "[0, 24]"),
       entry("F32", "6", "[0, 24]"),
       entry("F4", "[2, 3]", "[0, 24]"),
       entry("", "[2, 3]", "[0, 24]"),
       entry("F32", "[4294967296, 4294967296, 6]", "[0, 24]"),
       entry("F32", "[18446744073709551615, 18446744073709551615]", "[0, 24]"),
       entry("F32", "[2, 3]", "[0, 99999999999999999999999]"),
       std::string(R"({"x": 1})"),
       std::string(R"({"x": {"dtype": "F32"}})"),
       std::string(
           R"({"a": {"dtype": "F32", "shape": [3], "data_offsets": [0, 12]}, "b": {"dtype": "F32", "shape": [3], "data_offsets": [8, 20]}})"),
       std::string("[]"),
       std::string("{"),
       std::string(""),
       std::string(5000, '['),
       std::string("\"x\"")})
    CHECK(fault(container(text, data)) == "malformed");
  CHECK(fault("") == "malformed");
  CHECK(fault("1234567") == "malformed");
  CHECK(fault(std::string("\xff\xff\xff\xff\xff\xff\xff\xff{}", 10)) == "malformed");
  const scratch_folder folder;
  const std::string missing = folder.file("missing");
  CHECK(fault_of(missing, [&] { files::safetensors read(missing); }) == "unreadable");
}

TEST_CASE("safetensors: damaged bytes never crash the reader") {
  const std::string whole = container(entry("F32", "[2, 3]", "[0, 24]"), std::string(24, 'x'));
  std::mt19937 random(7);
  const scratch_folder folder;
  for (int trial = 0; trial < 300; ++trial) {
    std::string damaged = whole;
    for (int k = 0; k < 1 + trial % 3; ++k) damaged[random() % (whole.size() - 24)] = static_cast<char>(random());
    if (trial % 4 == 0) damaged.resize(random() % damaged.size());
    const std::string path = folder.file("x.safetensors", damaged);
    const std::string result = fault_of(path, [&] {
      files::safetensors read(path);
      for (const auto& tensor : read.tensors()) read.floats(tensor.first);
    });
    REQUIRE((result == "malformed" || result == "none"));
  }
}
