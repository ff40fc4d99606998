#include "input_files.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "boxes_file.hpp"
#include "fault.hpp"
#include "text.hpp"

namespace tool {
namespace {

// One number a row.
std::vector<float> load_column(const std::string& word, vtc::index_t rows) {
  const files::array a = files::read_npy(parse_file_word(word).path);
  if (a.count() != rows || a.shape.size() > 2)
    fail(vtc::status::shapes_differ, a.path + " holds " + files::describe(a.shape) + ", and there are " + std::to_string(rows) + " rows");
  return a.floats();
}

std::vector<std::uint8_t> flags_of(const std::vector<float>& values) {
  std::vector<std::uint8_t> flags;
  for (const float v : values) flags.push_back(v != 0);
  return flags;
}

void mark(std::vector<std::uint8_t>& flags, std::int64_t first, std::int64_t last, const std::string& word) {
  const auto count = static_cast<std::int64_t>(flags.size());
  if (first < 0 || last >= count || first > last)
    fail(vtc::status::bad_index, "protect \"" + word + "\": rows are 0 to " + std::to_string(count - 1));
  for (std::int64_t r = first; r <= last; ++r) flags[static_cast<std::size_t>(r)] = 1;
}

// "0,5,7-9", or a file with row numbers or one flag a row.
std::vector<std::uint8_t> load_protect(const std::string& word, vtc::index_t rows) {
  std::vector<std::uint8_t> flags(static_cast<std::size_t>(rows));
  if (word.find_first_not_of("0123456789,-") == std::string::npos) {
    for (const std::string& item : split(word, ',')) {
      const std::size_t dash = std::min(item.find('-'), item.size());
      const auto first = whole_number(item.substr(0, dash));
      const auto last = dash < item.size() ? whole_number(item.substr(dash + 1)) : first;
      if (!first || !last) misuse("protect \"" + word + "\": a list is written 0,5,7-9");
      mark(flags, *first, *last, word);
    }
    return flags;
  }
  const files::array a = files::read_npy(word);
  const std::vector<float> values = a.floats();
  const bool is_flags =
      values.size() == flags.size() && std::all_of(values.begin(), values.end(), [](float v) { return v == 0 || v == 1; });
  if (is_flags) return flags_of(values);
  for (const std::int64_t row : a.integers()) mark(flags, row, row, word);
  return flags;
}

}  // namespace

layout_files::layout_files(const input_words& words, std::optional<vtc::index_t> row_count) {
  if (!words.layout.empty()) layout_ = parse_layout(words.layout);
  else if (row_count) layout_ = one_line(*row_count);
  else misuse("--layout is needed: it tells how many rows there are");
  if (row_count && layout_.count != *row_count)
    fail(vtc::status::grid_mismatch,
         "layout \"" + words.layout + "\" has " + std::to_string(layout_.count) + " rows, the tokens have " + std::to_string(*row_count));
  if (!words.layout.empty() && layout_.regions.empty())
    protect_.assign(static_cast<std::size_t>(layout_.count), 1);  // the library sees one line there
  if (!words.protect.empty()) protect_ = load_protect(words.protect, layout_.count);
  if (!words.boxes.empty()) protect_boxes(words.boxes, layout_.view(), protect_);
  if (!words.valid.empty()) valid_ = flags_of(load_column(words.valid, layout_.count));
  view_ = layout_.view();
  if (!protect_.empty()) view_.protect = protect_.data();
  if (!valid_.empty()) view_.valid = valid_.data();
  mark_kept_rows();
}

void layout_files::mark_kept_rows() {
  kept_.assign(static_cast<std::size_t>(view_.count), 1);
  for (vtc::index_t g = 0; g < view_.parts(); ++g) {
    const vtc::region p = view_.part(g);
    for (vtc::index_t t = 0; t < p.frames; ++t)
      for (vtc::index_t y = 0; y < p.height; ++y)
        for (vtc::index_t x = 0; x < p.width; ++x) kept_[static_cast<std::size_t>(p.at(t, y, x))] = 0;
  }
  for (std::size_t r = 0; r < protect_.size(); ++r) kept_[r] |= protect_[r];
}

input_files::input_files(const input_words& words) {
  view_.tokens = load_rows(words.tokens, conversion::none);
  if (view_.tokens.count <= 0 || view_.tokens.width <= 0)
    fail(vtc::status::bad_shape, words.tokens + " holds " + files::describe(files_.front().shape()));
  const vtc::index_t n = view_.tokens.count;
  where_.emplace(words, n);
  view_.where = where_->view();
  if (!words.metric.empty()) view_.metric = load_rows(words.metric);
  if (!words.aligned.empty()) view_.aligned = load_rows(words.aligned);
  if (!words.text.empty()) view_.text = load_rows(words.text);
  if (!words.reference.empty()) view_.reference = load_rows(words.reference);
  if (!words.attention.empty()) load_attention(words);
  else if (!words.attention_row.empty() && words.keys.empty()) misuse("--attention-row belongs to --attention, or to --queries and --keys");
  if (words.queries.empty() != words.keys.empty()) misuse("--queries and --keys belong together");
  if (!words.keys.empty()) load_projections(words);
  else if (words.heads != 0) misuse("--heads belongs to --queries and --keys");
  if (!words.scores.empty()) scores_ = load_column(words.scores, n);
  if (!words.sizes.empty()) sizes_ = load_column(words.sizes, n);
  for (const float s : sizes_)
    if (!(s > 0) || !std::isfinite(s)) fail(vtc::status::bad_shape, words.sizes + ": sizes are finite and above 0");
  if (!scores_.empty()) view_.scores = scores_.data();
  if (!sizes_.empty()) view_.sizes = sizes_.data();
  if (!words.boost.empty()) boost_ = load_column(words.boost, n);
  if (!boost_.empty()) view_.boost = boost_.data();
  for (const std::string& level : words.levels) {
    load_rows(level, conversion::none);
    levels_.push_back(&files_.back());
    if (files_.back().count != n || files_.back().width <= 0)
      fail(vtc::status::shapes_differ,
           level + " holds " + files::describe(files_.back().shape()) + ", and there are " + std::to_string(n) + " tokens");
  }
}

vtc::rows input_files::load_rows(const std::string& word, conversion wide) {
  files_.emplace_back(word, wide);
  return files_.back().view();
}

vtc::index_t input_files::class_row(const input_words& words, vtc::index_t by_default, vtc::index_t queries) const {
  if (words.attention_row == "mean") return vtc::none;
  vtc::index_t row = by_default;
  if (!words.attention_row.empty()) {
    const auto given = whole_number(words.attention_row, 0, std::numeric_limits<vtc::index_t>::max());
    if (!given) misuse("--attention-row is a row number or mean, not \"" + words.attention_row + "\"");
    row = static_cast<vtc::index_t>(*given);
  }
  if (row >= queries)
    fail(vtc::status::bad_index, "--attention-row " + words.attention_row + " of " + std::to_string(queries) + " query rows");
  return row;
}

void input_files::load_attention(const input_words& words) {
  constexpr std::int64_t most = std::numeric_limits<vtc::index_t>::max();
  files_.push_back(rows_file::any_shape(words.attention, conversion::wide_to_f32));
  const rows_file& file = files_.back();
  const std::vector<std::int64_t>& sides = file.shape();
  if (sides.empty() || sides.size() > 3)
    fail(vtc::status::bad_shape, words.attention + " holds " + files::describe(sides) + ", and attention is [H, Q, N], [H, N] or [N]");
  for (const std::int64_t side : sides)
    if (side <= 0 || side > most) fail(vtc::status::bad_shape, words.attention + " holds " + files::describe(sides));
  const auto keys = static_cast<vtc::index_t>(sides.back());
  const auto queries = static_cast<vtc::index_t>(sides.size() == 3 ? sides[1] : 1);
  const auto heads = static_cast<vtc::index_t>(sides.size() > 1 ? sides[0] : 1);
  const auto row_bytes = static_cast<std::ptrdiff_t>(vtc::size_of(file.type)) * keys;
  const vtc::index_t row = class_row(words, sides.size() < 3 || where_->keeps(0) ? 0 : vtc::none, queries);
  view_.attention = vtc::attention_weights{file.shaped(1, keys).data, file.type, heads, queries, keys, row_bytes * queries, row_bytes, row};
}

// [N, H*d] as it is; [H, N, d] put into that order.
vtc::rows input_files::load_heads(const std::string& word, std::int64_t heads, vtc::index_t& head_count) {
  constexpr std::int64_t most = std::numeric_limits<vtc::index_t>::max();
  files_.push_back(rows_file::any_shape(word, conversion::wide_to_f32));
  const rows_file& file = files_.back();
  const std::vector<std::int64_t>& sides = file.shape();
  const auto wrong_shape = [&] {
    fail(vtc::status::bad_shape, word + " holds " + files::describe(sides) + ", and queries and keys are [H, N, d] or [N, H*d]");
  };
  for (const std::int64_t side : sides)
    if (side <= 0 || side > most) wrong_shape();
  if (sides.size() == 2) {
    if (heads == 0) misuse(word + " holds " + files::describe(sides) + ": --heads is needed to split its columns");
    head_count = static_cast<vtc::index_t>(heads);
    if (sides[1] % heads != 0) wrong_shape();
    return file.shaped(static_cast<vtc::index_t>(sides[0]), static_cast<vtc::index_t>(sides[1]));
  }
  if (sides.size() != 3 || sides[0] > most / sides[2]) wrong_shape();
  if (heads != 0 && heads != sides[0])
    fail(vtc::status::shapes_differ, word + " holds " + files::describe(sides) + ", which are not " + std::to_string(heads) + " heads");
  head_count = static_cast<vtc::index_t>(sides[0]);
  const auto rows = static_cast<vtc::index_t>(sides[1]), width = static_cast<vtc::index_t>(sides[0] * sides[2]);
  const std::size_t piece = vtc::size_of(file.type) * static_cast<std::size_t>(sides[2]);
  const auto* from = static_cast<const unsigned char*>(file.shaped(rows, width).data);
  reordered_.emplace_back(piece * static_cast<std::size_t>(sides[0] * sides[1]));
  unsigned char* to = reordered_.back().data();
  for (std::int64_t r = 0; r < sides[1]; ++r)
    for (std::int64_t h = 0; h < sides[0]; ++h, to += piece)
      std::memcpy(to, from + piece * static_cast<std::size_t>(h * sides[1] + r), piece);
  vtc::rows view = file.shaped(rows, width);
  view.data = reordered_.back().data();
  return view;
}

void input_files::load_projections(const input_words& words) {
  vtc::index_t heads = 0, key_heads = 0;
  view_.projections.queries = load_heads(words.queries, words.heads, heads);
  view_.projections.keys = load_heads(words.keys, words.heads, key_heads);
  if (heads != key_heads || view_.projections.queries.width != view_.projections.keys.width)
    fail(vtc::status::shapes_differ, words.queries + " and " + words.keys);
  view_.projections.heads = heads;
  view_.projections.class_row = class_row(words, where_->keeps(0) ? 0 : vtc::none, view_.projections.queries.count);
}

}  // namespace tool
