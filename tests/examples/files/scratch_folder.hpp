// A folder for the files of one test, removed with it.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>

#include "files/file.hpp"

struct scratch_folder {
  std::filesystem::path path;

  scratch_folder() {
    static int made = 0;
    path = std::filesystem::temp_directory_path() / ("vtc-test-" + std::to_string(::getpid()) + "-" + std::to_string(made++));
    std::filesystem::create_directories(path);
  }
  ~scratch_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  scratch_folder(const scratch_folder&) = delete;
  scratch_folder& operator=(const scratch_folder&) = delete;

  std::string file(const std::string& name) const { return (path / name).string(); }
  std::string file(const std::string& name, const std::string& content) const {
    files::write_file(file(name), content.data(), content.size());
    return file(name);
  }
};

// The fault of a call, and whether its message is one line that names the file; "none" if it does not throw.
template <class Call>
std::string fault_of(const std::string& path, Call&& call) {
  try {
    call();
  } catch (const files::error& e) {
    const std::string text = e.what();
    if (text.find('\n') != std::string::npos || text.find(path) != 0) return "badly worded: " + text;
    return e.kind == files::fault::unreadable ? "unreadable" : e.kind == files::fault::unwritable ? "unwritable" : "malformed";
  }
  return "none";
}
