#include "files/npy.hpp"

#include <cstring>
#include <limits>

#include "vtc/view/element.hpp"

namespace files {
namespace {

struct type_entry {
  const char* name;
  std::size_t size;
};
constexpr type_entry known_types[] = {{"b1", 1}, {"i1", 1}, {"u1", 1}, {"i2", 2}, {"u2", 2}, {"f2", 2},
                                      {"i4", 4}, {"u4", 4}, {"f4", 4}, {"i8", 8}, {"u8", 8}, {"f8", 8}};

// Reads the header, which is a Python dictionary of exactly three entries, and nothing else that Python would take.
class header_parser {
 public:
  header_parser(const std::string& path, const char* at, const char* end) : path_(path), at_(at), end_(end) {}

  void parse(array& a) {
    expect('{');
    bool has_type = false, has_order = false, has_shape = false;
    while (!next_is('}')) {
      const std::string key = quoted();
      expect(':');
      if (key == "descr" && !has_type) has_type = true, read_type(a);
      else if (key == "fortran_order" && !has_order) has_order = true, read_order();
      else if (key == "shape" && !has_shape) has_shape = true, read_shape(a);
      else fail("unexpected entry '" + key + "' in the header");
      if (!next_is(',') && peek() != '}') fail("malformed header");
    }
    if (peek() != '\0') fail("malformed header");
    if (!has_type || !has_order || !has_shape) fail("the header lacks descr, fortran_order or shape");
  }
  bool is_fortran() const { return fortran_; }

 private:
  [[noreturn]] void fail(const std::string& reason) const { throw error(fault::malformed, path_, reason); }

  char peek() {  // '\0' at the end
    while (at_ < end_ && (*at_ == ' ' || *at_ == '\n')) ++at_;
    return at_ < end_ ? *at_ : '\0';
  }
  bool next_is(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!next_is(c)) fail("malformed header");
  }
  bool next_is_word(const char* word) {
    peek();
    const std::size_t n = std::strlen(word);
    if (static_cast<std::size_t>(end_ - at_) < n || std::memcmp(at_, word, n) != 0) return false;
    at_ += n;
    return true;
  }
  std::string quoted() {
    const char quote = peek();
    if (quote != '\'' && quote != '"') fail("malformed header");
    const char* first = ++at_;
    while (at_ < end_ && *at_ != quote) ++at_;
    if (at_ == end_) fail("malformed header");
    return std::string(first, at_++);
  }

  void read_type(array& a) {
    if (peek() == '[') fail("structured types are not supported");
    const std::string text = quoted();
    a.type = text.empty() ? text : text.substr(1);
    const std::size_t size = size_of_type(a.type);
    if (size == 0) fail("type '" + text + "' is not supported");
    if (text[0] == '>') fail("big-endian numbers are not supported: save x.astype('<" + a.type + "')");
    if (text[0] != '<' && !(text[0] == '|' && size == 1)) fail("type '" + text + "' is not supported");
  }
  void read_order() {
    fortran_ = next_is_word("True");
    if (!fortran_ && !next_is_word("False")) fail("fortran_order is neither True nor False");
  }
  void read_shape(array& a) {
    expect('(');
    while (!next_is(')')) {
      a.shape.push_back(whole_number());
      if (next_is(',')) continue;
      if (a.shape.size() < 2 || peek() != ')') fail("malformed shape");  // (3) is no tuple in Python
    }
  }
  std::int64_t whole_number() {
    constexpr std::int64_t limit = std::numeric_limits<std::int64_t>::max();
    const char first = peek();
    if (first < '0' || first > '9') fail("a side of the shape is no whole number");
    std::int64_t n = 0;
    for (; at_ < end_ && *at_ >= '0' && *at_ <= '9'; ++at_) {
      const int digit = *at_ - '0';
      if (n > (limit - digit) / 10) fail("a side of the shape is too large");
      n = n * 10 + digit;
    }
    return n;
  }

