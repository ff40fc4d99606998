// The tool as a black box: command lines in a folder of their own, and what comes of them.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch.hpp"
#include "examples/files/scratch_folder.hpp"
#include "files/npy.hpp"

namespace program {

// The tool stands beside the folder of the test programs.
inline std::string path() {
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe");
  return (self.parent_path().parent_path() / "vtc").string();
}

struct outcome {
  int exit_code;
  std::string out, error;
};

inline std::string text_of(const std::string& file) {
  const std::vector<unsigned char> bytes = files::read_file(file);
  return std::string(bytes.begin(), bytes.end());
}

// A folder for the files of one test; run("compress ...") runs the tool in it, or in another folder.
struct folder : scratch_folder {
  outcome run(const std::string& words, const std::string& in = "") const {
    const std::string out = file(".out"), error = file(".error");
    const std::string command =
        "cd '" + (in.empty() ? path.string() : in) + "' && '" + program::path() + "' " + words + " >'" + out + "' 2>'" + error + "'";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), text_of(out), text_of(error)};
  }

  // Runs a command that must succeed and say nothing on stderr.
  std::string ok(const std::string& words) const {
    const outcome o = run(words);
    INFO("vtc " << words << "\n" << o.error);
    REQUIRE(o.exit_code == 0);
    CHECK(o.error.empty());
    return o.out;
  }

  // Runs a command that must fail with this code, one line "vtc: <word>: <sentence>", and no trace in the folder.
  std::string fails(int exit_code, const std::string& word, const std::string& words) const {
    const std::vector<std::string> before = listing();
    const outcome o = run(words);
    INFO("vtc " << words << "\n" << o.error);
    CHECK(o.exit_code == exit_code);
    CHECK(o.error.compare(0, 7 + word.size(), "vtc: " + word + ": ") == 0);
    CHECK(std::count(o.error.begin(), o.error.end(), '\n') == 1);
    CHECK(o.out.empty());
    CHECK(listing() == before);
    return o.error;
  }

  std::vector<std::string> listing() const {
    std::vector<std::string> names;
    for (const auto& e : std::filesystem::recursive_directory_iterator(path)) {
      const std::string name = e.path().lexically_relative(path).string();
      if (name != ".out" && name != ".error") names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    return names;
  }

  void floats(const std::string& name, const std::vector<std::int64_t>& shape, const std::vector<float>& values) const {
    files::write_npy(file(name), "f4", shape, values.data());
  }
  template <class T>
  void numbers(const std::string& name, const std::string& type, const std::vector<std::int64_t>& shape,
               const std::vector<T>& values) const {
    files::write_npy(file(name), type, shape, values.data());
  }
  files::array npy(const std::string& name) const { return files::read_npy(file(name)); }
  std::vector<std::int64_t> integers(const std::string& name) const { return npy(name).integers(); }
  nlohmann::json json(const std::string& name) const { return nlohmann::json::parse(text_of(file(name))); }
};

// Names of the instruction sets that this tool has and this CPU can run.
inline std::vector<std::string> instruction_sets() {
  const folder f;
  const std::string text = f.ok("info"), title = "instruction sets";
  const std::size_t at = text.find(title);
  REQUIRE(at != std::string::npos);
  std::vector<std::string> names;
  std::string line = text.substr(at + title.size(), text.find('\n', at) - at - title.size());
  for (std::size_t i = 0; i < line.size();) {
    const std::size_t end = std::min(line.find(' ', i), line.size());
    if (end > i) names.push_back(line.substr(i, end - i));
    i = end + 1;
  }
  std::vector<std::string> usable;
  for (const std::string& n : names)
    if (f.run("info --arch " + n).exit_code == 0) usable.push_back(n);
  return usable;
}

}  // namespace program
