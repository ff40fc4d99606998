// What the tool writes: rows, elements, levels, sizes, positions, counts, and the summary.
#include "input/token_field.hpp"
#include "tool/program.hpp"

namespace {

using bytes = std::vector<unsigned char>;

struct picture : program::folder {  // 1 + 4x4 rows of 6 features, and a score for each
  picture() {
    tokens = input::random_rows(17, 6, 1);
    floats("tokens.npy", {17, 6}, tokens);
    floats("level.npy", {17, 3}, input::random_rows(17, 3, 2));
    floats("scores.npy", {17}, scores);
  }
  std::string top_k(const std::string& more) const { return "compress --method top_k --layout 1,4x4 --scores scores.npy " + more; }

  std::vector<float> tokens;
  std::vector<float> scores = {0, 5, 1, 9, 2, 0, 7, 3, 8, 1, 1, 6, 0, 2, 4, 1, 3};
};

bytes rows_of(const files::array& a, const std::vector<std::int64_t>& rows) {
  const std::size_t row = a.bytes.size() / static_cast<std::size_t>(a.shape[0]);
  bytes out;
  for (const std::int64_t r : rows)
    out.insert(out.end(), a.bytes.begin() + static_cast<std::ptrdiff_t>(row) * r,
               a.bytes.begin() + static_cast<std::ptrdiff_t>(row) * (r + 1));
  return out;
}

}  // namespace

TEST_CASE("BL-014 a selection: rows byte for byte, in source order, the class row first") {
  const picture f;
  CHECK(f.ok(f.top_k("--tokens tokens.npy --level level.npy --level tokens.npy --budget 4 --out out")) == "17 rows became 4\n");
  const std::vector<std::int64_t> kept = {0, 3, 6, 8};
  CHECK(f.integers("out/plan/anchor.npy") == kept);
  CHECK(f.integers("out/plan/source.npy") == kept);
  CHECK(f.integers("out/plan/slot_begin.npy") == std::vector<std::int64_t>{0, 1, 2, 3, 4});
  CHECK(!std::filesystem::exists(f.file("out/plan/weight.npy")));
  CHECK(f.npy("out/tokens.npy").bytes == rows_of(f.npy("tokens.npy"), kept));
  CHECK(f.npy("out/level_0.npy").bytes == rows_of(f.npy("level.npy"), kept));
  CHECK(f.npy("out/level_1.npy").bytes == f.npy("out/tokens.npy").bytes);
  CHECK(f.npy("out/sizes.npy").floats() == std::vector<float>(4, 1.0f));
  CHECK(f.integers("out/slots_per_region.npy") == std::vector<std::int64_t>{3});
  const nlohmann::json summary = f.json("out/summary.json");
  CHECK(summary["method"] == "top_k");
  CHECK(summary["slot_count"] == 4);
  CHECK(summary["source_count"] == 17);
  CHECK(summary["protected_count"] == 1);
  CHECK(summary["notes"] == nlohmann::json{"partition"});
  CHECK(program::text_of(f.file("out/summary.json")).find(f.path.string()) == std::string::npos);
  CHECK(!std::filesystem::exists(f.file("out/times.json")));
}

TEST_CASE("K at or above the rows is the identity, byte for byte") {
  const picture f;
  for (const char* budget : {"17", "18", "2147483647", "100%"}) {
    INFO(budget);
    f.ok(f.top_k("--tokens tokens.npy --out out --budget ") + budget);
    CHECK(f.npy("out/tokens.npy").bytes == f.npy("tokens.npy").bytes);
    CHECK(f.json("out/summary.json")["notes"][0] == "identity");
  }
}

