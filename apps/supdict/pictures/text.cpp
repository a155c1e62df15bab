// SPDX-License-Identifier: BSD-3-Clause
#include "pictures/text.hpp"

#include <cmath>
#include <cstdint>
#include <supdict/text.hpp>

namespace supdict::pictures {
namespace {

/// Bytes of the UTF-8 character at the start of `text`; 0 if there is none.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return static_cast<unsigned>(static_cast<unsigned char>(text[i]));
  };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  const unsigned second = byte(1);
  if (first == 0xE0 && second < 0xA0) return 0;  // overlong encoding
  if (first == 0xED && second > 0x9F) return 0;  // half of a surrogate pair
  if (first == 0xF0 && second < 0x90) return 0;
  if (first == 0xF4 && second > 0x8F) return 0;  // beyond the last character
  return length;
}

void append_escaped(std::string& out, std::string_view character) {
  switch (character[0]) {
    case '&':
      out += "&amp;";
      return;
    case '<':
      out += "&lt;";
      return;
    case '>':
      out += "&gt;";
      return;
    case '"':
      out += "&quot;";
      return;
    case '\'':
      out += "&#39;";
      return;
    case '\n':
    case '\t':
      out += ' ';
      return;
    default:
      break;
  }
  const auto code = static_cast<unsigned char>(character[0]);
  const bool control = character.size() == 1 && (code < 0x20 || code == 0x7F);
  const bool c1 = code == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0;
  if (control || c1) {
    out += '?';
  } else {
    out += character;
  }
}

}  // namespace

std::string escape_short(std::string_view text, std::size_t length) {
  std::string out;
  for (std::size_t count = 0; !text.empty(); ++count) {
    if (count == length) return out + "...";
    const std::size_t bytes = character_length(text);
    if (bytes == 0) {
      out += '?';
    } else {
      append_escaped(out, text.substr(0, bytes));
    }
    text.remove_prefix(bytes == 0 ? 1 : bytes);
  }
  return out;
}

std::string escape(std::string_view text) {
  return escape_short(text, std::string_view::npos);
}

std::string number(double value) {
  if (!std::isfinite(value)) return "-";
  if (value == 0) return "0";  // also for -0
  const bool whole = value == std::round(value) && std::abs(value) < 1e5;
  return whole ? fixed_text(value, 0) : rounded_text(value, 3);
}

std::string coordinate(double value) {
  std::string text = fixed_text(std::isfinite(value) ? value : 0, 1);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text == "-0" ? "0" : text;
}

std::string percent(double fraction) {
  return std::isfinite(fraction) ? fixed_text(100 * fraction, 2) + " %" : "-";
}

std::string counted(long long count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto byte = i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U;
      group = (group << 8U) | byte;
    }
    for (std::size_t k = 0; k < 4; ++k) {
      out += i + k > bytes.size() ? '=' : kDigits[(group >> (18 - 6 * k)) & 63U];
    }
  }
  return out;
}

std::string png_address(const std::string& bytes) {
  return "data:image/png;base64," + base64(bytes);
}

}  // namespace supdict::pictures