  const std::string& path_;
  const char *at_, *end_;
  bool fortran_ = false;
};

// The elements of `from`, whose first index runs fastest, with the last index fastest.
std::vector<unsigned char> in_c_order(const std::vector<unsigned char>& from, const std::vector<std::int64_t>& shape, std::size_t element) {
  std::vector<unsigned char> to(from.size());
  std::vector<std::int64_t> index(shape.size());
  for (std::size_t at = 0; at < to.size(); at += element) {
    std::size_t source = 0;
    for (std::size_t axis = shape.size(); axis-- > 0;)
      source = source * static_cast<std::size_t>(shape[axis]) + static_cast<std::size_t>(index[axis]);
    std::memcpy(to.data() + at, from.data() + source * element, element);
    for (std::size_t axis = shape.size(); axis-- > 0 && ++index[axis] == shape[axis];) index[axis] = 0;
  }
  return to;
}

// Elements of this shape in this many bytes; false where they do not fit, without ever overflowing.
bool shape_fills(const std::vector<std::int64_t>& shape, std::size_t element, std::size_t bytes) {
  for (const std::int64_t side : shape)
    if (side == 0) return bytes == 0;
  std::uint64_t left = bytes / element;
  if (bytes % element != 0) return false;
  for (const std::int64_t side : shape) {
    if (left % static_cast<std::uint64_t>(side) != 0 || left == 0) return false;
    left /= static_cast<std::uint64_t>(side);
  }
  return left == 1;
}

}  // namespace

std::size_t size_of_type(const std::string& type) {
  for (const type_entry& t : known_types)
    if (type == t.name) return t.size;
  return 0;
}

std::string describe(const std::vector<std::int64_t>& shape) {
  std::string text = "[";
  for (std::size_t i = 0; i < shape.size(); ++i)
    text += (i > 0 ? ", " : "") + (shape[i] < 0 ? std::string("any") : std::to_string(shape[i]));
  return text + "]";
}

std::int64_t array::count() const {
  const std::size_t element = size_of_type(type);
  return element == 0 ? 0 : static_cast<std::int64_t>(bytes.size() / element);
}

std::int64_t array::side(std::size_t axis) const { return axis < shape.size() ? shape[axis] : 1; }

namespace {

template <class T>
const T* values_of(const array& a, const char* type, const char* or_type = "") {
  if (a.type != type && a.type != or_type) throw error(fault::malformed, a.path, "holds " + a.type + ", not " + type);
  return reinterpret_cast<const T*>(a.bytes.data());
}

template <class To, class From>
std::vector<To> converted(const array& a) {
  const From* x = a.values<From>();
  std::vector<To> out(static_cast<std::size_t>(a.count()));
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<To>(x[i]);
  return out;
}

}  // namespace

template <>
const float* array::values<float>() const {
  return values_of<float>(*this, "f4");
}
template <>
const double* array::values<double>() const {
  return values_of<double>(*this, "f8");
}
template <>
const std::int8_t* array::values<std::int8_t>() const {
  return values_of<std::int8_t>(*this, "i1");
}
template <>
const std::uint8_t* array::values<std::uint8_t>() const {
  return values_of<std::uint8_t>(*this, "u1", "b1");
}
template <>
const std::int16_t* array::values<std::int16_t>() const {
  return values_of<std::int16_t>(*this, "i2");
}
template <>
const std::uint16_t* array::values<std::uint16_t>() const {
  return values_of<std::uint16_t>(*this, "u2", "f2");
}
template <>
const std::int32_t* array::values<std::int32_t>() const {
  return values_of<std::int32_t>(*this, "i4");
}
template <>
const std::uint32_t* array::values<std::uint32_t>() const {
  return values_of<std::uint32_t>(*this, "u4");
}
template <>
const std::int64_t* array::values<std::int64_t>() const {
  return values_of<std::int64_t>(*this, "i8");
}
template <>
const std::uint64_t* array::values<std::uint64_t>() const {
  return values_of<std::uint64_t>(*this, "u8");
}

std::vector<float> array::floats() const {
  if (type == "f4") return converted<float, float>(*this);
  if (type == "f8") return converted<float, double>(*this);
  if (type == "i1") return converted<float, std::int8_t>(*this);
  if (type == "u1" || type == "b1") return converted<float, std::uint8_t>(*this);
  if (type == "i2") return converted<float, std::int16_t>(*this);
  if (type == "u2") return converted<float, std::uint16_t>(*this);
  if (type == "i4") return converted<float, std::int32_t>(*this);
  if (type == "u4") return converted<float, std::uint32_t>(*this);
  if (type == "i8") return converted<float, std::int64_t>(*this);
  if (type == "u8") return converted<float, std::uint64_t>(*this);
  const auto* half = values_of<std::uint16_t>(*this, "f2");
  std::vector<float> out(static_cast<std::size_t>(count()));
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = vtc::float_from_half(half[i]);
  return out;
}

