// The program of a host that found vtc in one of the three ways.
#include <cstdio>
#include <vtc/vtc.hpp>

#if __cplusplus < 201703L
#error "vtc::vtc must ask for C++17"
#endif

int main() {
  const float tokens[4] = {1, 2, 3, 4};
  const float scores[4] = {0.1f, 0.4f, 0.2f, 0.3f};
  std::printf("vtc %d.%d.%d\n", VTC_VERSION_MAJOR, VTC_VERSION_MINOR, VTC_VERSION_PATCH);
  (void)tokens; (void)scores;
  return 0;
}
