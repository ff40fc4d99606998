// Stored plans: applied to other rows, restored, checked, drawn; and plans that somebody else wrote or edited.
#include "files/image.hpp"
#include "input/token_field.hpp"
#include "tool/program.hpp"

namespace {

struct merged : program::folder {  // 4x4 rows, pooled 2x2 into `pool`, four kept in `pick`
  merged() {
    floats("tokens.npy", {16, 3}, input::random_rows(16, 3, 1));
    ok("compress --method block_pool --tokens tokens.npy --layout 4x4 --out pool");
    ok("compress --method uniform --tokens tokens.npy --layout 4x4 --budget 4 --out pick");
  }
};

}  // namespace

TEST_CASE("apply repeats what compress did, in every reduction and element") {
  const merged f;
  f.ok("apply --plan pool --rows tokens.npy --out again.npy");
  CHECK(f.npy("again.npy").bytes == f.npy("pool/tokens.npy").bytes);
  f.ok("apply --plan pool/plan --rows tokens.npy --out again.npy --threads 3");
  CHECK(f.npy("again.npy").bytes == f.npy("pool/tokens.npy").bytes);
  const std::vector<float> x = f.npy("tokens.npy").floats();
  const auto at = [&](int row, int column) { return x[static_cast<std::size_t>(row * 3 + column)]; };
  const auto first = [&](const std::string& words) {
    f.ok("apply --plan pool --rows tokens.npy --out r.npy " + words);
    return f.npy("r.npy").floats()[0];
  };
  CHECK(first("--reduce mean") == (at(0, 0) + at(1, 0) + at(4, 0) + at(5, 0)) * 0.25f);
  CHECK(first("--reduce linear") == at(0, 0) + at(1, 0) + at(4, 0) + at(5, 0));
  CHECK(first("--reduce maximum") == std::max({at(0, 0), at(1, 0), at(4, 0), at(5, 0)}));
  CHECK(first("--reduce anchor") == at(0, 0));
  first("--reduce keep_norm");
  first("--reduce concatenate");
  CHECK(f.npy("r.npy").shape == std::vector<std::int64_t>{4, 12});
  CHECK(f.npy("r.npy").floats()[5] == at(1, 2));
  first("--element f16");
  CHECK(f.npy("r.npy").type == "f2");
  f.ok("apply --plan pool --rows tokens.npy --out r.npy --element bf16");
  CHECK(f.npy("r.npy").type == "u2");
  f.numbers<std::int32_t>("ids.npy", "i4", {16, 1},
                          std::vector<std::int32_t>{100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 1 << 30});
  f.ok("apply --plan pool --rows ids.npy --reduce anchor --out ids_out.npy");
  CHECK(f.integers("ids_out.npy") == std::vector<std::int64_t>{100, 102, 108, 110});
  f.fails(3, "unknown_element", "apply --plan pool --rows ids.npy --out e.npy");
  f.fails(2, "command_line", "apply --plan pool --rows tokens.npy --out e.npy --reduce sum");
  f.fails(2, "command_line", "apply --plan pool --rows tokens.npy --out e.npy --element f64");
  f.fails(3, "shapes_differ", "apply --plan pool --rows pool/tokens.npy --out e.npy");
}

TEST_CASE("restore lays every row back where it came from") {
  const merged f;
  f.ok("restore --plan pool --rows pool/tokens.npy --out back.npy");
  const std::vector<float> pooled = f.npy("pool/tokens.npy").floats(), back = f.npy("back.npy").floats();
  REQUIRE(f.npy("back.npy").shape == std::vector<std::int64_t>{16, 3});
  for (int r = 0; r < 16; ++r)
    for (int c = 0; c < 3; ++c)
      CHECK(back[static_cast<std::size_t>(r * 3 + c)] == pooled[static_cast<std::size_t>((r / 8 * 2 + r % 4 / 2) * 3 + c)]);
  f.fails(3, "shapes_differ", "restore --plan pool --rows tokens.npy --out e.npy");
}

TEST_CASE("overlapping windows have no way back") {
  const merged f;
  f.ok("compress --method adaptive_pool:output=3x3 --tokens tokens.npy --layout 4x4 --out overlap");
  f.fails(3, "not_a_partition", "restore --plan overlap --rows overlap/tokens.npy --out e.npy");
}

