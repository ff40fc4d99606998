#include "files/safetensors.hpp"

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

#include "files/npy.hpp"
#include "vtc/view/element.hpp"

namespace files {
namespace {

std::size_t size_of_dtype(const std::string& dtype) {
  constexpr const char* by_size[][6] = {{"I8", "U8", "BOOL", "", "", ""},
                                        {"F16", "BF16", "I16", "U16", "", ""},
                                        {"F32", "I32", "U32", "", "", ""},
                                        {"F64", "I64", "U64", "", "", ""}};
  std::size_t size = 1;
  for (const auto& names : by_size) {
    for (const char* name : names)
      if (*name != '\0' && dtype == name) return size;
    size *= 2;
  }
  return 0;
}

template <class From>
std::vector<float> converted(const safetensors::tensor& t) {
  std::vector<float> out(t.size / sizeof(From));
  for (std::size_t i = 0; i < out.size(); ++i) {
    From v;
    std::memcpy(&v, t.bytes + i * sizeof(From), sizeof v);  // tensors lie at any byte
    out[i] = static_cast<float>(v);
  }
  return out;
}

std::vector<float> converted(const safetensors::tensor& t, float (*widen)(std::uint16_t)) {
  std::vector<float> out(t.size / 2);
  for (std::size_t i = 0; i < out.size(); ++i) {
    std::uint16_t v = 0;
    std::memcpy(&v, t.bytes + 2 * i, sizeof v);
    out[i] = widen(v);
  }
  return out;
}

bool is_whole_number(const nlohmann::json& v) { return v.is_number_unsigned(); }

// One entry of the header, checked against the size of the data; `reason` tells why it was refused.
bool read_entry(const nlohmann::json& entry, std::uint64_t data_size, safetensors::tensor& t, std::uint64_t& first, const char*& reason) {
  const auto refuse = [&](const char* why) {
    reason = why;
    return false;
  };
  if (!entry.is_object() || !entry.contains("dtype") || !entry.contains("shape") || !entry.contains("data_offsets"))
    return refuse("lacks dtype, shape or data_offsets");
  const nlohmann::json &type = entry["dtype"], &shape = entry["shape"], &offsets = entry["data_offsets"];
  if (!type.is_string() || size_of_dtype(type.get<std::string>()) == 0) return refuse("this dtype is not supported");
  if (!shape.is_array()) return refuse("the shape is no list");
  if (!offsets.is_array() || offsets.size() != 2 || !is_whole_number(offsets[0]) || !is_whole_number(offsets[1]))
    return refuse("malformed offsets");
  first = offsets[0].get<std::uint64_t>();
  const auto last = offsets[1].get<std::uint64_t>();
  if (first > last || last > data_size) return refuse("the offsets leave the file");
  t.type = type.get<std::string>();
  t.size = static_cast<std::size_t>(last - first);

  std::uint64_t elements = 1;
  for (const nlohmann::json& side : shape) {
    if (!is_whole_number(side)) return refuse("a side of the shape is no whole number");
    const auto n = side.get<std::uint64_t>();
    if (n > data_size || (n != 0 && elements > data_size / n)) return refuse("the shape is larger than the file");
    elements *= n;
    t.shape.push_back(static_cast<std::int64_t>(n));
  }
  if (elements > data_size || elements * size_of_dtype(t.type) != t.size) return refuse("shape and offsets do not agree");
  return true;
}

}  // namespace

safetensors::safetensors(const std::string& path) : path_(path), file_(read_file(path)) {
  const auto fail = [&](const std::string& reason) { throw error(fault::malformed, path_, reason); };
  constexpr std::size_t prefix = 8;
  std::uint64_t length = 0;
  for (std::size_t i = 0; i < prefix && i < file_.size(); ++i) length |= static_cast<std::uint64_t>(file_[i]) << (8 * i);
  if (file_.size() < prefix || length > file_.size() - prefix) fail("no .safetensors file, or a truncated one");
  const unsigned char *text = file_.data() + prefix, *data = text + length;
  const std::uint64_t data_size = file_.size() - prefix - length;

  const nlohmann::json header = nlohmann::json::parse(text, data, nullptr, false);
  if (!header.is_object()) fail("the header is no JSON object");
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
  for (const auto& [name, entry] : header.items()) {
    if (name == "__metadata__") continue;
    tensor t{};
    std::uint64_t first = 0;
    const char* reason = "";
    if (!read_entry(entry, data_size, t, first, reason)) fail("tensor '" + name + "': " + reason);
    t.bytes = data + first;
    ranges.emplace_back(first, first + t.size);
    tensors_.emplace(name, std::move(t));
  }
  std::sort(ranges.begin(), ranges.end());
  for (std::size_t i = 1; i < ranges.size(); ++i)
    if (ranges[i].first < ranges[i - 1].second) fail("two tensors overlap");
}

const safetensors::tensor& safetensors::at(const std::string& name) const {
  const auto found = tensors_.find(name);
  if (found == tensors_.end()) throw error(fault::malformed, path_, "no tensor '" + name + "'");
  return found->second;
}

std::vector<float> safetensors::floats(const std::string& name) const {
  const tensor& t = at(name);
  if (t.type == "F32") return converted<float>(t);
  if (t.type == "F64") return converted<double>(t);
  if (t.type == "F16") return converted(t, [](std::uint16_t h) { return vtc::float_from_half(h); });
  if (t.type == "BF16") return converted(t, [](std::uint16_t h) { return vtc::float_from_bfloat16(h); });
  if (t.type == "I8") return converted<std::int8_t>(t);
  if (t.type == "I16") return converted<std::int16_t>(t);
  if (t.type == "U16") return converted<std::uint16_t>(t);
  if (t.type == "I32") return converted<std::int32_t>(t);
  if (t.type == "U32") return converted<std::uint32_t>(t);
  if (t.type == "I64") return converted<std::int64_t>(t);
  if (t.type == "U64") return converted<std::uint64_t>(t);
  return converted<std::uint8_t>(t);  // U8, BOOL
}

std::vector<float> safetensors::floats(const std::string& name, const std::vector<std::int64_t>& shape) const {
  const tensor& t = at(name);
  bool fits = shape.size() == t.shape.size();
  for (std::size_t i = 0; fits && i < shape.size(); ++i) fits = shape[i] < 0 || shape[i] == t.shape[i];
  if (!fits) throw error(fault::malformed, path_, "tensor '" + name + "' is " + describe(t.shape) + ", not " + describe(shape));
  return floats(name);
}

}  // namespace files
