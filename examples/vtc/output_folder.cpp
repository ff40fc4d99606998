#include "output_folder.hpp"

#include <unistd.h>

#include "fault.hpp"

namespace tool {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void unwritable(const fs::path& path, const std::string& reason) {
  throw fault(fault::files_or_memory, "unwritable", path.string() + ": " + reason);
}

fs::path named(const std::string& name) {
  fs::path path = name;
  if (!path.has_filename()) path = path.parent_path();  // "out/"
  if (path.empty()) unwritable(name, "is no name of a file or folder");
  return path;
}

fs::path draft_of(const fs::path& target) {
  return target.parent_path() / ("." + target.filename().string() + ".vtc-" + std::to_string(::getpid()));
}

bool was_written_by_vtc(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_regular_file(folder / "summary.json", ignored) && fs::is_regular_file(folder / "plan" / "plan.json", ignored);
}

bool is_name_of_vtc(const std::string& name) {
  for (const char* known : {"plan", "summary.json", "times.json", "tokens.npy", "sizes.npy", "positions.npy", "slots_per_region.npy"})
    if (name == known) return true;
  return name.compare(0, 6, "level_") == 0 && name.size() > 4 && name.compare(name.size() - 4, 4, ".npy") == 0;
}

void move(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::rename(from, to, error);
  if (error) unwritable(to, error.message());
}

}  // namespace

output_folder::output_folder(const std::string& name) : target_(named(name)) {
  std::error_code error;
  const fs::file_status found = fs::status(target_, error);
  if (fs::exists(found)) {
    target_ = fs::canonical(target_, error);
    if (error) unwritable(name, error.message());
    if (!fs::is_directory(found)) unwritable(name, "is a file");
    if (!was_written_by_vtc(target_)) unwritable(name, "exists and was not written by vtc");
  } else if (found.type() != fs::file_type::not_found) {
    unwritable(name, error.message());
  }
}

output_folder::~output_folder() {
  std::error_code ignored;
  if (!draft_.empty()) fs::remove_all(draft_, ignored);
}

fs::path output_folder::open() {
  std::error_code error;
  const fs::path draft = draft_of(target_);
  fs::remove_all(draft, error);
  if (!fs::create_directory(draft, error)) unwritable(target_, error ? error.message() : "cannot be made");
  draft_ = draft;
  return draft_;
}

void output_folder::commit() {
  std::error_code ignored;
  if (!fs::exists(target_, ignored)) {
    move(draft_, target_);
    draft_.clear();
    return;
  }
  for (const fs::directory_entry& e : fs::directory_iterator(target_))
    if (!is_name_of_vtc(e.path().filename().string())) move(e.path(), draft_ / e.path().filename());
  const fs::path old = draft_.string() + "-old";
  fs::remove_all(old, ignored);
  move(target_, old);
  move(draft_, target_);
  draft_ = old;  // removed at the end
}

output_file::output_file(const std::string& name) : target_(named(name)) {
  std::error_code error;
  if (fs::exists(target_, error)) {
    target_ = fs::canonical(target_, error);
    if (error || !fs::is_regular_file(target_, error)) unwritable(name, "exists and is no file");
  } else if (target_.has_parent_path() && !fs::is_directory(target_.parent_path(), error)) {
    unwritable(name, "its folder does not exist");
  }
  draft_ = draft_of(target_);
}

output_file::~output_file() {
  std::error_code ignored;
  if (!draft_.empty()) fs::remove(draft_, ignored);
}

void output_file::commit() {
  move(draft_, target_);
  draft_.clear();
}

}  // namespace tool
