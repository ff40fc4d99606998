#include "files/npy.hpp"

#include <cstring>
#include <random>

#include "catch.hpp"
#include "scratch_folder.hpp"

namespace {

// A version 1 file with this header text, padded as NumPy does, and this data.
std::string npy(const std::string& header, const std::string& data, char version = 1) {
  std::string text = header;
  const std::size_t prefix = version == 1 ? 10 : 12;
  while ((prefix + text.size() + 1) % 64 != 0) text += ' ';
  text += '\n';
  std::string file = "\x93NUMPY";
  file += version;
  file += '\0';
  for (std::size_t i = 0, n = text.size(); i < prefix - 8; ++i, n /= 256) file += static_cast<char>(n % 256);
  return file + text + data;
}

std::string header(const std::string& type, const std::string& order, const std::string& shape) {
  return "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }";
}

std::string fault(const std::string& content) {
  const scratch_folder folder;
  const std::string path = folder.file("x.npy", content);
  return fault_of(path, [&] { files::read_npy(path); });
}

}  // namespace

TEST_CASE("npy: what is written is read back, byte for byte, for every type") {
  const scratch_folder folder;
  const std::string path = folder.file("x.npy");
  std::vector<unsigned char> bytes(2 * 3 * 8);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(i * 37);
  for (const std::string type : {"b1", "i1", "u1", "i2", "u2", "f2", "i4", "u4", "f4", "i8", "u8", "f8"}) {
    files::write_npy(path, type, {2, 3}, bytes.data());
    const auto a = files::read_npy(path);
    CHECK(a.type == type);
    CHECK(a.shape == std::vector<std::int64_t>{2, 3});
    CHECK(a.count() == 6);
    CHECK(a.bytes.size() == 6 * files::size_of_type(type));
    CHECK(std::memcmp(a.bytes.data(), bytes.data(), a.bytes.size()) == 0);
    const auto file = files::read_file(path);
    CHECK((file.size() - a.bytes.size()) % 64 == 0);
  }
}

TEST_CASE("npy: shapes of no, one and many sides, and empty arrays") {
  const scratch_folder folder;
  const std::string path = folder.file("x.npy");
  const float data[6] = {1, 2, 3, 4, 5, 6};
  for (const std::vector<std::int64_t>& shape : {std::vector<std::int64_t>{}, {6}, {1, 6}, {3, 2, 1}, {0}, {4, 0, 3}}) {
    files::write_npy(path, "f4", shape, data);
    const auto a = files::read_npy(path);
    CHECK(a.shape == shape);
    std::int64_t count = 1;
    for (const auto side : shape) count *= side;
    CHECK(a.count() == count);
  }
}

TEST_CASE("npy: a file written by hand, versions 1 and 2, entries in any order") {
  const std::string data("\x00\x00\x80\x3f\x00\x00\x00\xc0", 8);  // 1, -2
  const scratch_folder folder;
  for (const std::string& text : {npy(header("<f4", "False", "(2,)"), data), npy(header("<f4", "False", "(2,)"), data, 2),
                                  npy("{\"shape\": (2,), 'fortran_order': False, 'descr': '<f4'}", data)}) {
    const auto a = files::read_npy(folder.file("x.npy", text));
    CHECK(a.floats() == std::vector<float>{1, -2});
    CHECK(a.values<float>()[1] == -2);
  }
}

TEST_CASE("npy: converted copies") {
  const scratch_folder folder;
  const auto read = [&](const std::string& type, const std::string& shape, const std::string& data) {
    return files::read_npy(folder.file("x.npy", npy(header(type, "False", shape), data)));
  };
  CHECK(read("<f2", "(3,)", std::string("\x00\x3c\x00\xc0\x01\x00", 6)).floats() == std::vector<float>{1, -2, 1.0f / 16777216.0f});
  CHECK(read("|i1", "(2,)", std::string("\xff\x05", 2)).floats() == std::vector<float>{-1, 5});
  CHECK(read("|b1", "(2,)", std::string("\x01\x00", 2)).integers() == std::vector<std::int64_t>{1, 0});
  CHECK(read("<i4", "(1,)", std::string("\xfe\xff\xff\xff", 4)).integers() == std::vector<std::int64_t>{-2});
  CHECK(read("<f8", "(1,)", std::string("\0\0\0\0\0\0\xf8\x3f", 8)).floats() == std::vector<float>{1.5f});
  const auto half = read("<f2", "(1,)", std::string("\x00\x3c", 2));
  CHECK(half.values<std::uint16_t>()[0] == 0x3c00);
  CHECK(fault_of(half.path, [&] { half.integers(); }) == "malformed");
  CHECK(fault_of(half.path, [&] { half.values<float>(); }) == "malformed");
  CHECK(fault_of(half.path, [&] { half.expect("f4", {1}); }) == "malformed");
  CHECK(fault_of(half.path, [&] { half.expect("f2", {2}); }) == "malformed");
  CHECK(fault_of(half.path, [&] { half.expect("f2", {-1}); }) == "none");
}

