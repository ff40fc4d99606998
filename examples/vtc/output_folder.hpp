// Results that appear as a whole or not at all: everything is written beside its place and moved there when it is complete.
#pragma once

#include <filesystem>
#include <string>

namespace tool {

// A folder that is absent, or was written by vtc (it has summary.json and plan/plan.json): then its files are replaced, and files that
// vtc did not write stay. Fault: unwritable.
class output_folder {
 public:
  explicit output_folder(const std::string& name);  // checks only
  ~output_folder();
  output_folder(const output_folder&) = delete;
  output_folder& operator=(const output_folder&) = delete;

  std::filesystem::path open();  // the folder to write into
  void commit();

 private:
  std::filesystem::path target_, draft_;
};

// One file, in the same way.
class output_file {
 public:
  explicit output_file(const std::string& name);
  ~output_file();
  output_file(const output_file&) = delete;
  output_file& operator=(const output_file&) = delete;

  std::string path() const { return draft_.string(); }
  void commit();

 private:
  std::filesystem::path target_, draft_;
};

}  // namespace tool
