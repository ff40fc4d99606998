// The tensors of a method's own that --with names: NAME=FILE.npy, or PREFIX=FILE.safetensors for all tensors PREFIX.* of a model's file.
//
// A name with dots behind the prefix is known by the method with underscores: head.norm.weight becomes norm_weight under --with head=...
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "files/safetensors.hpp"
#include "policy.hpp"
#include "rows_file.hpp"

namespace tool {

class own_tensors {
 public:
  // Sets them in the method. Faults: command_line for a name that the method does not know, those of the files.
  own_tensors(const std::vector<std::string>& words, policy& method);

  own_tensors(const own_tensors&) = delete;
  own_tensors& operator=(const own_tensors&) = delete;

 private:
  void load_npy(const std::string& name, const std::string& path, policy& method);
  void load_safetensors(const std::string& prefix, const std::string& path, policy& method);

  std::deque<rows_file> files_;  // addresses stay
  std::deque<std::vector<float>> floats_;
};

}  // namespace tool
