// Everything a method may read, loaded from the files that the command line names, as one vtc::inputs.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "layout_text.hpp"
#include "rows_file.hpp"
#include "vtc/inputs.hpp"

namespace tool {

struct input_words {  // as typed; empty: not given
  std::string layout, protect, boxes, valid;
  std::string tokens, metric, aligned, text, reference;
  std::string attention, attention_row, queries, keys;
  std::int64_t heads = 0;  // 0: not given
  std::string scores, sizes, boost;
  std::vector<std::string> levels;
};

// The layout with its masks; needs no tensor but the files of the masks.
class layout_files {
 public:
  layout_files(const input_words& words, std::optional<vtc::index_t> row_count);  // without a count the layout must tell it

  const vtc::layout& view() const { return view_; }
  const std::string& text() const { return layout_.text; }
  bool keeps(vtc::index_t row) const { return kept_[static_cast<std::size_t>(row)] != 0; }  // outside every grid, or by --protect
  bool is_valid(vtc::index_t row) const { return valid_.empty() || valid_[static_cast<std::size_t>(row)] != 0; }

  layout_files(const layout_files&) = delete;
  layout_files& operator=(const layout_files&) = delete;

 private:
  void mark_kept_rows();

  layout_text layout_;
  std::vector<std::uint8_t> protect_, valid_, kept_;
  vtc::layout view_{};
};

class input_files {
 public:
  explicit input_files(const input_words& words);

  const vtc::inputs& view() const { return view_; }
  const layout_files& where() const { return *where_; }
  const rows_file& tokens() const { return files_.front(); }
  const std::vector<const rows_file*>& levels() const { return levels_; }
  const std::vector<float>& sizes() const { return sizes_; }  // empty: none given

  input_files(const input_files&) = delete;
  input_files& operator=(const input_files&) = delete;

 private:
  vtc::rows load_rows(const std::string& word, conversion wide = conversion::wide_to_f32);
  vtc::index_t class_row(const input_words& words, vtc::index_t by_default, vtc::index_t queries) const;
  void load_attention(const input_words& words);
  void load_projections(const input_words& words);
  vtc::rows load_heads(const std::string& word, std::int64_t heads, vtc::index_t& head_count);

  std::deque<rows_file> files_;  // addresses stay
  std::deque<std::vector<unsigned char>> reordered_;
  std::vector<const rows_file*> levels_;
  std::vector<float> scores_, sizes_, boost_;
  std::optional<layout_files> where_;
  vtc::inputs view_{};
};

}  // namespace tool
