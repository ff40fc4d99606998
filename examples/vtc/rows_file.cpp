#include "rows_file.hpp"

#include <limits>

#include "fault.hpp"
#include "text.hpp"

namespace tool {
namespace {

[[noreturn]] void fail_for(const files::array& a, vtc::status s, const std::string& reason) {
  throw fault(fault::input, vtc::name(s), a.path + ": " + reason);
}

vtc::element element_of(const file_word& word, const files::array& a) {
  if (word.bfloat16) {
    if (a.type != "u2") fail_for(a, vtc::status::unknown_element, "holds " + a.type + ", and :bf16 reads u2");
    return vtc::element::bf16;
  }
  const bool small = a.type == "i1" || a.type == "u1";
  if (word.quantized && !small) fail_for(a, vtc::status::unknown_element, "holds " + a.type + ", and :scale=,zero= reads i1 and u1");
  if (a.type == "f4") return vtc::element::f32;
  if (a.type == "f2") return vtc::element::f16;
  if (a.type == "i4") return vtc::element::i32;
  if (small) return a.type == "i1" ? vtc::element::i8 : vtc::element::u8;
  fail_for(a, vtc::status::unknown_element, "holds " + a.type + "; rows are f4, f2, i1, u1, or bf16 as u2 with :bf16 behind the name");
}

}  // namespace

file_word parse_file_word(const std::string& text) {
  file_word word;
  word.text = word.path = text;
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos) return word;
  const std::string suffix = text.substr(colon + 1);
  if (suffix == "bf16") {
    word.bfloat16 = true;
  } else if (suffix.compare(0, 6, "scale=") == 0 || suffix.compare(0, 5, "zero=") == 0) {
    word.quantized = true;
    for (const std::string& part : split(suffix, ',')) {
      const std::string name = part.substr(0, part.find('=')), value = name.size() < part.size() ? part.substr(name.size() + 1) : "";
      if (name == "scale") {
        const auto scale = finite_number(value);
        if (!scale) misuse("\"" + text + "\": scale is a finite number, not \"" + value + "\"");
        word.quant.scale = *scale;
      } else if (name == "zero") {
        const auto zero = signed_number(value, -(1 << 20), 1 << 20);
        if (!zero) misuse("\"" + text + "\": zero is a whole number, not \"" + value + "\"");
        word.quant.zero_point = static_cast<std::int32_t>(*zero);
      } else {
        misuse("\"" + text + "\": behind a file stands :bf16 or :scale=S,zero=Z");
      }
    }
  } else {
    return word;  // a colon of the path
  }
  word.path = text.substr(0, colon);
  return word;
}

rows_file rows_file::any_shape(const std::string& text, conversion wide) {
  const file_word word = parse_file_word(text);
  rows_file file;
  file.array_ = files::read_npy(word.path);
  files::array& a = file.array_;
  const bool converts = a.type == "f8" || a.type == "i2" || a.type == "i4" || a.type == "u4" || a.type == "i8" || a.type == "u8";
  if (wide == conversion::wide_to_f32 && converts && !word.bfloat16 && !word.quantized) {
    file.converted_ = a.floats();
    a.bytes.clear();
    file.type = vtc::element::f32;
  } else {
    file.type = element_of(word, a);
    file.quant_ = word.quant;
  }
  return file;
}

rows_file::rows_file(const std::string& text, conversion wide) : rows_file(any_shape(text, wide)) {
  const std::vector<std::int64_t>& sides = shape();
  constexpr std::int64_t most = std::numeric_limits<vtc::index_t>::max();
  if (sides.size() != 2 && sides.size() != 3)
    fail_for(array_, vtc::status::bad_shape, "holds " + files::describe(sides) + ", and rows are [N, C] or [T, n, C]");
  const std::int64_t frames = sides.size() == 3 ? sides[0] : 1, rows = sides[sides.size() - 2], columns = sides.back();
  if (columns > most || (rows > 0 && frames > most / rows))
    fail_for(array_, vtc::status::bad_shape, "holds " + files::describe(sides) + ", more than 2^31 - 1 rows or columns");
  count = static_cast<vtc::index_t>(frames * rows);
  width = static_cast<vtc::index_t>(columns);
}

vtc::rows rows_file::shaped(vtc::index_t rows, vtc::index_t columns) const {
  static const unsigned char nothing = 0;  // rows without bytes are still rows
  const void* data = !converted_.empty()    ? static_cast<const void*>(converted_.data())
                     : array_.bytes.empty() ? &nothing
                                            : array_.bytes.data();
  return vtc::view(type, data, rows, columns, 0, quant_);
}

rows_out::rows_out(vtc::index_t rows, vtc::index_t columns, vtc::element e)
    : count(rows), width(columns), type(e), bytes(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns) * vtc::size_of(e)) {}

void rows_out::write(const std::string& path) const {
  const char* npy = type == vtc::element::f32 ? "f4" : type == vtc::element::f16 ? "f2" : type == vtc::element::bf16 ? "u2" : "i4";
  files::write_npy(path, npy, {count, width}, bytes.data());
}

vtc::element element_for_output(vtc::element in) { return vtc::is_quantized(in) ? vtc::element::f32 : in; }

const char* name_of(vtc::element e) {
  switch (e) {
    case vtc::element::f32: return "f32";
    case vtc::element::f16: return "f16";
    case vtc::element::bf16: return "bf16";
    case vtc::element::i8: return "i8";
    case vtc::element::u8: return "u8";
    case vtc::element::i32: return "i32";
  }
  return "";
}

}  // namespace tool
