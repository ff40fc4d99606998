// Every command that is stored with the results of a published code reproduces them, on every instruction set and with threads.
#include "golden/vectors.hpp"
#include "tool/program.hpp"

namespace {

std::vector<std::string> cases() {
  std::vector<std::string> names;
  const std::filesystem::path root = std::filesystem::path(VTC_SOURCE_DIR) / "tests/golden";
  for (const auto& e : std::filesystem::recursive_directory_iterator(root))
    if (e.path().filename() == "meta.json") names.push_back(e.path().parent_path().lexically_relative(root).string());
  std::sort(names.begin(), names.end());
  REQUIRE(names.size() > 40);
  return names;
}

std::string command_of(const golden::vectors& v, const std::string& out) {
  std::string words = nlohmann::json::parse(program::text_of((v.folder / "meta.json").string()))["command"];
  REQUIRE(words.compare(0, 4, "vtc ") == 0);
  const std::size_t at = words.find(" DIR");
  REQUIRE(at != std::string::npos);
  return words.substr(4, at - 3) + "'" + out + "'" + words.substr(at + 4);
}

std::vector<std::string> files_below(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& e : std::filesystem::recursive_directory_iterator(folder))
    if (e.is_regular_file()) names.push_back(e.path().lexically_relative(folder).string());
  std::sort(names.begin(), names.end());
  return names;
}

bool same_content(const std::string& a, const std::string& b) {
  if (files_below(a) != files_below(b)) return false;
  for (const std::string& name : files_below(a))
    if (program::text_of(a + "/" + name) != program::text_of(b + "/" + name)) return false;
  return true;
}

}  // namespace

TEST_CASE("the stored commands give what the published codes gave, on every instruction set") {
  const std::vector<std::string> sets = program::instruction_sets();
  REQUIRE(!sets.empty());
  for (const std::string& name : cases()) {
    const golden::vectors v(name);
    const program::folder f;
    for (const std::string& set : sets) {
      INFO(name << " on " << set);
      const std::string out = f.file(set);
      const program::outcome o = f.run(command_of(v, out) + " --arch " + set, v.folder.string());
      INFO(o.error);
      REQUIRE(o.exit_code == 0);
      golden::result got;
      got.slot_begin = f.integers(set + "/plan/slot_begin.npy");
      got.source = f.integers(set + "/plan/source.npy");
      got.anchor = f.integers(set + "/plan/anchor.npy");
      got.tokens = f.npy(set + "/tokens.npy").floats();
      got.sizes = f.npy(set + "/sizes.npy").floats();
      golden::compare(v, got);
      CHECK(f.ok("check --plan " + set) == "ok\n");
    }
  }
}

TEST_CASE("two threads write the same bytes as one") {
  for (const std::string& name : cases()) {
    INFO(name);
    const golden::vectors v(name);
    const program::folder f;
    for (const std::string threads : {"1", "2", "5"})
      REQUIRE(f.run("--threads " + threads + " " + command_of(v, f.file("with_" + threads)), v.folder.string()).exit_code == 0);
    CHECK(same_content(f.file("with_1"), f.file("with_2")));
    CHECK(same_content(f.file("with_1"), f.file("with_5")));
  }
}
