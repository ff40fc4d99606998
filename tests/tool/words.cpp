// Command lines that cannot be: the right exit code, one line that names the fault, and nothing written.
#include "tool/program.hpp"

namespace {

// A folder with tokens.npy [16, 4], metric.npy and scores.npy.
struct small_folder : program::folder {
  small_folder() {
    std::vector<float> x, s;
    for (int i = 0; i < 64; ++i) x.push_back(static_cast<float>(i * 37 % 64) / 8);
    for (int i = 0; i < 16; ++i) s.push_back(static_cast<float>(i * 7 % 16));
    floats("tokens.npy", {16, 4}, x);
    floats("metric.npy", {16, 4}, x);
    floats("scores.npy", {16}, s);
  }
  std::string top_k(const std::string& more) const {
    return "compress --method top_k --tokens tokens.npy --scores scores.npy --out out " + more;
  }
};

}  // namespace

TEST_CASE("unknown names are answered with the nearest one") {
  const small_folder f;
  CHECK(f.fails(2, "command_line", "compres --out x").find("\"compress\"") != std::string::npos);
  CHECK(f.fails(2, "command_line", "compress --method top_k --tokens t.npy --outt x").find("\"--out\"") != std::string::npos);
  CHECK(f.fails(2, "command_line", "compress --method visionzp --tokens tokens.npy --out out").find("\"visionzip\"") != std::string::npos);
  CHECK(f.fails(2, "command_line", "compress --method tome:remov=3 --tokens tokens.npy --out out").find("\"remove\"") != std::string::npos);
  CHECK(f.fails(2, "command_line", "compress --method block_pool:mode=meen --tokens tokens.npy --out out").find("\"mean\"") !=
        std::string::npos);
  f.fails(2, "command_line", "");
  f.fails(2, "command_line", "--arch");
  f.fails(2, "command_line", "info --arch sse9");
  f.fails(2, "command_line", "info --threads 0");
  f.fails(2, "command_line", "info --threads many");
  f.fails(2, "command_line", "info --time -1");
  f.fails(2, "command_line", "info info");
}

TEST_CASE("a budget that is none, or that keeps nothing") {
  const small_folder f;
  for (const char* budget : {"''",
                             "x",
                             "-5",
                             "4.5",
                             "nan",
                             "nan%",
                             "inf%",
                             "%",
                             "101%",
                             "1/0",
                             "3/2",
                             "0x10",
                             "99999999999",
                             "99999999999999999999999",
                             "1e3",
                             "mass=",
                             "mass=nan",
                             "mass=2",
                             "mass=-0.5",
                             "4,",
                             "4,foo",
                             "4,min=",
                             "4,min=-1",
                             "4,multiple=0",
                             "4,round=sideways",
                             "4,each,each",
                             "4,min=3,max=2",
                             "0.00000000000000001%",
                             "4 ",
                             "' 4'",
                             "1/99999999999"}) {
    INFO(budget);
    f.fails(2, "command_line", f.top_k(std::string("--budget ") + (budget[0] == '\'' ? budget : "'" + std::string(budget) + "'")));
  }
  for (const char* budget : {"0", "0%", "0/7", "mass=0", "4,max=0"}) f.fails(2, "keep_is_zero", f.top_k(std::string("--budget ") + budget));
  f.fails(2, "keep_is_zero", f.top_k("--budget perplexity=0"));
  f.fails(2, "command_line", f.top_k("--budget perplexity=often"));
  f.fails(2, "command_line", f.top_k("--budget 4,allowed=8+16"));
  f.fails(2, "command_line", f.top_k("--budget 4,allowed=0/8"));
  f.fails(2, "needs_budget", f.top_k(""));
  f.fails(2, "budget_unsupported", "compress --method pixel_shuffle --tokens tokens.npy --layout 4x4 --budget 4 --out out");
  f.fails(2, "budget_unsupported", "compress --method uniform --tokens tokens.npy --budget outliers --out out");
}