TEST_CASE("each element comes out as itself, int8 as f4; f2 and bf16 rows pick as f4 rows of the same values") {
  const picture f;
  const std::vector<std::uint16_t> half = input::as_half(f.tokens), brain = input::as_bfloat16(f.tokens);
  std::vector<float> half_values, brain_values;
  for (const std::uint16_t h : half) half_values.push_back(vtc::float_from_half(h));
  for (const std::uint16_t b : brain) brain_values.push_back(vtc::float_from_bfloat16(b));
  f.numbers("half.npy", "f2", {17, 6}, half);
  f.numbers("brain.npy", "u2", {17, 6}, brain);
  f.floats("half_values.npy", {17, 6}, half_values);
  f.floats("brain_values.npy", {17, 6}, brain_values);
  const auto merge = [&](const std::string& rows, const std::string& out) {
    f.ok("compress --method tome --layout 1,4x4 --budget 9 --tokens " + rows + " --metric " + rows + " --out " + out);
    return f.npy(out + "/tokens.npy");
  };
  CHECK(merge("half.npy", "a").type == "f2");
  CHECK(merge("brain.npy:bf16", "b").type == "u2");
  CHECK(merge("half_values.npy", "c").type == "f4");
  merge("brain_values.npy", "d");
  CHECK(f.integers("a/plan/source.npy") == f.integers("c/plan/source.npy"));
  CHECK(f.integers("b/plan/source.npy") == f.integers("d/plan/source.npy"));
  CHECK(f.json("b/summary.json")["element"] == "bf16");
  f.fails(3, "unknown_element", f.top_k("--tokens brain.npy --budget 4 --out e"));
  f.fails(3, "unknown_element", f.top_k("--tokens half.npy:bf16 --budget 4 --out e"));

  std::vector<std::int8_t> q;
  for (int i = 0; i < 17 * 6; ++i) q.push_back(static_cast<std::int8_t>(i * 5 % 256 - 128));
  f.numbers("q.npy", "i1", {17, 6}, q);
  f.ok(f.top_k("--tokens q.npy:scale=0.25,zero=-3 --budget 4 --out q"));
  REQUIRE(f.npy("q/tokens.npy").type == "f4");
  CHECK(f.npy("q/tokens.npy").floats()[7] == 0.25f * static_cast<float>(q[3 * 6 + 1] + 3));
  f.fails(2, "command_line", f.top_k("--tokens q.npy:scale=big --budget 4 --out e"));
  f.fails(2, "command_line", f.top_k("--tokens q.npy:scale=nan --budget 4 --out e"));
  f.fails(2, "command_line", f.top_k("--tokens q.npy:zero=0.5 --budget 4 --out e"));
  f.fails(2, "command_line", f.top_k("--tokens q.npy:scale=1,colour=2 --budget 4 --out e"));
  f.fails(3, "unknown_element", f.top_k("--tokens tokens.npy:scale=1 --budget 4 --out e"));
}

TEST_CASE("f8 and integer files serve as side inputs, not as tokens") {
  const picture f;
  std::vector<double> wide;
  for (const float s : f.scores) wide.push_back(static_cast<double>(s));
  std::vector<std::int64_t> whole(f.scores.begin(), f.scores.end());
  f.numbers("wide.npy", "f8", {17}, wide);
  f.numbers("whole.npy", "i8", {17}, whole);
  f.numbers("column.npy", "f8", {17, 1}, wide);
  f.ok(f.top_k("--tokens tokens.npy --budget 5 --out a"));
  for (const char* scores : {"wide.npy", "whole.npy", "column.npy"}) {
    f.ok(std::string("compress --method top_k --layout 1,4x4 --tokens tokens.npy --budget 5 --out b --scores ") + scores);
    CHECK(f.integers("a/plan/anchor.npy") == f.integers("b/plan/anchor.npy"));
  }
  f.ok("compress --method divprune --layout 17x1 --tokens tokens.npy --metric column.npy --budget 5 --out c");
  f.fails(3, "unknown_element", f.top_k("--tokens column.npy --budget 5 --out d"));
}

TEST_CASE("[T, n, C] is T * n rows, and each frame counts by itself with each") {
  const program::folder f;
  f.floats("video.npy", {3, 4, 2}, input::random_rows(12, 2, 3));
  f.ok("compress --method uniform --tokens video.npy --layout 3*2x2 --budget 2,each --out out");
  CHECK(f.integers("out/slots_per_region.npy") == std::vector<std::int64_t>{2, 2, 2});
  CHECK(f.npy("out/tokens.npy").shape == std::vector<std::int64_t>{6, 2});
  f.ok("compress --method uniform --tokens video.npy --budget 5 --out line");
  CHECK(f.json("line/summary.json")["layout"] == "1x12");
}

TEST_CASE("protected rows stay, padding goes, whichever way they are told") {
  const picture f;
  f.numbers<std::uint8_t>("flags.npy", "u1", {17}, {0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1});
  f.numbers<std::int64_t>("rows.npy", "i8", {3}, {5, 15, 16});
  f.numbers<std::int64_t>("valid.npy", "i8", {17}, {1, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1});
  for (const char* word : {"5,15-16", "flags.npy", "rows.npy"}) {
    f.ok(f.top_k("--tokens tokens.npy --budget 6 --valid valid.npy --out out --protect ") + word);
    CHECK(f.integers("out/plan/anchor.npy") == std::vector<std::int64_t>{0, 5, 6, 11, 15, 16});
  }
  CHECK(f.json("out/summary.json")["protected_count"] == 4);
  CHECK(f.json("out/summary.json")["valid_count"] == 15);
}

