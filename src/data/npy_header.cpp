// SPDX-License-Identifier: BSD-3-Clause
#include "data/npy_header.hpp"

#include <charconv>

#include "data/fail.hpp"
#include "data/promised_size.hpp"
#include "data/text.hpp"

namespace supdict::data {
namespace {

constexpr std::string_view kMagic("\x93NUMPY", 6);
constexpr std::size_t kMaxHeader = std::size_t{1} << 20;
constexpr std::size_t kMaxText = 4096;  // bytes of one text label

// Parses the Python dictionary of the header; only the three keys that numpy writes are read.
class Dictionary {
 public:
  Dictionary(std::string text, const std::string& file) : text_(std::move(text)), file_(file) {}

  // The text after "'key':", without leading blanks.
  std::string_view value(std::string_view key) const {
    for (const char quote : {'\'', '"'}) {
      const std::string name = quote + std::string(key) + quote;
      std::size_t at = text_.find(name);
      if (at == std::string::npos) continue;
      at = text_.find_first_not_of(' ', at + name.size());
      if (at == std::string::npos || text_[at] != ':') break;
      at = text_.find_first_not_of(' ', at + 1);
      if (at != std::string::npos) return std::string_view(text_).substr(at);
    }
    fail("has no " + in_quotes(key));
  }

  ScalarType descr() const {
    std::string_view rest = value("descr");
    if (!rest.starts_with('\'') && !rest.starts_with('"')) fail("has records of several fields");
    rest = rest.substr(1, rest.find(rest[0], 1) - 1);
    return parse_descr(rest);
  }

  bool fortran_order() const {
    const std::string_view rest = value("fortran_order");
    if (rest.starts_with("True")) return true;
    if (rest.starts_with("False")) return false;
    fail("has fortran_order " + in_quotes(rest.substr(0, 8)));
  }

  std::vector<Index> shape() const {
    std::string_view rest = value("shape");
    const std::size_t close = rest.find(')');
    if (!rest.starts_with('(') || close == std::string_view::npos) fail("has no shape in brackets");
    std::vector<Index> sizes;
    for (const std::string& word : split_list(rest.substr(1, close - 1), ',')) {
      Index size = -1;
      const char* const end = word.data() + word.size();
      const auto parsed = std::from_chars(word.data(), end, size);
      if (parsed.ec != std::errc() || parsed.ptr != end || size < 0) {
        fail("has the size " + in_quotes(word));
      }
      sizes.push_back(size);
      if (sizes.size() > 32) fail("has more than 32 dimensions");
    }
    return sizes;
  }

 private:
  // "<f4", "|b1", ">i8", "<U5": byte order, kind, bytes (characters for U).
  ScalarType parse_descr(std::string_view descr) const {
    ScalarType type;
    std::string_view rest = descr;
    if (!rest.empty() && std::string_view("<>|=").find(rest[0]) != std::string_view::npos) {
      type.big_endian = rest[0] == '>';
      rest.remove_prefix(1);
    }
    type.kind = rest.empty() ? '?' : rest[0];
    const char* const end = rest.data() + rest.size();
    const auto parsed = std::from_chars(rest.data() + (rest.empty() ? 0 : 1), end, type.size);
    const bool number = !rest.empty() && parsed.ec == std::errc() && parsed.ptr == end;
    if (!number || !known(type)) {
      fail("has the type " + in_quotes(descr) +
           "; expected whole or floating point numbers up to 8 bytes, or short text");
    }
    if (type.kind == 'U') type.size *= 4;
    return type;
  }

  static bool known(const ScalarType& type) {
    const std::size_t s = type.size;
    if (type.kind == 'u' || type.kind == 'i') return s == 1 || s == 2 || s == 4 || s == 8;
    if (type.kind == 'f') return s == 2 || s == 4 || s == 8;
    if (type.kind == 'b') return s == 1;
    return (type.kind == 'S' || type.kind == 'U') && s >= 1 && s <= kMaxText;
  }

  [[noreturn]] void fail(const std::string& what) const {
    fail_format(file_, "its npy header " + what +
                           (what.find("; expected") == std::string::npos
                                ? "; expected a header as numpy writes it"
                                : ""));
  }

  std::string text_;
  const std::string& file_;
};

std::size_t little_endian(const unsigned char* bytes, int count) {
  std::size_t value = 0;
  for (int i = count - 1; i >= 0; --i) value = value << 8 | bytes[i];
  return value;
}

}  // namespace

Index NpyHeader::n_values(const std::string& file) const {
  Index count = 1;
  for (const Index size : shape) count = multiply_sizes(file, count, size);
  return count;
}

NpyHeader read_npy_header(ByteStream& stream) {
  unsigned char start[12];
  stream.read_exact(reinterpret_cast<char*>(start), 8, "the npy header");
  if (std::string_view(reinterpret_cast<char*>(start), 6) != kMagic || start[6] < 1 ||
      start[6] > 3) {
    fail_format(
        stream.name(),
        "does not begin with an npy header of version 1 to 3; expected a file of numpy.save");
  }
  const int width = start[6] == 1 ? 2 : 4;
  stream.read_exact(reinterpret_cast<char*>(start) + 8, width, "the npy header");
  const std::size_t length = little_endian(start + 8, width);
  if (length > kMaxHeader) {
    fail_format(stream.name(), "has an npy header of " + std::to_string(length) +
                                   " bytes; expected at most " + std::to_string(kMaxHeader));
  }
  std::string text(length, '\0');
  stream.read_exact(text.data(), length, "the npy header");
  const Dictionary dictionary(std::move(text), stream.name());
  return {dictionary.descr(), dictionary.fortran_order(), dictionary.shape()};
}

bool looks_like_npy(std::string_view head) {
  return head.starts_with(kMagic);
}

}  // namespace supdict::data
