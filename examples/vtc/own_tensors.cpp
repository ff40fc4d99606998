#include "own_tensors.hpp"

#include <algorithm>
#include <limits>

#include "fault.hpp"

namespace tool {
namespace {

constexpr std::int64_t most = std::numeric_limits<vtc::index_t>::max();

// Rows and columns: the last side is the width, one side alone is one row.
struct two_sides {
  vtc::index_t rows, columns;
};
two_sides sides_of(const std::string& what, const std::vector<std::int64_t>& shape) {
  std::int64_t rows = 1;
  for (std::size_t i = 0; i + 1 < shape.size(); ++i) rows = shape[i] > 0 && rows <= most / shape[i] ? rows * shape[i] : most + 1;
  if (shape.empty() || rows > most || shape.back() <= 0 || shape.back() > most)
    fail(vtc::status::bad_shape, what + " holds " + files::describe(shape));
  return {static_cast<vtc::index_t>(rows), static_cast<vtc::index_t>(shape.back())};
}

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

}  // namespace

own_tensors::own_tensors(const std::vector<std::string>& words, policy& method) {
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0) misuse("--with is written NAME=FILE, not \"" + word + "\"");
    const std::string name = word.substr(0, equals), path = word.substr(equals + 1);
    if (method.tensors().empty()) misuse(std::string("method ") + method.name() + " takes no tensor \"" + name + "\"");
    if (ends_with(path, ".safetensors")) load_safetensors(name, path, method);
    else load_npy(name, path, method);
  }
}

void own_tensors::load_npy(const std::string& name, const std::string& path, policy& method) {
  method.require_tensor(name);
  files_.push_back(rows_file::any_shape(path, conversion::wide_to_f32));
  const two_sides s = sides_of(path, files_.back().shape());
  method.set_tensor(name, files_.back().shaped(s.rows, s.columns));
}

void own_tensors::load_safetensors(const std::string& prefix, const std::string& path, policy& method) {
  const files::safetensors file(path);
  bool found = false;
  for (const auto& [full_name, tensor] : file.tensors()) {
    if (full_name.compare(0, prefix.size() + 1, prefix + ".") != 0) continue;
    std::string name = full_name.substr(prefix.size() + 1);
    std::replace(name.begin(), name.end(), '.', '_');
    method.require_tensor(name);
    floats_.push_back(file.floats(full_name));
    const two_sides s = sides_of(path + ": " + full_name, tensor.shape);
    method.set_tensor(name, vtc::view(vtc::element::f32, floats_.back().data(), s.rows, s.columns));
    found = true;
  }
  if (!found) misuse(path + " has no tensor " + prefix + ".*");
}

}  // namespace tool