TEST_CASE("attention: one row per head, a square matrix, and which row is read by default") {
  const program::folder f;
  f.floats("tokens.npy", {5, 1}, {0, 1, 2, 3, 4});
  const std::vector<float> first = {0, 1, 2, 3, 4}, others = {0, 9, 8, 0, 0};  // the class row wants 4, 3; the others 1, 2
  std::vector<float> square;
  for (int q = 0; q < 5; ++q) square.insert(square.end(), q == 0 ? first.begin() : others.begin(), q == 0 ? first.end() : others.end());
  f.floats("row.npy", {5}, first);
  f.floats("heads.npy", {1, 5}, first);
  f.floats("square.npy", {1, 5, 5}, square);
  const auto picks = [&](const std::string& words) {
    f.ok("compress --method fastervlm --tokens tokens.npy --out out " + words);
    return f.integers("out/plan/anchor.npy");
  };
  const std::vector<std::int64_t> by_class = {0, 3, 4}, by_mean = {0, 1, 2};
  CHECK(picks("--layout 1,2x2 --budget 3 --attention row.npy") == by_class);
  CHECK(picks("--layout 1,2x2 --budget 3 --attention heads.npy") == by_class);
  CHECK(picks("--layout 1,2x2 --budget 3 --attention square.npy") == by_class);
  CHECK(picks("--layout 1,2x2 --budget 3 --attention square.npy --attention-row mean") == by_mean);
  CHECK(picks("--layout 1,2x2 --budget 3 --attention square.npy --attention-row 2") == by_mean);
  CHECK(picks("--protect 0 --budget 3 --attention square.npy") == by_class);
  CHECK(picks("--budget 2 --attention square.npy") == std::vector<std::int64_t>{1, 2});
  CHECK(picks("--budget 2 --attention heads.npy") == std::vector<std::int64_t>{3, 4});
}

TEST_CASE("queries and keys: [H, N, d] and [N, H*d] are the same") {
  const program::folder f;
  f.floats("tokens.npy", {9, 2}, input::random_rows(9, 2, 4));
  const std::vector<float> q = input::random_rows(9, 6, 5), k = input::random_rows(9, 6, 6);
  const auto by_heads = [](const std::vector<float>& x) {
    std::vector<float> y;
    for (int h = 0; h < 2; ++h)
      for (int r = 0; r < 9; ++r)
        for (int c = 0; c < 3; ++c) y.push_back(x[static_cast<std::size_t>(r * 6 + h * 3 + c)]);
    return y;
  };
  f.floats("q.npy", {9, 6}, q);
  f.floats("k.npy", {9, 6}, k);
  f.floats("qh.npy", {2, 9, 3}, by_heads(q));
  f.floats("kh.npy", {2, 9, 3}, by_heads(k));
  f.ok("compress --method received_attention --tokens tokens.npy --queries q.npy --keys k.npy --heads 2 --budget 4 --out a");
  f.ok("compress --method received_attention --tokens tokens.npy --queries qh.npy --keys kh.npy --budget 4 --out b");
  f.ok("compress --method received_attention --tokens tokens.npy --queries q.npy --keys k.npy --heads 1 --budget 4 --out c");
  CHECK(f.integers("a/plan/anchor.npy") == f.integers("b/plan/anchor.npy"));
}

TEST_CASE("sizes add up, and weigh what is merged") {
  const program::folder f;
  f.floats("tokens.npy", {4, 1}, {1, 1, 5, 9});
  f.floats("metric.npy", {4, 2}, {1, 0, 1, 0, 0, 1, -1, 0});
  f.floats("given.npy", {4}, {3, 1, 2, 2});
  f.ok("compress --method tome:remove=1 --tokens tokens.npy --metric metric.npy --sizes given.npy --out out");
  CHECK(f.npy("out/sizes.npy").floats() == std::vector<float>{4, 2, 2});
  CHECK(f.npy("out/plan/weight.npy").floats() == std::vector<float>{0.75f, 0.25f, 1, 1});
}

