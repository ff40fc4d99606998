#include "text_reader/measure.hpp"

#include <memory>

#include "experiment/lanes.hpp"

namespace text_reader {
namespace {

struct lane {  // what one core needs for itself
  seam compression;
  std::vector<result> results;
};

void count(errors& e, const std::string& read, const std::string& truth) {
  e.wrong += edits(read, truth);
  e.characters += static_cast<int>(truth.size());
}

// `random` draws anew for every line.
vtc::status compress(seam& s, const experiment::method_text& method, const text_line& line, const first_block& seen, int number,
                     int percent) {
  const auto columns = vtc::layout_builder<1>{}.grid(1, line.tokens.height);
  const vtc::inputs in = inputs_of(line, seen, columns);
  const vtc::budget budget = vtc::keep_ratio(percent, 100, vtc::rounding::nearest);
  vtc::status result = vtc::status::ok;
  experiment::with_method(method, [&](auto policy) {
    if constexpr (std::is_same_v<decltype(policy), vtc::method::random>) policy.seed = experiment::seed_for(policy.seed, number);
    result = s.compress(policy, in, line, budget);
  });
  return result;
}

void join(result& into, const result& part) {
  into.columns += part.columns;
  into.kept += part.kept;
  for (const auto half : {&result::clear, &result::hard}) {
    (into.*half).wrong += (part.*half).wrong;
    (into.*half).characters += (part.*half).characters;
  }
  if (into.fault == vtc::status::ok) into.fault = part.fault;
}

}  // namespace

std::vector<result> measure(const reader& model, const std::vector<text_line>& lines, const std::vector<experiment::method_text>& methods,
                            const std::vector<int>& percents) {
  std::vector<result> results(1);
  results[0].method = "every column";
  for (const int percent : percents)
    for (const auto& method : methods) {
      results.emplace_back();
      results.back().method = method.text;
      results.back().percent = percent;
    }

  std::vector<std::unique_ptr<lane>> lanes;
  for (int i = 0; i < experiment::lane_count(); ++i) {
    lanes.push_back(std::make_unique<lane>());
    lanes.back()->results = results;
  }
  const int line_count = static_cast<int>(lines.size());
  experiment::for_each_item("text reader", line_count, [&](int number, int i) {
    lane& own = *lanes[static_cast<std::size_t>(i)];
    const text_line& line = lines[static_cast<std::size_t>(number)];
    const auto half = number < line_count / 2 ? &result::clear : &result::hard;
    const first_block seen = model.look(line.tokens);
    for (std::size_t k = 0; k < own.results.size(); ++k) {
      result& r = own.results[k];
      if (r.fault != vtc::status::ok) continue;
      seam& s = own.compression;
      if (k == 0) {
        s.tokens = line.tokens;
        s.skip = line.skip;
        s.sizes.clear();
      } else {
        r.fault = compress(s, methods[(k - 1) % methods.size()], line, seen, number, r.percent);
      }
      if (r.fault != vtc::status::ok) continue;
      count(r.*half, model.text(model.logits(s.tokens, s.skip, s.sizes)), line.truth);
      r.columns += line.tokens.height;
      r.kept += s.tokens.height;
    }
  });
  for (const auto& own : lanes)
    for (std::size_t k = 0; k < results.size(); ++k) join(results[k], own->results[k]);
  return results;
}

}  // namespace text_reader
