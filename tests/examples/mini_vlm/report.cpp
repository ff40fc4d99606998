#include "mini_vlm/report.hpp"

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "../files/scratch_folder.hpp"
#include "catch.hpp"

namespace {

mini_vlm::result made(const std::string& method, int right, vtc::status fault = vtc::status::ok) {
  mini_vlm::result r;
  r.method = method;
  r.keep = 49;
  r.least = r.most = 49;
  r.pictures = 10;
  r.answers.right = {right, 5, 6, 7};
  r.answers.asked = {20, 20, 20, 20};
  r.fault = fault;
  return r;
}

}  // namespace

TEST_CASE("mini VLM report: Wilson's interval") {
  const auto near = [](double a, double b) { return std::abs(a - b) < 5e-4; };
  CHECK(near(mini_vlm::wilson(5, 10).low, 0.2366));  // published values for 5 of 10, 0 of 10, 81 of 263
  CHECK(near(mini_vlm::wilson(5, 10).high, 0.7634));
  CHECK(near(mini_vlm::wilson(0, 10).low, 0));
  CHECK(near(mini_vlm::wilson(0, 10).high, 0.2775));
  CHECK(near(mini_vlm::wilson(81, 263).low, 0.2553));
  CHECK(near(mini_vlm::wilson(81, 263).high, 0.3662));
  CHECK(near(mini_vlm::wilson(10, 10).high, 1));
  CHECK(mini_vlm::wilson(0, 0).high == 1);
}

TEST_CASE("mini VLM report: says where a method is below random, and why one did not run") {
  const std::vector<mini_vlm::result> results{made("random", 10), made("better", 11), made("worse", 9),
                                              made("other", 0, vtc::status::needs_reference)};
  std::ostringstream table;
  mini_vlm::print_table(table, results);
  std::istringstream lines(table.str());
  std::string line, random, better, worse, other;
  while (std::getline(lines, line)) {
    if (line.rfind("random", 0) == 0) random = line;
    if (line.rfind("better", 0) == 0) better = line;
    if (line.rfind("worse", 0) == 0) worse = line;
    if (line.rfind("other", 0) == 0) other = line;
  }
  CHECK(random.find("below") == std::string::npos);
  CHECK(better.find("below") == std::string::npos);
  CHECK(worse.find("below random: all, large") != std::string::npos);
  CHECK(better.find("55.0 (34.2-74.2)") != std::string::npos);
  CHECK(other.find("not run: ") != std::string::npos);

  const scratch_folder folder;
  mini_vlm::write_json(folder.file("r.json"), results);
  const auto json = nlohmann::json::parse(std::ifstream(folder.file("r.json")))["results"];
  REQUIRE(json.size() == 4);
  CHECK(json[1]["large"] == 0.55);
  CHECK(json[1]["large_count"] == 20);
  CHECK(json[1]["all_right"] == 29);
  CHECK(json[2]["below_random"] == nlohmann::json{"all", "large"});
  CHECK(json[3]["fault"] == "needs_reference");
  const std::string nowhere = folder.file("no/r.json");
  CHECK(fault_of(nowhere, [&] { mini_vlm::write_json(nowhere, results); }) == "unwritable");
}