std::vector<std::int64_t> array::integers() const {
  if (type == "i1") return converted<std::int64_t, std::int8_t>(*this);
  if (type == "u1" || type == "b1") return converted<std::int64_t, std::uint8_t>(*this);
  if (type == "i2") return converted<std::int64_t, std::int16_t>(*this);
  if (type == "u2") return converted<std::int64_t, std::uint16_t>(*this);
  if (type == "i4") return converted<std::int64_t, std::int32_t>(*this);
  if (type == "u4") return converted<std::int64_t, std::uint32_t>(*this);
  if (type == "u8") return converted<std::int64_t, std::uint64_t>(*this);
  if (type == "i8") return converted<std::int64_t, std::int64_t>(*this);
  throw error(fault::malformed, path, "holds " + type + ", not integers");
}

const array& array::expect(const char* t, const std::vector<std::int64_t>& sides) const {
  bool fits = shape.size() == sides.size();
  for (std::size_t i = 0; fits && i < sides.size(); ++i) fits = sides[i] < 0 || sides[i] == shape[i];
  if (type == t && fits) return *this;
  throw error(fault::malformed, path, "holds " + type + " " + describe(shape) + ", not " + t + " " + describe(sides));
}

array read_npy(const std::string& path, fortran_order fortran) {
  array a;
  a.path = path;
  a.bytes = read_file(path);
  const std::vector<unsigned char>& b = a.bytes;
  const auto fail = [&](const std::string& reason) { throw error(fault::malformed, path, reason); };
  constexpr std::size_t prefix = 10;  // magic, version, the shorter length
  if (b.size() < prefix || std::memcmp(b.data(), "\x93NUMPY", 6) != 0) fail("no .npy file");
  const int version = b[6];
  if ((version != 1 && version != 2) || b[7] != 0)
    fail("version " + std::to_string(version) + "." + std::to_string(b[7]) + " of .npy is not supported");
  const std::size_t start = version == 1 ? 10 : 12;
  if (b.size() < start) fail("truncated header");
  std::size_t length = b[8] + 256u * b[9];
  if (version == 2) length += (static_cast<std::size_t>(b[10]) << 16) + (static_cast<std::size_t>(b[11]) << 24);
  if (length > b.size() - start) fail("truncated header");

  const char* header = reinterpret_cast<const char*>(b.data() + start);
  header_parser parser(path, header, header + length);
  parser.parse(a);
  const bool reorder = parser.is_fortran() && a.shape.size() > 1;
  if (reorder && fortran == fortran_order::refused) fail("Fortran order is not supported: save numpy.ascontiguousarray(x)");
  const std::size_t bytes = b.size() - start - length;
  if (!shape_fills(a.shape, size_of_type(a.type), bytes))
    fail("holds " + std::to_string(bytes) + " bytes, which are not " + a.type + " " + describe(a.shape) + ": truncated or damaged");
  a.bytes.erase(a.bytes.begin(), a.bytes.begin() + static_cast<std::ptrdiff_t>(start + length));
  if (reorder) a.bytes = in_c_order(a.bytes, a.shape, size_of_type(a.type));
  return a;
}

void write_npy(const std::string& path, const std::string& type, const std::vector<std::int64_t>& shape, const void* data) {
  const std::size_t element = size_of_type(type);
  if (element == 0) throw error(fault::unwritable, path, "type '" + type + "' is not supported");
  std::size_t bytes = element;
  std::string sides;
  for (const std::int64_t side : shape) {
    bytes *= static_cast<std::size_t>(side);
    sides += std::to_string(side) + ", ";
  }
  if (shape.size() > 1) sides.resize(sides.size() - 2);     // (3, 4)
  else if (!sides.empty()) sides.resize(sides.size() - 1);  // (3,)
  std::string header =
      "{'descr': '" + std::string(element == 1 ? "|" : "<") + type + "', 'fortran_order': False, 'shape': (" + sides + "), }";
  constexpr std::size_t prefix = 10, alignment = 64;
  const std::size_t total = (prefix + header.size() + 1 + alignment - 1) / alignment * alignment;
  header.resize(total - prefix - 1, ' ');
  header += '\n';

  std::vector<unsigned char> file = {0x93,
                                     'N',
                                     'U',
                                     'M',
                                     'P',
                                     'Y',
                                     1,
                                     0,
                                     static_cast<unsigned char>(header.size() % 256),
                                     static_cast<unsigned char>(header.size() / 256)};
  file.insert(file.end(), header.begin(), header.end());
  const auto* first = static_cast<const unsigned char*>(data);
  if (bytes > 0) file.insert(file.end(), first, first + bytes);
  write_file(path, file.data(), file.size());
}

}  // namespace files
