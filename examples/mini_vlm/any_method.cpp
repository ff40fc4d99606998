#include "mini_vlm/any_method.hpp"

#include <algorithm>
#include <type_traits>

namespace mini_vlm {

any_method::any_method(const std::string& text) : name(text), method_(experiment::parse_method(text)) {
  auto& options = method_.options;
  const auto row = std::find_if(options.begin(), options.end(), [](const auto& o) { return o.first == "attention_row"; });
  if (row != options.end()) {
    mean_attention_ = row->second == "mean";
    if (!mean_attention_ && row->second != "0")
      throw experiment::usage_error("option attention_row is 0 or mean, not \"" + row->second + "\"");
    options.erase(row);
  }
  experiment::with_method(method_, [&](const auto& policy) { reads_question = vtc::covers(policy.needs, vtc::input::text); });
}

vtc::status any_method::run(seam& s, vtc::inputs in, int picture, int keep) const {
  if (mean_attention_) in.attention.class_row = vtc::none;
  vtc::status result = vtc::status::ok;
  experiment::with_method(method_, [&](auto policy) {
    if constexpr (std::is_same_v<decltype(policy), vtc::method::random>) policy.seed = experiment::seed_for(policy.seed, picture);
    result = s.compress(policy, in, keep);
  });
  return result;
}

vtc::status any_method::compress(seam& s, const visual& seen, int picture, int keep) const {
  const auto grid = vtc::layout_builder<1>{}.grid(grid_side, grid_side);
  return run(s, seam::inputs_of(seen, grid), picture, keep);
}

vtc::status any_method::compress(seam& s, const visual& seen, int picture, int keep, const matrix& projected,
                                 const matrix& question) const {
  const auto grid = vtc::layout_builder<1>{}.grid(grid_side, grid_side);
  vtc::inputs in = seam::inputs_of(seen, grid);
  in.aligned = view(projected);
  in.text = view(question);
  return run(s, in, picture, keep);
}

}  // namespace mini_vlm
