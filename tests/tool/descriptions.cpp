// What the tool says of itself: methods, info, help.
#include "tool/program.hpp"

TEST_CASE("methods --json tells everything of every method") {
  const program::folder f;
  const nlohmann::json all = nlohmann::json::parse(f.ok("methods --json"));
  std::vector<std::string> names;
  for (const auto& m : all) {
    names.push_back(m["name"]);
    INFO(names.back());
    for (const char* key : {"family", "source", "count", "cost", "scratch", "differences", "when"}) CHECK(m[key].is_string());
    CHECK(m["inputs"].is_array());
    for (const auto& o : m["options"])
      for (const char* key : {"name", "type", "default", "help"}) CHECK(o.contains(key));
  }
  for (const char* name : {"block_pool", "adaptive_pool", "pixel_shuffle", "tome", "top_k", "fastervlm", "received_attention", "visionzip",
                           "query_similarity", "cdpruner", "divprune", "random", "uniform"})
    CHECK(std::count(names.begin(), names.end(), name) == 1);
  const auto named = [&](const std::string& name) {
    return *std::find_if(all.begin(), all.end(), [&](const auto& m) { return m["name"] == name; });
  };
  CHECK(named("received_attention")["inputs"] == nlohmann::json{"attention|projections"});
  CHECK(named("block_pool")["inputs"] == nlohmann::json{"geometry"});
  CHECK(named("visionzip")["inputs"] == nlohmann::json{"metric", "attention"});
  CHECK(named("pixel_shuffle")["budgets"].empty());
  CHECK(named("tome")["options"][1]["name"] == "threshold");
  CHECK(named("block_pool")["options"][2]["choices"] == nlohmann::json{"mean", "max", "bilinear"});
}

TEST_CASE("methods lists every method for people") {
  const program::folder f;
  const std::string text = f.ok("methods");
  for (const char* word : {"visionzip", "choose when", "inputs", "differences", "stride = 2", "mean|max|bilinear"})
    CHECK(text.find(word) != std::string::npos);
}

TEST_CASE("docs/methods.md is what methods --markdown writes") {
  const program::folder f;
  const std::string page = f.ok("methods --markdown");
  CHECK(page == program::text_of(VTC_SOURCE_DIR "/docs/methods.md"));
  CHECK(f.run("methods --markdown --json").exit_code == 2);
}

TEST_CASE("info names the version, what was compiled, what is chosen, and the elements") {
  const program::folder f;
  const std::string text = f.ok("info");
  for (const char* word : {"version", "instruction sets", "chosen", "f32 f16 bf16 i8 u8"}) CHECK(text.find(word) != std::string::npos);
  for (const std::string& set : program::instruction_sets())
    CHECK(f.ok("--arch " + set + " info").find("chosen            " + set + "\n") != std::string::npos);
}

TEST_CASE("help is no fault") {
  const program::folder f;
  CHECK(f.ok("--help").find("compress") != std::string::npos);
  for (const char* command : {"methods", "compress", "apply", "restore", "count", "check", "explain", "info"})
    CHECK(f.ok(std::string(command) + " --help").find("vtc") != std::string::npos);
}
