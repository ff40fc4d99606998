// A plan as files: slot_begin.npy, source.npy, anchor.npy (int64), weight.npy (f32, absent when there are none) and plan.json.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "layout_text.hpp"
#include "vtc/plan/plan.hpp"

namespace tool {

// What a plan file tells beside the table.
struct plan_origin {
  std::string method, layout;
  bool official = false;
};

void write_plan(const std::filesystem::path& folder, const vtc::plan_view& plan, const plan_origin& origin);

// A plan read back and checked: files may have been edited by hand or come from elsewhere. Faults: unreadable, malformed, bad_plan.
class plan_files {
 public:
  explicit plan_files(const std::string& folder);  // what compress wrote, or the folder plan in it

  const vtc::plan_view& view() const { return view_; }
  const plan_origin& origin() const { return origin_; }
  layout_text layout() const;  // fault bad_plan where it does not fit the plan

  plan_files(const plan_files&) = delete;
  plan_files& operator=(const plan_files&) = delete;

 private:
  void read_description(const std::filesystem::path& path);

  std::vector<vtc::index_t> slot_begin_, source_, anchor_;
  std::vector<float> weight_;
  plan_origin origin_;
  vtc::plan_view view_{};
};

const char* name_of(vtc::reduction how);
vtc::reduction parse_reduction(const std::string& word);  // fault: command_line
nlohmann::ordered_json names_of_notes(std::uint32_t notes);

}  // namespace tool
