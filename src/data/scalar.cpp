// SPDX-License-Identifier: BSD-3-Clause
#include "data/scalar.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "data/text.hpp"
#include "supdict/text.hpp"

namespace supdict::data {
namespace {

// IEEE binary16, which C++20 has no type for.
struct Half {
  std::uint16_t bits;
  explicit operator double() const {
    const int exponent = (bits >> 10) & 0x1f;
    const int fraction = bits & 0x3ff;
    double value = 0;
    if (exponent == 0x1f) {
      value = fraction == 0 ? HUGE_VAL : std::nan("");
    } else {
      value =
          exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024, exponent - 25);
    }
    return (bits & 0x8000) != 0 ? -value : value;
  }
};

template <class T>
T load(const char* raw, bool big_endian) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, raw, sizeof(T));
  if (big_endian != (std::endian::native == std::endian::big))
    std::reverse(bytes, bytes + sizeof(T));
  return std::bit_cast<T>(bytes);
}

// Calls `use` with the C++ type of `type`.
template <class Use>
void with_type(ScalarType type, Use use) {
  const auto pick = [&](auto one, auto two, auto four, auto eight) {
    if (type.size == 1) return use(one);
    if (type.size == 2) return use(two);
    if (type.size == 4) return use(four);
    return use(eight);
  };
  if (type.kind == 'f') return pick(Half{}, Half{}, float{}, double{});
  if (type.kind == 'i') return pick(std::int8_t{}, std::int16_t{}, std::int32_t{}, std::int64_t{});
  return pick(std::uint8_t{}, std::uint16_t{}, std::uint32_t{}, std::uint64_t{});
}

// A double beyond the range of float becomes infinity, which readers report with its place.
template <class T>
float narrow(T value) {
  if constexpr (std::is_same_v<T, Half>) {
    return static_cast<float>(static_cast<double>(value));
  } else {
    return static_cast<float>(value);
  }
}

void append_utf8(std::string& text, std::uint32_t code) {
  const auto byte = [&](std::uint32_t bits) { text += static_cast<char>(bits); };
  const auto tail = [&](int shift) { byte(0x80 | ((code >> shift) & 0x3f)); };
  if (code < 0x80) return byte(code);
  if (code < 0x800) return byte(0xc0 | (code >> 6)), tail(0);
  if (code < 0x10000) return byte(0xe0 | (code >> 12)), tail(6), tail(0);
  byte(0xf0 | ((code >> 18) & 7)), tail(12), tail(6), tail(0);
}

std::string text_label(const char* raw, ScalarType type) {
  if (type.kind == 'S') return {raw, std::find(raw, raw + type.size, '\0')};
  std::string text;
  for (std::size_t i = 0; i + 4 <= type.size; i += 4) {
    const auto code = load<std::uint32_t>(raw + i, type.big_endian);
    if (code == 0) break;
    append_utf8(text, code);
  }
  return text;
}

}  // namespace

void to_floats(const char* raw, Index count, ScalarType type, float* to, Index stride) {
  with_type(type, [&](auto zero) {
    using T = decltype(zero);
    for (Index i = 0; i < count; ++i, raw += sizeof(T)) {
      to[i * stride] = narrow(load<T>(raw, type.big_endian));
    }
  });
}

std::string to_label(const char* raw, ScalarType type) {
  if (!type.numeric()) return text_label(raw, type);
  std::string label;
  with_type(type, [&](auto zero) {
    using T = decltype(zero);
    const T value = load<T>(raw, type.big_endian);
    if constexpr (std::is_integral_v<T>) {
      label = std::to_string(value);
    } else {
      label = plain_text(static_cast<double>(value));
    }
  });
  return label;
}

}  // namespace supdict::data
