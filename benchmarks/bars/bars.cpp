// The bars that this project sets itself, each checked by at least 21 interleaved pairs, on one thread.
#include <cstring>

#include "bars/report.hpp"

namespace bars {
void check_apply(report& r);
void check_matching(report& r);
void check_door(report& r);
void check_large_picture(report& r);
void check_headers(report& r);
}  // namespace bars

int main(int count, char** words) {
  bool strict = false, quick = false;
  for (int i = 1; i < count; ++i) {
    if (std::strcmp(words[i], "--strict") == 0) strict = true;
    else if (std::strcmp(words[i], "--quick") == 0) quick = true;
    else {
      const bool help = std::strcmp(words[i], "--help") == 0 || std::strcmp(words[i], "-h") == 0;
      std::fputs("usage: bars [--strict] [--quick]\n  --strict  exit code 1 if a bar is missed\n  --quick   without the compiler's times and the large picture\n", help ? stdout : stderr);
      return help ? 0 : 2;
    }
  }
  bars::report r;
  bars::check_apply(r);
  bars::check_matching(r);
  bars::check_door(r);
  if (!quick) {
    bars::check_large_picture(r);
    bars::check_headers(r);
  }
  std::printf("\n%d missed\n", r.missed());
  return strict && r.missed() > 0 ? 1 : 0;
}
