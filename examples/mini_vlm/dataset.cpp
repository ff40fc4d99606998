#include "mini_vlm/dataset.hpp"

#include "files/npy.hpp"

namespace mini_vlm {

dataset read_dataset(const std::string& folder) {
  const auto read = [&](const char* name) { return files::read_npy(folder + name, files::fortran_order::reordered); };
  const files::array images = read("/images.npy"), questions = read("/questions.npy"), answers = read("/answers.npy"),
                     subset = read("/subset.npy");
  images.expect("u1", {-1, picture_side, picture_side});
  const std::int64_t pictures = images.side(0);
  questions.expect("u1", {pictures, -1, 2});
  const std::int64_t each = questions.side(1);
  answers.expect("u1", {pictures, each});
  subset.expect("u1", {pictures, each});
  constexpr std::int64_t most = 1 << 20;
  if (pictures == 0 || each == 0 || pictures > most || each > most)
    throw files::error(files::fault::malformed, folder, "no pictures, no questions, or too many");

  dataset data;
  data.pictures = static_cast<int>(pictures);
  data.questions_per_picture = static_cast<int>(each);
  data.pixels = images.bytes;
  data.questions.resize(answers.bytes.size());
  for (std::size_t i = 0; i < data.questions.size(); ++i) {
    const asked_question q{{questions.bytes[2 * i], questions.bytes[2 * i + 1]}, answers.bytes[i], subset.bytes[i]};
    if (q.tokens.type >= vocabulary || q.tokens.argument >= vocabulary)
      throw files::error(files::fault::malformed, questions.path, "holds a token outside the vocabulary of " + std::to_string(vocabulary));
    if (q.answer >= answer_count) throw files::error(files::fault::malformed, answers.path, "holds an answer that the model cannot give");
    if (q.subset >= subset_count) throw files::error(files::fault::malformed, subset.path, "holds a number that is no subset");
    data.questions[i] = q;
  }
  return data;
}

}  // namespace mini_vlm
