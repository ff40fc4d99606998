#include "seam.hpp"

#include "experiment/method_text.hpp"
#include "vtc/apply/apply.hpp"
#include "vtc/host/dimensions.hpp"
#include "vtc/score/class_attention.hpp"
#include "vtc/sequence/positions.hpp"

namespace vtc_llama {
namespace {

// What llama.cpp's public functions can hand over at this seam.
constexpr vtc::input given = vtc::input::tokens | vtc::input::metric | vtc::input::attention | vtc::input::scores | vtc::input::geometry;

}  // namespace

seam::seam(const std::string& method, vtc::index_t keep) : text_(method), keep_(keep) {
  if (keep <= 0) throw fault(fault::command_line, "--keep is at least 1");
  try {
    experiment::with_method(experiment::parse_method(method), [&](const auto& policy) {
      using P = std::decay_t<decltype(policy)>;
      if (!vtc::covers(given, P::needs))
        throw fault(
            fault::input,
            "method " + method + " needs what llama.cpp does not show here: text or image features, queries, sizes or the frame before");
      if (!vtc::detail::takes_budget<std::decay_t<decltype(vtc::planner_of(policy))>>::value)
        throw fault(fault::input, "method " + method + " makes wider rows, and the language model takes rows of its own width");
      reads_attention_ = vtc::covers(P::needs, vtc::input::attention) || vtc::covers(P::needs, vtc::input::scores) ||
                         vtc::covers(vtc::detail::needs_any<P>::value, vtc::input::attention);
      reads_scores_ = vtc::covers(P::needs, vtc::input::scores);
      make_plan_ = [policy](const vtc::inputs& in, const vtc::budget& want, vtc::workspace& memory, vtc::plan_storage& plan) {
        return vtc::make_plan(policy, in, want, memory, plan);
      };
    });
  } catch (const experiment::usage_error& e) {
    throw fault(fault::command_line, e.what());
  }
}

compressed seam::compress(host& h, const mtmd_input_chunk* image, const encoded& picture, int32_t past) {
  const vtc::index_t n = picture.count, axes = h.position_axes();
  const std::vector<int32_t> ids = h.positions(image, past);
  const auto rule = axes == 1 ? vtc::position_rule::renumber : vtc::position_rule::keep;  // plain RoPE refuses gaps, M-RoPE takes them
  vtc::inputs in{};
  describe(h.tap(), picture, in);
  rows_.resize(static_cast<std::size_t>(n) * static_cast<std::size_t>(picture.width));
  positions_.resize(ids.size());
  int32_t next = 0;
  // ---- vtc, from here
  const vtc::rows tokens =
      vtc::view(picture.rows, n, picture.width);  // where the projector left them; DeepStack levels lie behind each row
  in.tokens = in.metric = tokens.columns(0, picture.embd);
  require(make_plan_(in, vtc::keep(keep_), memory_, plan_));
  const vtc::index_t k = plan_.view().slot_count;
  require(vtc::apply(plan_, tokens, vtc::view(rows_.data(), k, picture.width)));
  require(vtc::positions(plan_, ids.data(), n, axes, rule, past, vtc::planes{positions_.data(), k, axes, k}, &next));
  // ---- to here
  if (axes != 1) next = h.position_after(image, past);  // that of the whole picture
  return compressed{n, k, plan_.view().has(vtc::note::identity), rows_.data(), positions_.data(), next};
}

void seam::describe(const attention_tap& tap, const encoded& picture, vtc::inputs& in) {
  const vtc::index_t n = picture.count;
  where_ = {};
  if (picture.class_row) where_.grid(1, n - 1).extra(1);
  else if (picture.grid_height > 0) where_.grid(picture.grid_height, picture.grid_width);
  else where_.grid(1, n);
  in.where = where_;
  if (!picture.class_row && picture.grid_height == 0) in.where = vtc::layout{n, nullptr, 0, nullptr, nullptr};
  if (!reads_attention_ || tap.keys == 0) return;

  const auto row = static_cast<std::ptrdiff_t>(sizeof(float)) * tap.keys;
  const vtc::attention_weights seen{tap.weights.data(), vtc::element::f32, tap.heads, tap.queries,
                                    tap.keys,           row * tap.queries, row,       vtc::none};
  if (picture.class_row && tap.keys == n + 1) {
    in.attention = vtc::host::attention_columns(seen, 1, n);
    in.attention.class_row = n;  // the class token stands behind the patches
  } else if (tap.keys == n) {
    in.attention = seen;
  }
  // One score per row: the attention it receives; where the projector joins patches, the mean over those of a row. Of very many query rows every
  // k-th is asked: 2304 x 2304 weights of 16 heads are 340 MB, and reading them all would cost what is to be saved.
  vtc::inputs patches{};
  patches.attention = in.attention.data != nullptr ? in.attention : seen;
  const vtc::index_t count = patches.attention.keys;
  if (!reads_scores_ || count % n != 0) return;
  if (patches.attention.class_row == vtc::none) {
    const double weights = static_cast<double>(seen.heads) * seen.queries * seen.keys;
    const auto every = static_cast<vtc::index_t>(1 + weights / 6e6);
    patches.attention.queries /= every;
    patches.attention.query_stride *= every;
  }
  patches.where = vtc::layout{count, nullptr, 0, nullptr, nullptr};
  patch_scores_.resize(static_cast<std::size_t>(count));
  scores_.assign(static_cast<std::size_t>(n), 0);
  require(score_memory_.reserve(1 << 20));
  score_memory_.rewind();
  require(vtc::score::class_attention{}(patches, score_memory_, patch_scores_.data(), vtc::default_arch{}));
  const vtc::index_t joined = count / n;
  for (vtc::index_t r = 0; r < count; ++r)
    scores_[static_cast<std::size_t>(r / joined)] += patch_scores_[static_cast<std::size_t>(r)] / static_cast<float>(joined);
  in.scores = scores_.data();
}

void seam::require(vtc::status s) const {
  if (s == vtc::status::ok) return;
  const bool memory = s == vtc::status::out_of_memory;
  throw fault(memory ? fault::files_or_memory : fault::input, "method " + text_ + ": " + vtc::message(s));
}

}  // namespace vtc_llama
