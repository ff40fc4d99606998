#include "run.hpp"

#include <chrono>
#include <fstream>

namespace vtc_llama {
namespace {

using clock = std::chrono::steady_clock;
double since(clock::time_point start) { return std::chrono::duration<double, std::milli>(clock::now() - start).count(); }

// The process's peak memory, from now on.
void forget_peak() { std::ofstream("/proc/self/clear_refs") << "5"; }
std::size_t peak() {
  std::ifstream file("/proc/self/status");
  for (std::string word; file >> word;)
    if (word == "VmHWM:") {
      std::size_t kilobytes = 0;
      file >> kilobytes;
      return kilobytes * 1024;
    }
  return 0;
}

int32_t prefill_image(host& h, const mtmd_input_chunk* image, seam* s, int32_t past, measured& m) {
  auto start = clock::now();
  const encoded picture = h.encode(image);
  m.encode += since(start);

  start = clock::now();
  std::vector<int32_t> ids;
  compressed c{picture.count, picture.count, true, picture.rows, nullptr, h.position_after(image, past)};
  if (s != nullptr) c = s->compress(h, image, picture, past);
  else c.positions = (ids = h.positions(image, past)).data();
  m.compress += since(start);

  start = clock::now();
  h.decode_rows(image, c.rows, c.count, picture.width, c.positions);
  m.image_prefill += since(start);
  m.before += c.before;
  m.visual += c.count;
  ++m.pictures;
  m.identity = m.identity && c.count == c.before;
  return c.next;
}

}  // namespace

measured run(host& h, const mtmd_input_chunks* prompt, seam* s, int predict) {
  measured m;
  h.forget();
  forget_peak();
  const auto start = clock::now();
  int32_t past = 0;
  for (std::size_t i = 0; i < mtmd_input_chunks_size(prompt); ++i) {
    const mtmd_input_chunk* chunk = mtmd_input_chunks_get(prompt, i);
    const bool last = i + 1 == mtmd_input_chunks_size(prompt);
    if (mtmd_input_chunk_get_type(chunk) == MTMD_INPUT_CHUNK_TYPE_IMAGE) {
      if (last) throw fault(fault::command_line, "some text must follow the last picture");
      past = prefill_image(h, chunk, s, past, m);
      continue;
    }
    std::size_t count = 0;
    const llama_token* tokens = mtmd_input_chunk_get_tokens_text(chunk, &count);
    h.decode_text(tokens, static_cast<int32_t>(count), past, last);
    past += static_cast<int32_t>(count);
  }
  m.logits = h.logits();
  llama_token token = h.best_token();
  m.first_token = since(start);
  m.prompt = m.first_token - m.encode - m.compress;
  m.kv_bytes = h.kv_bytes();

  const auto generating = clock::now();
  int made = 0;
  for (; made < predict && !h.ends(token); ++made) {
    m.answer += h.text_of(token);
    h.decode_text(&token, 1, past++, true);
    token = h.best_token();
  }
  const double taken = since(generating);
  m.tokens_per_second = made > 0 ? 1000 * made / taken : 0;
  m.peak_bytes = peak();
  return m;
}

}  // namespace vtc_llama