TEST_CASE("npy: files that cannot be opened, read or written") {
  const scratch_folder folder;
  const std::string missing = folder.file("missing.npy"), nowhere = folder.file("no/such/folder.npy"), itself = folder.path.string();
  CHECK(fault_of(missing, [&] { files::read_npy(missing); }) == "unreadable");
  CHECK(fault_of(itself, [&] { files::read_npy(itself); }) == "unreadable");
  const float x = 1;
  CHECK(fault_of(nowhere, [&] { files::write_npy(nowhere, "f4", {1}, &x); }) == "unwritable");
  CHECK(fault_of(itself, [&] { files::write_npy(itself, "f4", {1}, &x); }) == "unwritable");
}

TEST_CASE("npy: truncated at every byte, or one byte too long") {
  const std::string whole = npy(header("<f4", "False", "(2, 3)"), std::string(24, 'x'));
  CHECK(fault(whole) == "none");
  for (std::size_t n = 0; n < whole.size(); ++n) {
    INFO(n);
    REQUIRE(fault(whole.substr(0, n)) == "malformed");
  }
  CHECK(fault(whole + "x") == "malformed");
}

TEST_CASE("npy: refused contents") {
  const std::string data(24, 'x');
  const auto refused = [&](const std::string& text) { return fault(npy(text, data)) == "malformed"; };
  CHECK(fault(npy(header("<f4", "False", "(2, 3)"), data)) == "none");
  CHECK(refused(header("<f4", "True", "(2, 3)")));                   // Fortran order
  CHECK(fault(npy(header("<f4", "True", "(6,)"), data)) == "none");  // one side: no order
  CHECK(refused(header(">f4", "False", "(2, 3)")));                  // big-endian
  CHECK(refused(header(">u1", "False", "(24,)")));
  for (const char* type : {"<c8", "<U6", "|O", "|S24", "<f16", "<f3", "f4", "=f4", "<", "", "|f4", "<i0"})
    CHECK(refused(header(type, "False", "(2, 3)")));
  CHECK(refused("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2, 3), }"));
  for (const char* shape : {"(2, 4)", "(2, 2)", "(-2, -3)", "(2, -3)", "(2.0, 3)", "(6)", "[2, 3]", "(2 3)", "(2,, 3)", "(,)", "6", "None",
                            "(2, 3", "(0x6,)", "(6L,)", "(0, 7)", "()",
                            // products and numbers that overflow, also to the right number of bytes
                            "(9223372036854775807, 9223372036854775807)", "(9223372036854775808,)", "(18446744073709551622,)",
                            "(4294967296, 4294967296, 6)", "(99999999999999999999999999999999999999,)", "(4611686018427387905, 4, 2)"})
    CHECK(refused(header("<f4", "False", shape)));
  CHECK(refused("{'descr': '<f4', 'fortran_order': False}"));
  CHECK(refused("{'descr': '<f4', 'shape': (2, 3)}"));
  CHECK(refused("{'fortran_order': False, 'shape': (2, 3)}"));
  CHECK(refused("{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)}"));
  CHECK(refused("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), 'more': 1}"));
  CHECK(refused("{'descr': '<f4', 'fortran_order': 0, 'shape': (2, 3)}"));
  CHECK(refused("{'descr': '<f4' 'fortran_order': False, 'shape': (2, 3)}"));
  CHECK(refused("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)} x"));
  CHECK(refused("{'descr: <f4"));
  CHECK(refused(""));
  CHECK(refused("None"));
  CHECK(refused(std::string(60000, '(')));
  CHECK(fault(npy(header("<f4", "False", "(2, 3)"), data, 3)) == "malformed");
  CHECK(fault("PK\x03\x04 an .npz is a zip") == "malformed");
  CHECK(fault("") == "malformed");
  CHECK(fault(std::string("\x93NUMPY\x02\x00\xff\xff\xff\xff", 12)) == "malformed");  // a header of 4 GiB
}

TEST_CASE("npy: Fortran order is put right for who asks") {
  const scratch_folder folder;
  std::string data;
  for (char c = 0; c < 24; ++c) data += c;
  const auto read = [&](const std::string& shape) {
    return files::read_npy(folder.file("x.npy", npy(header("|u1", "True", shape), data)), files::fortran_order::reordered).integers();
  };
  const auto x = read("(2, 3, 4)");
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 4; ++k) CHECK(x[(i * 3 + j) * 4 + k] == static_cast<std::int64_t>(i + 2 * (j + 3 * k)));
  CHECK(read("(24,)")[7] == 7);
  const auto wide = files::read_npy(folder.file("x.npy", npy(header("<f4", "True", "(2, 3)"), data)), files::fortran_order::reordered);
  CHECK(wide.bytes[4] == 8);  // element (0, 1) was the third
}

TEST_CASE("npy: damaged bytes never crash the reader") {
  const std::string whole = npy(header("<f4", "False", "(2, 3)"), std::string(24, 'x'));
  std::mt19937 random(7);
  const scratch_folder folder;
  int refused = 0;
  for (int trial = 0; trial < 500; ++trial) {
    std::string damaged = whole;
    for (int k = 0; k < 1 + trial % 3; ++k) damaged[random() % 80] = static_cast<char>(random());
    const std::string path = folder.file("x.npy", damaged);
    const std::string result = fault_of(path, [&] { files::read_npy(path); });
    REQUIRE((result == "malformed" || result == "none"));
    refused += result == "malformed";
  }
  CHECK(refused > 300);
}
