#include "mini_vlm/measure.hpp"

#include <algorithm>
#include <memory>
#include <numeric>

#include "experiment/lanes.hpp"

namespace mini_vlm {
namespace {

// What one core needs for itself.
struct lane {
  seam compression;
  std::vector<result> results;
};

std::vector<question> tokens_of(const asked_question* asked, int count) {
  std::vector<question> tokens;
  for (int q = 0; q < count; ++q) tokens.push_back(asked[q].tokens);
  return tokens;
}

class one_picture {
 public:
  one_picture(const model& vlm, const dataset& data, int picture, seam& compression)
      : vlm_(vlm),
        asked_(data.asked(picture)),
        count_(data.questions_per_picture),
        picture_(picture),
        seam_(compression),
        seen_(vlm.encode(data.picture(picture))) {}

  void with_every_token(result& r) {
    std::vector<std::int32_t> positions(token_count);
    std::iota(positions.begin(), positions.end(), 0);
    answer_all(seen_.tokens, positions, r);
  }

  void with(const any_method& method, result& r) {
    if (!method.reads_question) {
      r.fault = method.compress(seam_, seen_, picture_, r.keep);
      if (r.fault == vtc::status::ok) answer_all(seam_.tokens, seam_.positions, r);
      return;
    }
    if (picture_ >= guided_pictures) return;
    if (projected_.height == 0) projected_ = vlm_.project(seen_.tokens);
    for (int q = 0; q < count_ && r.fault == vtc::status::ok; ++q) {
      r.fault = method.compress(seam_, seen_, picture_, r.keep, projected_, vlm_.embed(asked_[q].tokens));
      if (r.fault == vtc::status::ok) answer(seam_.tokens, seam_.positions, asked_ + q, 1, r);
    }
    ++r.pictures;
  }

 private:
  void answer_all(const matrix& tokens, const std::vector<std::int32_t>& positions, result& r) {
    answer(tokens, positions, asked_, count_, r);
    ++r.pictures;
  }

  void answer(const matrix& tokens, const std::vector<std::int32_t>& positions, const asked_question* asked, int count, result& r) {
    const prefix context = vlm_.read(vlm_.project(tokens), positions);
    const matrix logits = vlm_.answer(context, tokens_of(asked, count).data(), count);
    tally here;
    for (int q = 0; q < count; ++q) here.add(asked[q], best_answer(logits, q));
    r.answers.add(here);
    if (picture_ < guided_pictures) r.first.add(here);
    r.least = r.most == 0 ? tokens.height : std::min(r.least, tokens.height);
    r.most = std::max(r.most, tokens.height);
  }

  const model& vlm_;
  const asked_question* asked_;
  int count_, picture_;
  seam& seam_;
  visual seen_;
  matrix projected_;  // only where a method reads the question
};

void join(result& into, const result& part) {
  into.answers.add(part.answers);
  into.first.add(part.first);
  into.pictures += part.pictures;
  if (part.most > 0) into.least = into.most == 0 ? part.least : std::min(into.least, part.least);
  into.most = std::max(into.most, part.most);
  if (into.fault == vtc::status::ok) into.fault = part.fault;
}

}  // namespace

void tally::add(const tally& other) {
  for (std::size_t s = 0; s < right.size(); ++s) {
    right[s] += other.right[s];
    asked[s] += other.asked[s];
  }
}
int tally::all_right() const { return std::accumulate(right.begin(), right.end(), 0); }
int tally::all_asked() const { return std::accumulate(asked.begin(), asked.end(), 0); }

std::vector<result> measure(const model& vlm, const dataset& data, const std::vector<any_method>& methods, const std::vector<int>& keeps,
                            int pictures) {
  std::vector<result> results(1);
  results[0].method = "every token";
  results[0].keep = token_count;
  for (const int keep : keeps)
    for (const any_method& method : methods) {
      results.emplace_back();
      results.back().method = method.name;
      results.back().keep = keep;
      results.back().reads_question = method.reads_question;
    }

  std::vector<std::unique_ptr<lane>> lanes;
  for (int i = 0; i < experiment::lane_count(); ++i) {
    lanes.push_back(std::make_unique<lane>());
    lanes.back()->results = results;
  }
  experiment::for_each_item("mini VLM", pictures, [&](int picture, int i) {
    lane& own = *lanes[static_cast<std::size_t>(i)];
    one_picture work(vlm, data, picture, own.compression);
    work.with_every_token(own.results[0]);
    for (std::size_t k = 1; k < own.results.size(); ++k)
      if (own.results[k].fault == vtc::status::ok) work.with(methods[(k - 1) % methods.size()], own.results[k]);
  });
  for (const auto& own : lanes)
    for (std::size_t k = 0; k < results.size(); ++k) join(results[k], own->results[k]);
  return results;
}

}  // namespace mini_vlm
