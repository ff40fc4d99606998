#include "vtc/view/element.hpp"

#include <cmath>
#include <limits>

#include "catch.hpp"

TEST_CASE("elements have sizes, and only six are known") {
  using vtc::element;
  CHECK((vtc::size_of(element::f32) == 4 && vtc::size_of(element::i32) == 4 && vtc::size_of(element::f16) == 2 && vtc::size_of(element::bf16) == 2));
  CHECK((vtc::size_of(element::i8) == 1 && vtc::size_of(element::u8) == 1));
  CHECK(vtc::is_known(element::i32));
  CHECK_FALSE(vtc::is_known(static_cast<element>(6)));
  CHECK((vtc::is_quantized(element::i8) && vtc::is_quantized(element::u8) && !vtc::is_quantized(element::f16)));
}

TEST_CASE("all 65536 half codes: their value by the definition, and back") {
  for (unsigned u = 0; u < 65536; ++u) {
    const auto code = static_cast<std::uint16_t>(u);
    const float v = vtc::float_from_half(code);
    const int exponent = (code >> 10) & 31, mantissa = code & 1023;
    const double sign = (code & 0x8000u) != 0 ? -1 : 1;
    if (exponent == 31) {
      REQUIRE((mantissa == 0 ? std::isinf(v) && std::signbit(v) == (sign < 0) : std::isnan(v)));
      if (mantissa != 0) {
        REQUIRE(vtc::is_nan(vtc::float_from_half(vtc::half_from_float(v))));
        continue;
      }
    } else {
      REQUIRE(static_cast<double>(v) == sign * (exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25)));
      REQUIRE(std::signbit(v) == (sign < 0));
    }
    REQUIRE(vtc::half_from_float(v) == code);
  }
}

TEST_CASE("all 65536 bfloat16 codes and back") {
  for (unsigned u = 0; u < 65536; ++u) {
    const auto code = static_cast<std::uint16_t>(u);
    const float v = vtc::float_from_bfloat16(code);
    REQUIRE(vtc::bits_of(v) == u << 16);
    if (std::isnan(v)) REQUIRE(vtc::is_nan(vtc::float_from_bfloat16(vtc::bfloat16_from_float(v))));
    else REQUIRE(vtc::bfloat16_from_float(v) == code);
  }
}

TEST_CASE("rounding is to the nearest, ties to even: between every two neighbours of both 16-bit types") {
  for (std::uint16_t low = 0; low < 0x7bff; ++low) {  // the finite halves
    const auto high = static_cast<std::uint16_t>(low + 1);
    const float a = vtc::float_from_half(low), b = vtc::float_from_half(high), middle = (a + b) / 2;
    REQUIRE(vtc::half_from_float(middle) == (low % 2 == 0 ? low : high));
    REQUIRE(vtc::half_from_float(std::nextafter(middle, 0.0f)) == low);
    REQUIRE(vtc::half_from_float(std::nextafter(middle, std::numeric_limits<float>::infinity())) == high);
    REQUIRE(vtc::half_from_float(-middle) == ((low % 2 == 0 ? low : high) | 0x8000));
  }
  for (std::uint16_t low = 0; low < 0x7f7f; ++low) {
    const auto high = static_cast<std::uint16_t>(low + 1);
    const float middle = vtc::float_from_bits((static_cast<std::uint32_t>(low) << 16) | 0x8000u);
    REQUIRE(vtc::bfloat16_from_float(middle) == (low % 2 == 0 ? low : high));
    REQUIRE(vtc::bfloat16_from_float(std::nextafter(middle, 0.0f)) == low);
    REQUIRE(vtc::bfloat16_from_float(std::nextafter(middle, std::numeric_limits<float>::infinity())) == high);
  }
}

TEST_CASE("what is too large becomes infinite, what is too small zero with its sign") {
  CHECK(vtc::half_from_float(65519.99f) == 0x7bff);
  CHECK(vtc::half_from_float(65520.0f) == 0x7c00);
  CHECK(vtc::half_from_float(-1e30f) == 0xfc00);
  CHECK(vtc::half_from_float(std::numeric_limits<float>::infinity()) == 0x7c00);
  CHECK(vtc::half_from_float(std::ldexp(1.0f, -25)) == 0);  // half of the smallest: to even
  CHECK(vtc::half_from_float(-std::ldexp(1.0f, -25)) == 0x8000);
  CHECK(vtc::half_from_float(std::ldexp(1.5f, -25)) == 1);
  CHECK(vtc::half_from_float(std::numeric_limits<float>::denorm_min()) == 0);
  CHECK(vtc::bfloat16_from_float(std::numeric_limits<float>::max()) == 0x7f80);
}

TEST_CASE("finite and NaN are told by the bits") {
  CHECK((vtc::is_finite(0.0f) && vtc::is_finite(-std::numeric_limits<float>::max()) && vtc::is_finite(std::numeric_limits<float>::denorm_min())));
  for (const float v : {std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()})
    CHECK_FALSE(vtc::is_finite(v));
  CHECK(vtc::is_nan(vtc::float_from_bits(0xff800001u)));
  CHECK_FALSE(vtc::is_nan(std::numeric_limits<float>::infinity()));
}
