// vtc between the projector and the language model: what of this host a method can read, and the rows that go on.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "host.hpp"
#include "vtc/inputs.hpp"
#include "vtc/make_plan.hpp"

namespace vtc_llama {

// One picture after compression. `rows` and `positions` stay until the next picture.
struct compressed {
  int32_t before, count;
  bool identity;
  float* rows;
  int32_t* positions;
  int32_t next;  // the position of what follows
};

class seam {
 public:
  // "name[:option=value,...]"; faults: command_line for unknown words, input for a method whose inputs this host cannot give.
  seam(const std::string& method, vtc::index_t keep);

  const std::string& method() const { return text_; }
  vtc::index_t keep() const { return keep_; }
  bool reads_attention() const { return reads_attention_; }
  compressed compress(host& h, const mtmd_input_chunk* image, const encoded& picture, int32_t past);

 private:
  using planner = std::function<vtc::status(const vtc::inputs&, const vtc::budget&, vtc::workspace&, vtc::plan_storage&)>;
  void describe(const attention_tap& tap, const encoded& picture, vtc::inputs& in);
  void require(vtc::status s) const;

  std::string text_;
  vtc::index_t keep_;
  planner make_plan_;
  bool reads_attention_ = false, reads_scores_ = false;

  vtc::workspace memory_, score_memory_;  // all of these are reused from picture to picture
  vtc::plan_storage plan_;
  std::vector<float> rows_, scores_, patch_scores_;
  std::vector<int32_t> positions_;
  vtc::layout_builder<1> where_;
};

}  // namespace vtc_llama
