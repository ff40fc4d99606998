// Accuracy of the model with compressed visual tokens, method by method and budget by budget.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "mini_vlm/any_method.hpp"
#include "mini_vlm/dataset.hpp"

namespace mini_vlm {

inline constexpr int guided_pictures = 100;  // methods that read the question need one plan for each, so they see the first pictures only

struct tally {
  std::array<int, subset_count> right{}, asked{};

  void add(const asked_question& q, int answer) {
    right[q.subset] += answer == q.answer;
    ++asked[q.subset];
  }
  void add(const tally& other);
  int all_right() const;
  int all_asked() const;
};

struct result {
  std::string method;
  int keep = 0;             // asked for
  int least = 0, most = 0;  // tokens really left
  int pictures = 0;
  bool reads_question = false;
  tally answers, first;  // first: of the pictures that question-guided methods see
  vtc::status fault = vtc::status::ok;
};

// The result with every token, then one for each budget and method, budget by budget.
// Runs on all cores; the numbers do not depend on how many.
std::vector<result> measure(const model& vlm, const dataset& data, const std::vector<any_method>& methods, const std::vector<int>& keeps,
                            int pictures);

}  // namespace mini_vlm
