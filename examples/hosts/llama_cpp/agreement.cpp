#include "agreement.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

namespace vtc_llama {
namespace {

struct asked {
  std::string picture, question;
};

std::vector<asked> read(const std::string& folder, const std::string& questions) {
  std::error_code failed;
  std::vector<std::string> pictures;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failed))
    if (entry.is_regular_file()) pictures.push_back(entry.path().string());
  if (failed) throw fault(fault::files_or_memory, folder + " is not a folder that can be read");
  std::sort(pictures.begin(), pictures.end());
  std::ifstream file(questions);
  if (!file) throw fault(fault::files_or_memory, questions + " cannot be read");
  std::vector<asked> list;
  for (std::string text; std::getline(file, text);) {
    if (text.empty()) continue;
    const std::size_t tab = text.find('\t');
    if (tab != std::string::npos) list.push_back({(std::filesystem::path(folder) / text.substr(0, tab)).string(), text.substr(tab + 1)});
    else
      for (const std::string& p : pictures) list.push_back({p, text});
  }
  if (list.empty()) throw fault(fault::files_or_memory, questions + " asks nothing of the pictures in " + folder);
  return list;
}

// The share of leading characters that two answers have in common.
double common_start(const std::string& a, const std::string& b) {
  const std::size_t longest = std::max(a.size(), b.size());
  if (longest == 0) return 1;
  const auto parted = std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(std::min(a.size(), b.size())), b.begin());
  return static_cast<double>(parted.first - a.begin()) / static_cast<double>(longest);
}

}  // namespace

void print_agreement(host& h, const std::string& folder, const std::string& questions, std::deque<seam>& seams, int predict, bool chat) {
  struct sum {
    int same = 0, first_token = 0;
    double start = 0, visual = 0;
  };
  const std::vector<asked> list = read(folder, questions);
  std::vector<sum> sums(seams.size());
  for (const asked& a : list) {
    const bitmap picture = h.load_picture(a.picture);
    std::string prompt = mtmd_default_marker() + a.question;
    if (chat) prompt = h.with_chat_template(prompt);
    const chunks words = h.tokenize(prompt, {picture.get()});
    const measured all = run(h, words.get(), nullptr, predict);
    const auto best = [](const std::vector<float>& x) { return std::max_element(x.begin(), x.end()) - x.begin(); };
    for (std::size_t i = 0; i < seams.size(); ++i) {
      const measured m = run(h, words.get(), &seams[i], predict);
      sums[i].same += m.answer == all.answer;
      sums[i].first_token += best(m.logits) == best(all.logits);
      sums[i].start += common_start(m.answer, all.answer);
      sums[i].visual += m.visual;
    }
  }
  const auto n = static_cast<double>(list.size());
  std::printf("\nagreement with the answers of all rows, %zu questions\n%-24s %8s %12s %12s %12s\n", list.size(), "method", "rows",
              "same answer", "first token", "same start");
  for (std::size_t i = 0; i < seams.size(); ++i)
    std::printf("%-24s %8.1f %11.1f%% %11.1f%% %11.1f%%\n", seams[i].method().c_str(), sums[i].visual / n, 100 * sums[i].same / n,
                100 * sums[i].first_token / n, 100 * sums[i].start / n);
}

}  // namespace vtc_llama