TEST_CASE("a layout that is none, or that does not add up") {
  const small_folder f;
  for (const char* layout : {",",  "4x",   "x4",    "4x4,", "-4x4", "4x4+",    "4x4@0", "4x4@2+1", "2x2x2x2", "0x4",          "0",
                             "3*", "*4x4", "0*4x4", "4x4x", "16+1", "4x4@256", "a",     "4X4",     " 4x4",    "99999999999x1"}) {
    INFO(layout);
    f.fails(2, "command_line", f.top_k("--budget 4 --layout '" + std::string(layout) + "'"));
  }
  f.fails(3, "grid_mismatch", f.top_k("--budget 4 --layout 4x5"));
  f.fails(3, "grid_mismatch", f.top_k("--budget 4 --layout 1,4x4"));
  f.fails(3, "grid_mismatch", f.top_k("--budget 4 --layout 3x5@2,1"));
  f.fails(3, "bad_shape", f.top_k("--budget 4 --layout 2147483647x2147483647"));
  f.fails(3, "bad_shape", f.top_k("--budget 4 --layout 2147483647*2147483647x2147483647"));
  f.fails(3, "bad_shape", f.top_k("--budget 4 --layout 2000000000*1x1"));
  f.fails(3, "bad_shape", f.top_k("--budget 4 --layout 2147483647,2147483647"));
  f.fails(3, "needs_geometry", "compress --method block_pool --tokens tokens.npy --out out");
}

TEST_CASE("options of a method that are out of range") {
  const small_folder f;
  const auto method = [](const std::string& text) {
    return "compress --tokens tokens.npy --metric metric.npy --layout 4x4 --out out --method '" + text + "'";
  };
  for (const char* text : {"",
                           ":",
                           "tome:",
                           "tome:remove",
                           "tome:=3",
                           "tome:remove=",
                           "tome:remove=1++2",
                           "tome:remove=-1",
                           "tome:remove=99999999999",
                           "tome:threshold=nan",
                           "tome:threshold=7",
                           "block_pool:stride=0",
                           "block_pool:stride=1.5",
                           "block_pool:kernel=2",
                           "block_pool:kernel=0x2",
                           "adaptive_pool:output=3x",
                           "pixel_shuffle:pad=maybe",
                           "random:seed=-1",
                           "tome:remove=3,",
                           "uniform:seed=1"}) {
    INFO(text);
    f.fails(2, "command_line", method(text));
  }
  std::string forty = "1";
  for (int i = 1; i < 40; ++i) forty += "+1";
  f.fails(2, "command_line", method("tome:remove=" + forty));
  f.fails(2, "option_out_of_range", method("adaptive_pool:output=9x9"));
  f.fails(2, "option_out_of_range", method("block_pool:stride=5"));
}

TEST_CASE("rows that are protected or padding") {
  const small_folder f;
  f.numbers<std::uint8_t>("padding.npy", "u1", {16}, std::vector<std::uint8_t>(16));
  f.numbers<std::uint8_t>("short.npy", "u1", {15}, std::vector<std::uint8_t>(15));
  f.numbers<std::int64_t>("far.npy", "i8", {2}, {3, 16});
  for (const char* rows : {"1,", "-1", "1-", "5-2-1", "1,,2"})
    f.fails(2, "command_line", f.top_k("--budget 4 --protect=" + std::string(rows)));
  for (const char* rows : {"16", "3-16", "7-5", "9223372036854775807", "far.npy"})
    f.fails(3, "bad_index", f.top_k("--budget 4 --protect " + std::string(rows)));
  f.fails(3, "keep_below_protected", f.top_k("--budget 4 --protect 0-4"));
  f.fails(3, "no_valid_row", f.top_k("--budget 4 --valid padding.npy"));
  f.fails(3, "shapes_differ", f.top_k("--budget 4 --valid short.npy"));
}

