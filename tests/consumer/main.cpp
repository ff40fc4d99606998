// The program of a host that found vtc in one of the three ways: four rows in, the two best out.
#include <cstdio>
#include <vtc/method/top_k.hpp>
#include <vtc/vtc.hpp>

#if __cplusplus < 201703L
#error "vtc::vtc must ask for C++17"
#endif

int main() {
  const float tokens[4][2] = {{1, 1}, {2, 2}, {3, 3}, {4, 4}}, scores[4] = {0.1f, 0.4f, 0.2f, 0.3f};
  float out[2][2];
  vtc::workspace memory;
  vtc::plan_storage plan;
  const auto where = vtc::layout_builder<1>{}.grid(2, 2);
  const vtc::status s = vtc::compress(vtc::method::top_k{}, vtc::give(where, vtc::tokens(vtc::view(tokens[0], 4, 2)), vtc::scores(scores)),
                                      vtc::keep(2), memory, plan, vtc::view(out[0], 2, 2));
  std::printf("vtc %d.%d.%d: %s\n", VTC_VERSION_MAJOR, VTC_VERSION_MINOR, VTC_VERSION_PATCH, vtc::message(s));
  return s == vtc::status::ok && out[0][0] == 2.0f && out[1][1] == 4.0f ? 0 : 1;
}
