// One plan for two tensors, and sizes in the attention.
#include "text_reader/seam.hpp"

#include <cmath>
#include <numeric>

#include "catch.hpp"
#include "text_reader/measure.hpp"
#include "vtc/method/random.hpp"
#include "vtc/method/tome.hpp"

namespace {
const std::string data = VTC_SOURCE_DIR "/examples/text_reader/data";
}

TEST_CASE("text reader seam: both tensors keep the same columns") {
  const text_reader::reader model(data + "/text_reader.safetensors", data + "/characters.txt");
  const auto line = text_reader::read_lines(data)[1];
  const auto seen = model.look(line.tokens);
  const auto columns = vtc::layout_builder<1>{}.grid(1, line.tokens.height);
  text_reader::seam seam;
  REQUIRE(seam.compress(vtc::method::random{}, text_reader::inputs_of(line, seen, columns), line, vtc::keep_ratio(1, 2)) ==
          vtc::status::ok);
  const auto plan = seam.plan.view();
  REQUIRE(plan.slot_count == line.tokens.height / 2);
  for (int k = 0; k < plan.slot_count; ++k) {
    CHECK(std::equal(seam.tokens.row(k), seam.tokens.row(k) + 120, line.tokens.row(plan.anchor[k])));
    CHECK(std::equal(seam.skip.row(k), seam.skip.row(k) + 120, line.skip.row(plan.anchor[k])));
    CHECK(seam.sizes[static_cast<std::size_t>(k)] == 1);
  }
}

TEST_CASE("text reader seam: merged columns are averaged in both tensors and counted") {
  const text_reader::reader model(data + "/text_reader.safetensors", data + "/characters.txt");
  const auto line = text_reader::read_lines(data)[1];
  const auto seen = model.look(line.tokens);
  const auto columns = vtc::layout_builder<1>{}.grid(1, line.tokens.height);
  text_reader::seam seam;
  REQUIRE(seam.compress(vtc::method::tome{}, text_reader::inputs_of(line, seen, columns), line, vtc::keep_ratio(7, 10)) == vtc::status::ok);
  const auto plan = seam.plan.view();
  for (int k = 0; k < plan.slot_count; ++k) {
    const int members = plan.slot_begin[k + 1] - plan.slot_begin[k];
    CHECK(seam.sizes[static_cast<std::size_t>(k)] == static_cast<float>(members));
    double token = 0, skip = 0;
    for (int e = plan.slot_begin[k]; e < plan.slot_begin[k + 1]; ++e) {
      token += static_cast<double>(line.tokens.row(plan.source[e])[17]) / members;
      skip += static_cast<double>(line.skip.row(plan.source[e])[17]) / members;
    }
    CHECK(std::abs(seam.tokens.row(k)[17] - token) < 1e-4);
    CHECK(std::abs(seam.skip.row(k)[17] - skip) < 1e-4);
  }
  CHECK(std::accumulate(seam.sizes.begin(), seam.sizes.end(), 0.0f) == static_cast<float>(line.tokens.height));
}

TEST_CASE("text reader seam: received attention from the matrix and streamed from queries and keys keeps the same columns") {
  const text_reader::reader model(data + "/text_reader.safetensors", data + "/characters.txt");
  int different = 0;
  const auto lines = text_reader::read_lines(data);
  for (std::size_t i = 0; i < 8; ++i) {
    const auto seen = model.look(lines[i].tokens);
    const auto columns = vtc::layout_builder<1>{}.grid(1, lines[i].tokens.height);
    vtc::inputs matrix = text_reader::inputs_of(lines[i], seen, columns), streamed = matrix;
    matrix.projections = vtc::projection_rows{};
    streamed.attention = vtc::attention_weights{};
    text_reader::seam a, b;
    REQUIRE(a.compress(vtc::method::received_attention{}, matrix, lines[i], vtc::keep_ratio(1, 2)) == vtc::status::ok);
    REQUIRE(b.compress(vtc::method::received_attention{}, streamed, lines[i], vtc::keep_ratio(1, 2)) == vtc::status::ok);
    for (int k = 0; k < a.plan.view().slot_count; ++k) different += a.plan.view().anchor[k] != b.plan.view().anchor[k];
  }
  CHECK(different <= 2);  // rounding may swap two columns of nearly equal attention
}

TEST_CASE("text reader: every column reads as the reference does, and a method that needs a question says so") {
  const text_reader::reader model(data + "/text_reader.safetensors", data + "/characters.txt");
  const auto results = text_reader::measure(model, text_reader::read_lines(data),
                                            {experiment::parse_method("uniform"), experiment::parse_method("cdpruner")}, {90});
  REQUIRE(results.size() == 3);
  CHECK(results[0].clear.wrong == 0);
  CHECK(results[0].hard.wrong == 121);
  CHECK(results[1].fault == vtc::status::ok);
  CHECK(std::abs(results[1].kept - 0.9 * results[1].columns) < 64);
  CHECK(results[1].clear.wrong > 0);
  CHECK(results[2].fault == vtc::status::needs_aligned);
}
