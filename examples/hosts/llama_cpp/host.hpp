// llama.cpp with its image part, as far as a host of vtc needs it; public functions of llama.h, mtmd.h and mtmd-helper.h only.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "attention_tap.hpp"
#include "llama.h"
#include "mtmd-helper.h"
#include "mtmd.h"

namespace vtc_llama {

struct fault : std::runtime_error {
  enum code { command_line = 2, input = 3, files_or_memory = 4 };
  fault(code exit, const std::string& sentence) : std::runtime_error(sentence), exit_code(exit) {}
  code exit_code;
};

template <class T, void (*Free)(T*)>
struct freed_by {
  void operator()(T* p) const { Free(p); }
};
using bitmap = std::unique_ptr<mtmd_bitmap, freed_by<mtmd_bitmap, mtmd_bitmap_free>>;
using chunks = std::unique_ptr<mtmd_input_chunks, freed_by<mtmd_input_chunks, mtmd_input_chunks_free>>;

struct settings {
  std::string model, mmproj;
  int threads = 1, context = 4096;
  int picture_tokens = 0;      // asked of encoders with dynamic resolution; 0: as the model says
  bool tap_attention = false;  // turns flash attention off in the encoder
};

// One picture's tokens as the projector left them, in llama.cpp's own buffer: valid until the next picture is encoded.
struct encoded {
  float* rows;
  int32_t count;
  int32_t width;                    // of a row: embd, and one more embd for each DeepStack level
  int32_t embd;                     // of the language model
  bool class_row;                   // the last row is the class token, and the rows before are patches 1, 2, ...: patch 0 is missing
  int32_t grid_height, grid_width;  // 0: not a grid
};

class host {
 public:
  explicit host(const settings& s);

  chunks tokenize(const std::string& prompt, const std::vector<const mtmd_bitmap*>& pictures) const;
  bitmap load_picture(const std::string& path) const;
  std::string with_chat_template(const std::string& prompt) const;

  void forget() { llama_memory_clear(llama_get_memory(context_.get()), true); }
  encoded encode(const mtmd_input_chunk* image);
  // Positions of the picture's tokens before compression: one plane, or four for M-RoPE, `count` apart.
  std::vector<int32_t> positions(const mtmd_input_chunk* image, int32_t past) const;
  int32_t position_axes() const { return mtmd_decode_use_mrope(vision_.get()) ? 4 : 1; }
  int32_t position_after(const mtmd_input_chunk* image, int32_t past) const { return past + mtmd_input_chunk_get_n_pos(image); }

  void decode_text(const llama_token* tokens, int32_t count, int32_t past, bool logits);
  void decode_rows(const mtmd_input_chunk* image, float* rows, int32_t count, int32_t width, int32_t* positions);
  std::vector<float> decode_by_helper(const mtmd_input_chunks* prompt);  // the host's own path, as a measure of ours

  std::vector<float> logits() const;
  llama_token best_token() const;
  bool ends(llama_token t) const { return llama_vocab_is_eog(llama_model_get_vocab(model_.get()), t); }
  std::string text_of(llama_token t) const;
  std::size_t kv_bytes() const { return llama_state_seq_get_size(context_.get(), 0); }
  std::string model_value(const std::string& key) const;  // of the GGUF file; empty: not there
  const llama_model* model() const { return model_.get(); }
  attention_tap& tap() { return *tap_; }

 private:
  std::unique_ptr<attention_tap> tap_ = std::make_unique<attention_tap>();
  std::unique_ptr<llama_model, freed_by<llama_model, llama_model_free>> model_;
  std::unique_ptr<llama_context, freed_by<llama_context, llama_free>> context_;
  std::unique_ptr<mtmd_context, freed_by<mtmd_context, mtmd_free>> vision_;
  bool class_token_ = false;
};

}  // namespace vtc_llama
