// One host, four tasks: the policy is a template argument, nothing else changes.
//
// caption  -> pooling: the whole picture, evenly            question -> what the question is about, and the picture around it
// text     -> protect the lines of text, compress mildly    robot    -> as many different things as possible
#include <cstdio>
#include <vector>

#include <vtc/method/adaptive_pool.hpp>
#include <vtc/method/divprune.hpp>
#include <vtc/method/mmtok.hpp>
#include <vtc/method/tome.hpp>
#include <vtc/vtc.hpp>

namespace {

constexpr vtc::index_t side = 24, count = side * side, width = 64, words = 6;

// What a runtime holds after its vision encoder: here noise around twelve things in the picture.
struct encoder_output {
  std::vector<float> tokens, question;
  std::uint32_t state = 1;

  float noise() {
    state = state * 1664525u + 1013904223u;
    return static_cast<float>(state >> 8) / 8388608.0f - 1.0f;
  }
  encoder_output() : tokens(static_cast<std::size_t>(count * width)), question(static_cast<std::size_t>(words * width)) {
    std::vector<float> things(12 * static_cast<std::size_t>(width));
    for (float& v : things) v = noise();
    for (vtc::index_t r = 0; r < count; ++r)
      for (vtc::index_t c = 0; c < width; ++c)
        tokens[static_cast<std::size_t>(r * width + c)] = things[static_cast<std::size_t>((r / side / 8 * 4 + r % side / 6) * width + c)] + 0.3f * noise();
    for (std::size_t i = 0; i < question.size(); ++i) question[i] = things[5 * static_cast<std::size_t>(width) + i % static_cast<std::size_t>(width)] + 0.3f * noise();
  }
};

// The host. It reads none of the policies' names: it gives what it has.
template <class Policy>
class seam {
 public:
  explicit seam(const Policy& policy, const vtc::budget& budget) : policy_(policy), budget_(budget) {}

  vtc::status compress(const encoder_output& seen, const std::uint8_t* protect) {
    const auto grid = vtc::layout_builder<1>{}.grid(side, side);
    vtc::layout where = grid;
    where.protect = protect;
    const vtc::rows x = vtc::view(seen.tokens.data(), count, width), asked = vtc::view(seen.question.data(), words, width);
    vtc::bounds known{};
    if (const vtc::status s = vtc::slots(policy_, where, budget_, known); s != vtc::status::ok) return s;
    rows.resize(static_cast<std::size_t>(known.most * width));  // the count is known before any data
    return vtc::compress(policy_, vtc::give(where, vtc::tokens(x), vtc::metric(x), vtc::aligned(x), vtc::text(asked)), budget_, memory_, plan,
                         vtc::view(rows.data(), known.most, width));
  }

  vtc::plan_storage plan;
  std::vector<float> rows;  // what the language model reads

 private:
  Policy policy_;
  vtc::budget budget_;
  vtc::workspace memory_;
};

template <class Policy>
int show(const char* task, const Policy& policy, const vtc::budget& budget, const encoder_output& seen, const std::uint8_t* protect = nullptr) {
  seam<Policy> host(policy, budget);
  if (const vtc::status s = host.compress(seen, protect); s != vtc::status::ok) {
    std::fprintf(stderr, "%s: %s\n", task, vtc::message(s));
    return 1;
  }
  const vtc::plan_view p = host.plan;
  std::printf("%s, %s: %d rows become %d\n", task, Policy::information.name, static_cast<int>(p.source_count), static_cast<int>(p.slot_count));
  for (vtc::index_t y = 0; y < side; y += 2) {  // where the rows stand
    for (vtc::index_t x = 0; x < side; ++x) {
      bool kept = false;
      for (vtc::index_t s = 0; s < p.slot_count; ++s) kept = kept || p.anchor[s] == y * side + x || p.anchor[s] == (y + 1) * side + x;
      std::putchar(kept ? '#' : '.');
    }
    std::putchar('\n');
  }
  return 0;
}

}  // namespace

int main() {
  const encoder_output seen;
  std::vector<std::uint8_t> line_of_text(static_cast<std::size_t>(count), 0);  // from a text detector: vtc/view/boxes.hpp turns pixel boxes into such rows
  for (vtc::index_t x = 4; x < 20; ++x) line_of_text[static_cast<std::size_t>(10 * side + x)] = 1;
  return show("caption", vtc::method::adaptive_pool{}, vtc::keep(64), seen) |                                   //
         show("text", vtc::method::tome{}, vtc::keep_ratio(3, 4), seen, line_of_text.data()) |                  //
         show("question", vtc::method::mmtok{}, vtc::keep(64), seen) |                                          //
         show("robot", vtc::method::divprune{}, vtc::keep(64), seen);
}