TEST_CASE("inputs that are missing or do not fit") {
  const small_folder f;
  f.floats("few.npy", {15, 4}, std::vector<float>(60));
  f.floats("wide.npy", {16, 5}, std::vector<float>(80));
  f.floats("attention.npy", {2, 16}, std::vector<float>(32, 0.1f));
  f.floats("heads.npy", {2, 16, 3}, std::vector<float>(96));
  f.floats("cube.npy", {2, 2, 2, 8}, std::vector<float>(64));
  const auto method = [](const std::string& name, const std::string& more = "") {
    return "compress --tokens tokens.npy --budget 4 --out out --method " + name + " " + more;
  };
  f.fails(2, "command_line", "compress --method top_k --scores scores.npy --budget 4 --out out");
  f.fails(2, "command_line", "compress --method top_k --tokens tokens.npy --scores scores.npy --budget 4");
  f.fails(3, "needs_scores", method("top_k"));
  f.fails(3, "needs_metric", method("divprune"));
  f.fails(3, "needs_metric", method("tome"));
  f.fails(3, "needs_attention", method("fastervlm"));
  f.fails(3, "needs_projections", method("received_attention"));
  f.fails(3, "needs_aligned", method("query_similarity"));
  f.fails(3, "needs_text", method("query_similarity", "--aligned tokens.npy"));
  f.fails(3, "shapes_differ", method("query_similarity", "--aligned tokens.npy --text wide.npy"));
  f.fails(3, "shapes_differ", method("divprune", "--metric few.npy"));
  f.fails(3, "shapes_differ", method("top_k", "--scores few.npy"));
  f.fails(3, "shapes_differ", method("top_k", "--scores scores.npy --level few.npy"));
  f.fails(3, "shapes_differ", method("fastervlm", "--attention few.npy"));
  f.fails(3, "bad_index", method("fastervlm", "--attention attention.npy --attention-row 1"));
  f.fails(2, "command_line", method("fastervlm", "--attention attention.npy --attention-row first"));
  f.fails(2, "command_line", method("fastervlm", "--attention-row 0"));
  f.fails(2, "command_line", method("received_attention", "--keys tokens.npy"));
  f.fails(2, "command_line", method("received_attention", "--keys tokens.npy --queries tokens.npy"));
  f.fails(3, "bad_shape", method("received_attention", "--keys tokens.npy --queries tokens.npy --heads 3"));
  f.fails(3, "shapes_differ", method("received_attention", "--keys heads.npy --queries heads.npy --heads 3"));
  f.fails(3, "shapes_differ", method("received_attention", "--keys heads.npy --queries tokens.npy --heads 2"));
  f.fails(2, "command_line", method("received_attention", "--keys tokens.npy --queries tokens.npy --heads 0"));
  f.fails(3, "bad_shape", "compress --method uniform --budget 4 --out out --tokens cube.npy");
  CHECK(f.fails(2, "command_line", method("uniform", "--with values=tokens.npy")).find("values") != std::string::npos);
  f.fails(2, "command_line", method("uniform", "--with values"));
  f.fails(2, "command_line", method("uniform", "--order backwards"));
  f.fails(2, "command_line", method("uniform", "--position-rule keep"));
  f.floats("sizes.npy", {16}, std::vector<float>(16, -1.0f));
  f.fails(3, "bad_shape", method("tome", "--metric metric.npy --sizes sizes.npy"));
}

