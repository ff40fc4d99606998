// What was measured, as a table and as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "run.hpp"
#include "vtc/session/prefill_cost.hpp"

namespace vtc_llama {

struct line {
  std::string method;               // empty: without vtc
  measured best;                    // the shortest times of several runs
  std::optional<double> predicted;  // image prefill by vtc::prefill_cost, where it was not told this count
};

// Fits the image prefill to the largest and the smallest count; nothing where there are fewer than three counts or several pictures.
void predict_prefill(const host& h, std::vector<line>& lines);

void print(const std::vector<line>& lines);
void write_json(const std::string& path, const std::vector<line>& lines);

}  // namespace vtc_llama
