#include "host.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "gguf.h"

namespace vtc_llama {
namespace {

void must_exist(const std::string& path) {
  if (!std::filesystem::is_regular_file(path)) throw fault(fault::files_or_memory, path + " is not a file that can be read");
}

bool has_tensor(const std::string& path, const char* name) {
  gguf_context* file = gguf_init_from_file(path.c_str(), gguf_init_params{true, nullptr});
  if (file == nullptr) throw fault(fault::files_or_memory, path + " is no GGUF file");
  const bool found = gguf_find_tensor(file, name) >= 0;
  gguf_free(file);
  return found;
}

}  // namespace

host::host(const settings& s) {
  must_exist(s.model);
  must_exist(s.mmproj);
  has_tensor(s.model, "token_embd.weight");
  class_token_ = has_tensor(s.mmproj, "v.class_embd");
  const auto quiet = [](ggml_log_level, const char*, void*) {};  // what fails is said once, by this program
  llama_log_set(quiet, nullptr);
  mtmd_helper_log_set(quiet, nullptr);

  model_.reset(llama_model_load_from_file(s.model.c_str(), llama_model_default_params()));
  if (!model_) throw fault(fault::files_or_memory, s.model + " cannot be loaded as a language model");
  llama_context_params how = llama_context_default_params();
  how.n_ctx = static_cast<uint32_t>(s.context);
  how.n_batch = how.n_ubatch = 2048;  // a picture in one piece: models that see it without a causal mask need that
  how.n_threads = how.n_threads_batch = s.threads;
  context_.reset(llama_init_from_model(model_.get(), how));
  if (!context_) throw fault(fault::files_or_memory, "no context of " + std::to_string(s.context) + " tokens can be made");

  mtmd_context_params image = mtmd_context_params_default();
  image.use_gpu = false;
  image.print_timings = false;
  image.warmup = false;
  image.n_threads = s.threads;
  if (s.picture_tokens > 0) image.image_min_tokens = image.image_max_tokens = s.picture_tokens;
  if (s.tap_attention) {
    image.flash_attn_type = LLAMA_FLASH_ATTN_TYPE_DISABLED;  // it has no softmax tensor
    image.cb_eval = attention_tap::callback;
    image.cb_eval_user_data = tap_.get();
  }
  vision_.reset(mtmd_init_from_file(s.mmproj.c_str(), model_.get(), image));
  if (!vision_) throw fault(fault::input, s.mmproj + " is no projector for " + s.model);
  if (!mtmd_support_vision(vision_.get())) throw fault(fault::input, s.mmproj + " does not take pictures");
}

bitmap host::load_picture(const std::string& path) const {
  must_exist(path);
  bitmap b(mtmd_helper_bitmap_init_from_file(vision_.get(), path.c_str(), false, mtmd_helper_init_opt_default()).bitmap);
  if (!b || mtmd_bitmap_is_audio(b.get())) throw fault(fault::files_or_memory, path + " is no picture that can be read");
  return b;
}

std::string host::with_chat_template(const std::string& prompt) const {
  const char* form = llama_model_chat_template(model_.get(), nullptr);
  if (form == nullptr) throw fault(fault::input, "the model has no chat template");
  const llama_chat_message message{"user", prompt.c_str()};
  std::vector<char> text(prompt.size() * 2 + 4096);
  const int32_t size = llama_chat_apply_template(form, &message, 1, true, text.data(), static_cast<int32_t>(text.size()));
  if (size < 0 || size > static_cast<int32_t>(text.size())) throw fault(fault::input, "the model's chat template is not supported");
  return std::string(text.data(), static_cast<std::size_t>(size));
}

chunks host::tokenize(const std::string& prompt, const std::vector<const mtmd_bitmap*>& pictures) const {
  chunks list(mtmd_input_chunks_init());
  const mtmd_input_text text{prompt.c_str(), prompt.size(), true, true};
  std::vector<const mtmd_bitmap*> given = pictures;
  const int32_t s = mtmd_tokenize(vision_.get(), list.get(), &text, given.data(), given.size());
  if (s == 1)
    throw fault(fault::command_line, "the prompt has another number of " + std::string(mtmd_default_marker()) + " than there are pictures");
  if (s != 0) throw fault(fault::input, "a picture cannot be prepared for this projector");
  return list;
}

encoded host::encode(const mtmd_input_chunk* image) {
  tap_->forget();
  if (mtmd_encode_chunk(vision_.get(), image) != 0) throw fault(fault::input, "the picture cannot be encoded");
  encoded e{};
  e.rows = mtmd_get_output_embd(vision_.get());
  e.count = static_cast<int32_t>(mtmd_input_chunk_get_n_tokens(image));
  e.embd = llama_model_n_embd(model_.get());
  e.width = llama_model_n_embd_inp(model_.get());
  e.class_row = class_token_;
  if (class_token_) return e;  // a layout that trusts the grid would be wrong by one
  if (position_axes() == 4) {
    const std::vector<int32_t> at = positions(image, 0);
    const auto side = [&](int axis) {
      const auto first = at.begin() + axis * e.count, last = first + e.count;
      return 1 + *std::max_element(first, last) - *std::min_element(first, last);
    };
    if (side(1) * side(2) == e.count) e.grid_height = side(1), e.grid_width = side(2);
  } else {
    const auto side = static_cast<int32_t>(std::lround(std::sqrt(e.count)));
    if (side * side == e.count) e.grid_height = e.grid_width = side;
  }
  return e;
}

std::vector<int32_t> host::positions(const mtmd_input_chunk* image, int32_t past) const {
  const auto n = static_cast<int32_t>(mtmd_input_chunk_get_n_tokens(image));
  std::vector<int32_t> planes(static_cast<std::size_t>(n * position_axes()));
  if (position_axes() == 1) {
    for (int32_t i = 0; i < n; ++i) planes[static_cast<std::size_t>(i)] = past + i;
    return planes;
  }
  std::vector<mtmd_decoder_pos> at(static_cast<std::size_t>(n));
  mtmd_helper_image_get_decoder_pos(mtmd_input_chunk_get_tokens_image(image), past, at.data());
  for (int32_t i = 0; i < n; ++i) {
    const mtmd_decoder_pos& p = at[static_cast<std::size_t>(i)];
    const uint32_t axes[] = {p.t, p.y, p.x, p.z};
    for (int a = 0; a < 4; ++a) planes[static_cast<std::size_t>(a * n + i)] = static_cast<int32_t>(axes[a]);
  }
  return planes;
}

void host::decode_text(const llama_token* tokens, int32_t count, int32_t past, bool logits) {
  std::vector<llama_pos> at(static_cast<std::size_t>(count));
  for (int32_t i = 0; i < count; ++i) at[static_cast<std::size_t>(i)] = past + i;
  std::vector<int8_t> wanted(static_cast<std::size_t>(count), 0);
  if (count > 0 && logits) wanted.back() = 1;
  llama_batch batch{};
  batch.n_tokens = count;
  batch.token = const_cast<llama_token*>(tokens);
  batch.pos = at.data();  // the model repeats a text position on every axis
  batch.logits = wanted.data();
  if (count > 0 && llama_decode(context_.get(), batch) != 0) throw fault(fault::input, "the text does not fit into the context");
}

void host::decode_rows(const mtmd_input_chunk* image, float* rows, int32_t count, int32_t, int32_t* positions) {
  std::vector<int8_t> wanted(static_cast<std::size_t>(count), 0);
  llama_batch batch{};
  batch.n_tokens = count;
  batch.embd = rows;
  batch.pos = positions;
  batch.logits = wanted.data();
  const bool sees_all = mtmd_decode_use_non_causal(vision_.get(), image);
  if (sees_all) llama_set_causal_attn(context_.get(), false);
  const int32_t s = llama_decode(context_.get(), batch);
  llama_synchronize(context_.get());
  if (sees_all) llama_set_causal_attn(context_.get(), true);
  if (s != 0) throw fault(fault::input, "llama_decode refuses the picture's rows (" + std::to_string(s) + ")");
}

std::vector<float> host::decode_by_helper(const mtmd_input_chunks* prompt) {
  forget();
  llama_pos past = 0;
  if (mtmd_helper_eval_chunks(vision_.get(), context_.get(), prompt, 0, 0, 2048, true, &past) != 0)
    throw fault(fault::input, "the host's own path fails");
  return logits();
}

std::vector<float> host::logits() const {
  const float* last = llama_get_logits_ith(context_.get(), -1);
  return std::vector<float>(last, last + llama_vocab_n_tokens(llama_model_get_vocab(model_.get())));
}

llama_token host::best_token() const {
  const std::vector<float> all = logits();
  return static_cast<llama_token>(std::max_element(all.begin(), all.end()) - all.begin());
}

std::string host::text_of(llama_token t) const {
  char text[256];
  const int32_t n = llama_token_to_piece(llama_model_get_vocab(model_.get()), t, text, sizeof text, 0, false);
  std::string piece(text, static_cast<std::size_t>(std::max(n, 0)));
  for (char& c : piece)
    if (static_cast<unsigned char>(c) < 32 || static_cast<unsigned char>(c) > 126) c = '.';
  return piece;
}

std::string host::model_value(const std::string& key) const {
  char text[256];
  const int32_t n = llama_model_meta_val_str(model_.get(), key.c_str(), text, sizeof text);
  return n < 0 ? "" : std::string(text);
}

}  // namespace vtc_llama