TEST_CASE("count tells the bounds before any data") {
  const program::folder f;
  CHECK(f.ok("count --method visionzip --layout 1,24x24 --budget 64") == "64 64\n");
  CHECK(f.ok("count --method block_pool --layout 24x24") == "144 144\n");
  CHECK(f.ok("count --method block_pool:stride=2 --layout 4x7x7") == "36 36\n");
  CHECK(f.ok("count --method tome:threshold=0.9 --layout 1,16x16") == "129 257\n");
  CHECK(f.ok("count --method uniform --layout 24x24,48x48+1 --budget 640") == "640 640\n");
  CHECK(f.ok("count --method uniform --layout 5*24x24 --budget 25%") == "720 720\n");
  CHECK(f.ok("count --method uniform --layout 5*24x24 --budget 12.5%,each") == "360 360\n");
  CHECK(f.ok("count --method uniform --layout 10x10 --budget 1/3") == "33 33\n");
  CHECK(f.ok("count --method uniform --layout 10x10 --budget 1/3,round=up") == "34 34\n");
  CHECK(f.ok("count --method uniform --layout 10x10 --budget 33,multiple=8") == "32 32\n");
  CHECK(f.ok("count --method uniform --layout 10x10 --budget 1%,min=5") == "5 5\n");
  CHECK(f.ok("count --method uniform --layout 10x10 --budget 90%,max=50") == "50 50\n");
  CHECK(f.ok("count --method uniform --layout 10x10 --budget 1000") == "100 100\n");
  CHECK(f.ok("count --method top_k --layout 10x10 --budget mass=0.9,min=10,max=20") == "10 20\n");
  CHECK(f.ok("count --method top_k --layout 10x10 --budget perplexity=0.5,min=10,max=20") == "10 20\n");
  CHECK(f.ok("count --method uniform --layout 10x10 --budget 33,allowed=64/8/32") == "32 32\n");
  CHECK(f.ok("count --method uniform --layout 10x10 --budget 33,allowed=8/32,margin=4") == "36 36\n");
  f.fails(2, "command_line", "count --method uniform --budget 4");
  f.fails(2, "needs_budget", "count --method uniform --layout 4x4");
}

TEST_CASE("boosts and boxes: what they say of the rows, and what is wrong with them") {
  const small_folder f;
  std::vector<float> boost(16, 1);
  boost[3] = 100;
  f.floats("boost.npy", {16}, boost);
  f.ok(f.top_k("--budget 2 --boost boost.npy"));
  CHECK(f.integers("out/plan/anchor.npy") == std::vector<std::int64_t>{3, 9});  // 15 at row 9; row 3 has 5
  f.fails(2, "command_line", "compress --method uniform --tokens tokens.npy --boost boost.npy --budget 2 --out out2");
  f.floats("short.npy", {15}, std::vector<float>(15, 1));
  f.fails(3, "shapes_differ", f.top_k("--budget 2 --boost short.npy"));

  const auto write = [&](const std::string& text) { files::write_file(f.file("boxes.json"), text.data(), text.size()); };
  write(R"({"picture": [40, 40], "boxes": [[0, 0, 11, 9]]})");
  f.ok(f.top_k("--budget 3 --layout 4x4 --boxes boxes.json"));
  CHECK(f.integers("out/plan/anchor.npy") == std::vector<std::int64_t>{0, 1, 9});
  write(R"({"picture": [80, 40], "boxes": [[0, 0, 80, 40]], "placements": [{"region": 0, "fit": "pad"}]})");
  f.ok(f.top_k("--budget 8 --layout 4x4 --boxes boxes.json"));
  CHECK(f.integers("out/plan/anchor.npy") == std::vector<std::int64_t>{4, 5, 6, 7, 8, 9, 10, 11});
  f.fails(3, "keep_below_protected", f.top_k("--budget 7 --layout 4x4 --boxes boxes.json"));
  write(R"({"picture": [80, 40], "boxes": [[30, 0, 41, 40]], "placements": [{"region": 1, "tile": [0, 1], "of": [1, 2]}]})");
  f.ok(f.top_k("--budget 4 --layout 2x2,2x2,2x2,2x2 --boxes boxes.json"));
  CHECK(f.integers("out/plan/anchor.npy") == std::vector<std::int64_t>{2, 4, 6, 9});
  write("{");
  f.fails(3, "malformed", f.top_k("--budget 3 --layout 4x4 --boxes boxes.json"));
  write(R"({"picture": [40, 40]})");
  f.fails(3, "malformed", f.top_k("--budget 3 --layout 4x4 --boxes boxes.json"));
  write(R"({"picture": [40, 40], "boxes": [[9, 0, 3, 9]]})");
  f.fails(3, "bad_shape", f.top_k("--budget 3 --layout 4x4 --boxes boxes.json"));
  write(R"({"picture": [40, 40], "boxes": [], "placements": [{"region": 4}]})");
  f.fails(3, "bad_index", f.top_k("--budget 3 --layout 4x4 --boxes boxes.json"));
  f.fails(4, "unreadable", f.top_k("--budget 3 --layout 4x4 --boxes nowhere.json"));
}
