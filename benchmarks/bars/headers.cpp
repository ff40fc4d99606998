// What a user's compiler pays: the time to parse vtc, and the object that one method for one instruction set becomes.
#include <unistd.h>

#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "bars/pairs.hpp"
#include "bars/report.hpp"

namespace bars {
namespace {

namespace fs = std::filesystem;

class compiler {
 public:
  compiler() : folder_(fs::temp_directory_path() / ("vtc_bars_" + std::to_string(::getpid()))) { fs::create_directories(folder_); }
  ~compiler() { fs::remove_all(folder_); }

  fs::path file(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }
  // Seconds of processor time, or -1.
  double run(const fs::path& source, const std::string& options) const {
    const double before = used();
    const std::string command = std::string(VTC_COMPILER) + " -std=c++17 " VTC_COMPILER_FLAGS " " + options + " " + source.string();
    return std::system(command.c_str()) == 0 ? used() - before : -1;
  }
  fs::path object() const { return folder_ / "object.o"; }

 private:
  static double used() {
    rusage u{};
    getrusage(RUSAGE_CHILDREN, &u);
    const auto seconds = [](const timeval& t) { return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec); };
    return seconds(u.ru_utime) + seconds(u.ru_stime);
  }
  fs::path folder_;
};

}  // namespace

void check_headers(report& r) {
  r.title("Parsing (-fsyntax-only, processor time, medians of 21 turns), and what one method becomes (-O2)");
  const compiler compile;
  const fs::path xsimd = compile.file("xsimd.cpp", "#include <xsimd/xsimd.hpp>\n"), vocabulary = compile.file("vtc.cpp", "#include <xsimd/xsimd.hpp>\n#include <vtc/vtc.hpp>\n");
  const std::vector<std::string> methods = {"cdpruner", "tome", "visionzip"};
  std::vector<fs::path> with_method;
  for (const std::string& m : methods) with_method.push_back(compile.file(m + ".cpp", "#include <xsimd/xsimd.hpp>\n#include <vtc/vtc.hpp>\n#include <vtc/method/" + m + ".hpp>\n"));
  std::vector<double> beyond;
  std::vector<std::vector<double>> more(methods.size());
  for (int turn = 0; turn < 21; ++turn) {
    const double base = compile.run(xsimd, "-fsyntax-only"), all = compile.run(vocabulary, "-fsyntax-only");
    if (base < 0 || all < 0) return r.at_most("the compiler " VTC_COMPILER " does not run", 1, 0, "");
    beyond.push_back(all - base);
    for (std::size_t k = 0; k < methods.size(); ++k) more[k].push_back(compile.run(with_method[k], "-fsyntax-only") - all);
  }
  r.at_most("vtc/vtc.hpp beyond xsimd/xsimd.hpp", median(beyond), 0.3, "s");
  for (std::size_t k = 0; k < methods.size(); ++k) r.at_most(("vtc/method/" + methods[k] + ".hpp more").c_str(), median(more[k]), 0.15, "s");

  for (const std::string& m : methods) {
    const fs::path source = compile.file("object.cpp", "#include <vtc/vtc.hpp>\n#include <vtc/method/" + m + ".hpp>\nvtc::status run(const vtc::inputs& in, const vtc::budget& b, "
                                         "vtc::workspace& w, vtc::plan_storage& p, const vtc::mutable_rows& out) {\n  return vtc::compress(vtc::method::" + m + "{}, in, b, w, p, out);\n}\n");
    if (compile.run(source, "-O2 -fno-exceptions -fno-rtti -c -o " + compile.object().string()) < 0) continue;
    r.at_most(("object of " + m + " with apply").c_str(), static_cast<double>(fs::file_size(compile.object())) / 1024, 150, "KiB");
  }
}

}  // namespace bars
