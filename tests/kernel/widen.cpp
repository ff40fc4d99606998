#include "vtc/kernel/widen.hpp"

#include <vector>

#include "catch.hpp"
#include "input/architectures.hpp"
#include "input/token_field.hpp"

using vtc::element;

namespace {
bool same_value(float a, float b) { return vtc::bits_of(a) == vtc::bits_of(b) || (vtc::is_nan(a) && vtc::is_nan(b)); }
}  // namespace

TEMPLATE_LIST_TEST_CASE("BL-078 every 16-bit code widens to its value and back", "", input::architectures) {
  using arch = TestType;
  using vector = vtc::kernel::f32_vector<arch>;
  constexpr auto n = static_cast<std::size_t>(vector::size);
  int wrong = 0;
  for (std::uint32_t first = 0; first < 65536; first += static_cast<std::uint32_t>(n)) {
    std::uint16_t code[n], back[n];
    float half[n], bfloat[n];
    for (std::size_t i = 0; i < n; ++i) code[i] = static_cast<std::uint16_t>(first + i);
    const vector h = vtc::kernel::load_widened<arch, element::f16>(code, 0), b = vtc::kernel::load_widened<arch, element::bf16>(code, 0);
    h.store(half);
    b.store(bfloat);
    for (std::size_t i = 0; i < n; ++i) {
      wrong += !same_value(half[i], vtc::float_from_half(code[i]));
      wrong += !same_value(bfloat[i], vtc::float_from_bfloat16(code[i]));
    }
    vtc::kernel::store_narrowed<arch>(h, element::f16, back);
    for (std::size_t i = 0; i < n; ++i) wrong += vtc::is_nan(half[i]) ? !vtc::is_nan(vtc::float_from_half(back[i])) : back[i] != code[i];
    vtc::kernel::store_narrowed<arch>(b, element::bf16, back);
    for (std::size_t i = 0; i < n; ++i)
      wrong += vtc::is_nan(bfloat[i]) ? !vtc::is_nan(vtc::float_from_bfloat16(back[i])) : back[i] != code[i];
  }
  CHECK(wrong == 0);
}

TEST_CASE("BL-077 BL-078 single conversions by hand") {
  CHECK(vtc::float_from_half(0x03ff) == 6.0975552e-5f);  // largest subnormal
  CHECK(vtc::float_from_half(0x0200) == 3.0517578125e-5f);
  CHECK(vtc::float_from_half(0x0001) == 5.9604644775390625e-8f);
  CHECK(vtc::float_from_half(vtc::half_from_float(520.25f)) == 520.0f);  // a tie goes to even
  CHECK(vtc::half_from_float(2.98023223876953125e-8f) == 0);             // 2^-25 ties to 0
  CHECK(vtc::bfloat16_from_float(3.14f) == 0x4049);
  CHECK(vtc::bfloat16_from_float(1e-8f) == 0x322c);
  CHECK(vtc::is_nan(vtc::float_from_bfloat16(vtc::bfloat16_from_float(vtc::float_from_bits(0x7f800001u)))));
}

TEMPLATE_LIST_TEST_CASE("a stretch of a row widens at any length and address, 8-bit values without their scale", "", input::architectures) {
  using arch = TestType;
  const auto f32 = input::random_rows(1, 70, 1);
  const auto f16 = input::as_half(f32);
  for (int n = 0; n <= 67; ++n)
    for (int offset = 0; offset < 3; ++offset) {
      std::vector<unsigned char> bytes(200);
      std::memcpy(bytes.data() + offset, f16.data(), 140);
      std::vector<float> out(static_cast<std::size_t>(n) + 1, -7.0f);
      vtc::kernel::widen<arch>(bytes.data() + offset, element::f16, 0, 2, n, out.data());
      for (int i = 0; i < n; ++i) REQUIRE(out[static_cast<std::size_t>(i)] == vtc::float_from_half(f16[static_cast<std::size_t>(i + 2)]));
      REQUIRE(out[static_cast<std::size_t>(n)] == -7.0f);
      vtc::kernel::widen<arch>(bytes.data() + offset, element::i8, 5, 1, n, out.data());
      for (int i = 0; i < n; ++i)
        REQUIRE(out[static_cast<std::size_t>(i)] ==
                static_cast<float>(static_cast<std::int8_t>(bytes[static_cast<std::size_t>(offset + i + 1)]) - 5));
      vtc::kernel::widen<arch>(bytes.data() + offset, element::u8, 5, 1, n, out.data());
      for (int i = 0; i < n; ++i)
        REQUIRE(out[static_cast<std::size_t>(i)] == static_cast<float>(bytes[static_cast<std::size_t>(offset + i + 1)] - 5));
    }
}

TEMPLATE_LIST_TEST_CASE("a stretch narrows to 16 bits as one value does", "", input::architectures) {
  using arch = TestType;
  const auto f32 = input::random_rows(1, 67, 2);
  for (const element type : {element::f16, element::bf16}) {
    std::vector<std::uint16_t> out(68, 0xabcd);
    vtc::kernel::narrow<arch>(f32.data(), 67, type, out.data());
    for (std::size_t i = 0; i < 67; ++i)
      CHECK(out[i] == (type == element::f16 ? vtc::half_from_float(f32[i]) : vtc::bfloat16_from_float(f32[i])));
    CHECK(out[67] == 0xabcd);
  }
}

TEMPLATE_LIST_TEST_CASE("every kind of float narrows as one value does: ties, overflow, subnormals, infinities, NaN", "",
                        input::architectures) {
  using arch = TestType;
  constexpr std::size_t n = 1024;
  std::vector<float> f32(n);
  std::vector<std::uint16_t> out(n);
  int wrong = 0;
  for (const std::uint32_t low : {0u, 1u, 0x0fffu, 0x1000u, 0x1001u, 0x3000u, 0x7fffu, 0x8000u, 0x8001u, 0xffffu})
    for (std::uint32_t high = 0; high < 65536; high += n)
      for (const element type : {element::f16, element::bf16}) {
        for (std::size_t i = 0; i < n; ++i) f32[i] = vtc::float_from_bits((high + static_cast<std::uint32_t>(i)) << 16 | low);
        vtc::kernel::narrow<arch>(f32.data(), static_cast<int>(n), type, out.data());
        for (std::size_t i = 0; i < n; ++i) {
          const std::uint16_t one = type == element::f16 ? vtc::half_from_float(f32[i]) : vtc::bfloat16_from_float(f32[i]);
          const float value = type == element::f16 ? vtc::float_from_half(out[i]) : vtc::float_from_bfloat16(out[i]);
          wrong += vtc::is_nan(f32[i]) ? !vtc::is_nan(value) : out[i] != one;
        }
      }
  CHECK(wrong == 0);
}
