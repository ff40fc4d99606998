// How similar each row is to the text rows: the mean of the cosines, or the best of them.
#pragma once

#include "oracle/matrix.hpp"

namespace oracle {

inline std::vector<double> query_similarity(const matrix& aligned, const matrix& text, bool mean) {
  std::vector<double> score;
  for (int i = 0; i < aligned.count(); ++i) {
    double sum = 0, best = -2;
    for (int j = 0; j < text.count(); ++j) {
      const double s = cosine(aligned.row(i), text.row(j));
      sum += s;
      best = s > best ? s : best;
    }
    score.push_back(mean ? sum / text.count() : best);
  }
  return score;
}

}  // namespace oracle
