// Pictures with questions and answers, as .npy files in one folder.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mini_vlm/model.hpp"

namespace mini_vlm {

inline constexpr int subset_count = 4;
inline constexpr const char* subset_names[subset_count] = {"large", "small", "text", "whole"};  // what a question is about

struct asked_question {
  question tokens;
  std::uint8_t answer, subset;
};

struct dataset {
  int pictures = 0, questions_per_picture = 0;
  std::vector<std::uint8_t> pixels;       // [pictures][56][56]
  std::vector<asked_question> questions;  // [pictures][questions_per_picture]

  const std::uint8_t* picture(int p) const { return pixels.data() + static_cast<std::ptrdiff_t>(p) * picture_side * picture_side; }
  const asked_question* asked(int p) const { return questions.data() + static_cast<std::ptrdiff_t>(p) * questions_per_picture; }
};

// images u8 [P,56,56], questions u8 [P,Q,2], answers u8 [P,Q], subset u8 [P,Q]. Throws files::error.
dataset read_dataset(const std::string& folder);

}  // namespace mini_vlm
