#include "table.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

namespace vtc_llama {
namespace {

constexpr double mega = 1024.0 * 1024.0;

vtc::decoder decoder_of(const host& h) {
  const llama_model* m = h.model();
  const auto number = [&](const char* key) {
    return static_cast<vtc::index_t>(std::atoi(h.model_value(h.model_value("general.architecture") + key).c_str()));
  };
  vtc::decoder d{};
  d.layers = llama_model_n_layer(m);
  d.width = llama_model_n_embd(m);
  d.heads = llama_model_n_head(m);
  d.kv_heads = llama_model_n_head_kv(m);
  d.head_size = number(".attention.key_length") > 0 ? number(".attention.key_length") : d.heads > 0 ? d.width / d.heads : 0;
  d.ffn_width = number(".feed_forward_length");
  d.gated = true;
  d.element_bytes = static_cast<double>(llama_model_size(m)) / static_cast<double>(std::max<uint64_t>(llama_model_n_params(m), 1));
  d.kv_element_bytes = 2;
  return d;
}

}  // namespace

void predict_prefill(const host& h, std::vector<line>& lines) {
  std::vector<vtc::timing> points;
  for (const line& l : lines) {
    if (l.best.pictures != 1) return;
    const bool known = std::any_of(points.begin(), points.end(), [&](const vtc::timing& t) { return t.tokens == l.best.visual; });
    if (!known) points.push_back({l.best.visual, l.best.image_prefill});
  }
  if (points.size() < 3) return;
  const auto fewer = [](const vtc::timing& a, const vtc::timing& b) { return a.tokens < b.tokens; };
  const auto [least, most] = std::minmax_element(points.begin(), points.end(), fewer);
  const vtc::timing ends[] = {*least, *most};
  vtc::prefill_cost cost{};
  if (vtc::calibrate(decoder_of(h), ends, 2, cost) != vtc::status::ok) return;
  for (line& l : lines)
    if (l.best.visual != least->tokens && l.best.visual != most->tokens) l.predicted = cost.milliseconds(l.best.visual);
}

void print(const std::vector<line>& lines) {
  std::printf("\n%-24s %7s %9s %9s %9s %9s %9s %9s %7s %8s %8s\n", "", "visual", "encode", "compress", "image", "(model", "prompt", "first",
              "tokens", "KV", "peak");
  std::printf("%-24s %7s %9s %9s %9s %9s %9s %9s %7s %8s %8s\n", "method", "tokens", "ms", "ms", "prefill", "predicts)", "total", "token",
              "/ s", "MB", "MB");
  for (const line& l : lines) {
    const measured& m = l.best;
    char predicted[32] = "";
    if (l.predicted) std::snprintf(predicted, sizeof predicted, "%.1f", *l.predicted);
    std::printf("%-24s %7d %9.2f %9.3f %9.2f %9s %9.2f %9.2f %7.1f %8.2f %8.1f%s\n",
                l.method.empty() ? "all rows, without vtc" : l.method.c_str(), m.visual, m.encode, m.compress, m.image_prefill, predicted,
                m.prompt, m.first_token, m.tokens_per_second, static_cast<double>(m.kv_bytes) / mega,
                static_cast<double>(m.peak_bytes) / mega,
                !l.method.empty() && m.identity ? "  the count is not below the tokens: every row is kept" : "");
  }
  std::printf("\nanswers\n");
  for (const line& l : lines)
    std::printf("  %-24s %5d  %s\n", l.method.empty() ? "all rows" : l.method.c_str(), l.best.visual, l.best.answer.c_str());
}

void write_json(const std::string& path, const std::vector<line>& lines) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const line& l : lines) {
    const measured& m = l.best;
    all.push_back({{"method", l.method.empty() ? "none" : l.method},
                   {"visual_tokens", m.visual},
                   {"visual_tokens_before", m.before},
                   {"identity", m.identity},
                   {"encode_ms", m.encode},
                   {"compress_ms", m.compress},
                   {"image_prefill_ms", m.image_prefill},
                   {"predicted_image_prefill_ms", l.predicted ? nlohmann::ordered_json(*l.predicted) : nlohmann::ordered_json()},
                   {"prompt_ms", m.prompt},
                   {"first_token_ms", m.first_token},
                   {"tokens_per_second", m.tokens_per_second},
                   {"kv_bytes", m.kv_bytes},
                   {"peak_bytes", m.peak_bytes},
                   {"answer", m.answer}});
  }
  std::ofstream file(path);
  file << all.dump(2) << '\n';
  if (!file) throw fault(fault::files_or_memory, path + " cannot be written");
}

}  // namespace vtc_llama
