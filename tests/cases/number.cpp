// Faults others shipped, class NUM: 16 bits.
#include <cmath>

#include "expect/same_plan.hpp"
#include "input/host.hpp"
#include "input/planned.hpp"
#include "input/views.hpp"
#include "vtc/method/block_pool.hpp"

using vtc::element;

TEST_CASE("BL-077 bfloat16 is rounded, not cut, and a NaN stays one") {
  CHECK(vtc::is_nan(vtc::float_from_bfloat16(vtc::bfloat16_from_float(vtc::float_from_bits(0x7f800001u)))));
  CHECK(vtc::bfloat16_from_float(3.14f) == 0x4049);
  CHECK(vtc::float_from_bfloat16(0x4049) == 3.140625f);
  CHECK(vtc::bfloat16_from_float(1e-8f) == 0x322c);
}

TEST_CASE("BL-078 subnormal halves and ties") {
  CHECK(vtc::float_from_half(0x03ff) == 6.0975552e-5f);
  CHECK(vtc::float_from_half(0x0200) == 3.0517578e-5f);
  CHECK(vtc::float_from_half(0x0001) == std::ldexp(1.0f, -24));
  CHECK(vtc::float_from_half(vtc::half_from_float(520.25f)) == 520);
  CHECK(vtc::half_from_float(std::ldexp(1.0f, -25)) == 0);
}

TEST_CASE("BL-080 the mean of 4096 ones is one, from 16 bits to 16 bits") {
  const auto where = vtc::layout_builder<1>{}.grid(64, 64);
  vtc::method::block_pool pool{};
  pool.stride = 64;
  vtc::inputs in = input::with_layout(where);
  const std::vector<float> ones(4096, 1.0f);
  in.tokens = input::rows_of(ones, where);
  input::planned made;
  made(pool, in);
  for (const element e : {element::f16, element::bf16}) {
    const input::moved there(in, e, 0, 0);
    std::uint16_t out = 0;
    REQUIRE(vtc::apply(made.plan, there.inputs.tokens, vtc::view(e, static_cast<void*>(&out), 1, 1)) == vtc::status::ok);
    CHECK((e == element::f16 ? vtc::float_from_half(out) : vtc::float_from_bfloat16(out)) == 1);
  }
}