TEST_CASE("check finds the first fault of a plan that was edited") {
  const merged f;
  CHECK(f.ok("check --plan pool") == "ok\n");
  CHECK(f.ok("check --plan pick/plan") == "ok\n");
  const auto edited = [&](const std::string& name, const std::vector<std::int64_t>& values, const std::string& word = "bad_plan") {
    f.numbers("pick/plan/" + name + ".npy", "i8", {static_cast<std::int64_t>(values.size())}, values);
    for (const char* command : {"check --plan pick", "apply --plan pick --rows tokens.npy --out e.npy",
                                "restore --plan pick --rows tokens.npy --out e.npy", "explain --plan pick --out e.png"})
      f.fails(3, word, command);
    f.ok("compress --method uniform --tokens tokens.npy --layout 4x4 --budget 4 --out pick");
  };
  edited("slot_begin", {0, 1, 2, 3});
  edited("slot_begin", {});
  edited("slot_begin", {0, 1, 2, 3, 5});
  edited("slot_begin", {0, 2, 1, 3, 4});
  edited("slot_begin", {1, 1, 2, 3, 4});
  edited("slot_begin", {0, 1, 2, 3, 99999999999});
  edited("source", {0, 1, 2, 16});
  edited("source", {0, 1, 2, -1});
  edited("source", {0, 1, 2, -99999999999});
  edited("source", {0, 1, 2});
  edited("source", {5, 5, 9, 13});
  edited("anchor", {0, 1, 2, 16});
  edited("anchor", {9, 5, 1, 13});
  edited("anchor", {1, 1, 9, 13});
  edited("anchor", {});
  f.floats("pick/plan/weight.npy", {4}, {1, 1, std::nanf(""), 1});
  f.fails(3, "bad_plan", "check --plan pick");
  f.floats("pick/plan/weight.npy", {3}, {1, 1, 1});
  f.fails(3, "bad_plan", "check --plan pick");
}

TEST_CASE("check reads plan.json with suspicion") {
  const merged f;
  const std::string good = program::text_of(f.file("pick/plan/plan.json"));
  const auto with = [&](const char* name, const nlohmann::json& value) {
    nlohmann::json j = nlohmann::json::parse(good);
    j[name] = value;
    f.file("pick/plan/plan.json", j.dump());
    INFO(j.dump());
    f.fails(3, "bad_plan", "check --plan pick");
  };
  with("source_count", 3);
  with("source_count", -1);
  with("source_count", 1e300);
  with("source_count", "16");
  with("source_count", 18446744073709551615u);
  with("reduction", "sum");
  with("reduction", 3);
  with("appended", 5);
  with("shape", {1, 2});
  with("shape", {1, 99999, 99999});
  with("shape", {1, -2, -2});
  with("notes", {"fine"});
  with("notes", 7);
  with("layout", "5x5");
  with("layout", "4x");
  with("layout", nullptr);
  for (const char* text : {"", "{", "[]", "7", "null", "{}", "\xff\xfe"}) {
    f.file("pick/plan/plan.json", text);
    f.fails(3, "bad_plan", "check --plan pick");
  }
  f.fails(4, "unreadable", "check --plan nowhere");
  f.fails(4, "unreadable", "check --plan tokens.npy");
}

TEST_CASE("explain: kept cells clear, dropped cells dimmed, merged cells tinted by slot") {
  const merged f;
  files::image white(64, 64, files::color{255, 255, 255});
  files::write_png(f.file("white.png"), white);
  f.ok("explain --plan pick --image white.png --out pick.png");
  const files::image pick = files::read_png(f.file("pick.png"));
  REQUIRE((pick.width == 64 && pick.height == 64));
  const std::vector<std::int64_t> kept = f.integers("pick/plan/anchor.npy");
  for (int row = 0; row < 16; ++row) {
    const files::color c = pick.at(row % 4 * 16 + 8, row / 4 * 16 + 8);
    const bool clear = std::find(kept.begin(), kept.end(), row) != kept.end();
    CHECK((c.red == 255 && c.green == 255 && c.blue == 255) == clear);
    if (!clear) CHECK(c.red < 128);
  }
  f.ok("explain --plan pool --image white.png --out pool.png");
  const files::image pool = files::read_png(f.file("pool.png"));
  const auto color = [&](int x, int y) {
    const files::color c = pool.at(x * 16 + 8, y * 16 + 8);
    return c.red * 65536 + c.green * 256 + c.blue;
  };
  CHECK(color(0, 0) == color(1, 1));
  CHECK(color(0, 0) != color(2, 0));
  CHECK(color(0, 0) != 0xffffff);
}

TEST_CASE("explain draws every grid and frame, with or without a picture, and refuses what cannot be drawn") {
  const program::folder f;
  f.floats("tokens.npy", {40, 1}, input::random_rows(40, 1, 2));
  f.ok("compress --method uniform --tokens tokens.npy --layout 1,2x3x4,3,3x3+1 --budget 20 --out out");
  f.ok("explain --plan out --out plain.png");
  CHECK(files::read_png(f.file("plain.png")).width > 100);
  f.ok("compress --method uniform --tokens tokens.npy --layout 40 --budget 40 --out loose");
  f.ok("compress --method uniform --tokens tokens.npy --budget 20 --out line");
  f.ok("explain --plan line --out line.png");
  files::write_png(f.file("small.png"), files::image(3, 2, files::color{9, 99, 199}));
  f.ok("explain --plan out --image small.png --out small_out.png");
  f.file("text.png", "no picture");
  f.fails(3, "malformed", "explain --plan out --image text.png --out e.png");
  f.fails(4, "unreadable", "explain --plan out --image absent.png --out e.png");
  f.floats("many.npy", {70000, 1}, std::vector<float>(70000));
  f.ok("compress --method uniform --tokens many.npy --budget 20 --out many");
  f.fails(3, "bad_shape", "explain --plan many --out e.png");
}