TEST_CASE("BL-032 positions: kept, renumbered, of the grid") {
  const program::folder f;
  f.floats("tokens.npy", {16, 1}, input::random_rows(16, 1, 7));
  std::vector<std::int64_t> line;
  std::vector<std::int32_t> planes;
  for (int i = 0; i < 16; ++i) line.push_back(100 + i);
  for (int a = 0; a < 3; ++a)
    for (int i = 0; i < 16; ++i) planes.push_back(7 + (a == 0 ? 0 : a == 1 ? i / 4 : i % 4));
  f.numbers("line.npy", "i8", {16}, line);
  f.numbers("planes.npy", "i4", {3, 16}, planes);
  const auto run = [&](const std::string& words) {
    f.ok("compress --method block_pool --layout 4x4 --tokens tokens.npy --out out " + words);
    return f.integers("out/positions.npy");
  };
  CHECK(run("--positions line.npy") == std::vector<std::int64_t>{100, 102, 108, 110});
  CHECK(f.json("out/summary.json")["next_position"] == 116);
  CHECK(run("--positions line.npy --position-rule renumber --base 100") == std::vector<std::int64_t>{100, 101, 102, 103});
  CHECK(f.json("out/summary.json")["next_position"] == 104);
  CHECK(run("--positions planes.npy") == std::vector<std::int64_t>{7, 7, 7, 7, 7, 7, 9, 9, 7, 9, 7, 9});
  CHECK(f.npy("out/positions.npy").shape == std::vector<std::int64_t>{3, 4});
  CHECK(f.json("out/summary.json")["next_position"] == 11);
  CHECK(run("--positions planes.npy --position-rule grid --base 7") == std::vector<std::int64_t>{7, 7, 7, 7, 7, 7, 8, 8, 7, 8, 7, 8});
  CHECK(f.json("out/summary.json")["next_position"] == 9);
  const std::string uniform = "compress --method uniform --budget 5 --tokens tokens.npy --out bad --positions ";
  f.fails(3, "grid_mismatch", uniform + "line.npy --position-rule grid");
  f.fails(3, "shapes_differ", uniform + "tokens.npy");
  f.floats("real.npy", {16}, std::vector<float>(16));
  f.fails(3, "malformed", uniform + "real.npy");
  f.fails(2, "command_line", uniform + "line.npy --position-rule kept");
  f.numbers<std::int64_t>("huge.npy", "i8", {16}, std::vector<std::int64_t>(16, std::int64_t{1} << 40));
  f.fails(3, "bad_shape", uniform + "huge.npy");
  f.numbers("short.npy", "i8", {8}, std::vector<std::int64_t>(8));
  f.fails(3, "shapes_differ", uniform + "short.npy");
}

TEST_CASE("the order of the rows is the source's, the method's, or the published one") {
  const picture f;
  const auto anchors = [&](const std::string& words) {
    f.ok(f.top_k("--tokens tokens.npy --budget 4 --out out " + words));
    return f.integers("out/plan/anchor.npy");
  };
  CHECK(anchors("--order source") == std::vector<std::int64_t>{0, 3, 6, 8});
  CHECK(anchors("--official --order source") == std::vector<std::int64_t>{0, 3, 6, 8});
  CHECK(f.json("out/plan/plan.json")["official"] == true);
  CHECK(f.json("out/plan/plan.json")["order"] == "source");
  anchors("--order method");
  CHECK(f.json("out/plan/plan.json")["order"] == "method");
}

TEST_CASE("random picks follow the seed alone") {
  const picture f;
  const auto anchors = [&](const std::string& method) {
    f.ok("compress --tokens tokens.npy --budget 6 --out out --method " + method);
    return f.integers("out/plan/anchor.npy");
  };
  CHECK(anchors("random:seed=3") == anchors("random:seed=3"));
  CHECK(anchors("random") == anchors("random:seed=0"));
  CHECK(anchors("random:seed=3") != anchors("random:seed=4"));
}

TEST_CASE("BL-055 a question without words still gives a plan") {
  const picture f;
  f.floats("nothing.npy", {0, 6}, {});
  f.ok(
      "compress --method cdpruner --layout 1,4x4 --tokens tokens.npy --metric tokens.npy --aligned tokens.npy --text nothing.npy --budget "
      "5 --out out");
  CHECK(f.json("out/summary.json")["slot_count"] == 5);
}

TEST_CASE("times are written on request only, and nowhere else") {
  const picture f;
  f.ok("--time 3 --threads 2 " + f.top_k("--tokens tokens.npy --budget 4 --out out"));
  const nlohmann::json times = f.json("out/times.json");
  CHECK(times["runs"] == 3);
  CHECK(times["threads"] == 2);
  CHECK(times["plan_ms"] > 0);
  CHECK(times["apply_ms"] > 0);
}
