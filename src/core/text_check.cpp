// SPDX-License-Identifier: BSD-3-Clause
#include "core/text_check.hpp"

namespace supdict::core {
namespace {

constexpr std::size_t kLookedAt = 64;

/// Whether every second byte, from `first` on, is the zero half of an ASCII character in UTF-16.
bool alternates(std::string_view head, std::size_t first) {
  for (std::size_t i = 0; i < head.size(); ++i) {
    const bool zero = head[i] == '\0';
    const bool character = head[i] == '\t' || head[i] == '\n' || head[i] == '\r' || head[i] >= ' ';
    if (i % 2 == first ? !zero : !character) return false;
  }
  return head.size() >= 4;
}

/// By the byte order mark or, if there is none, by the zero bytes.
bool is_utf16(std::string_view head) {
  if (head.starts_with("\xff\xfe") || head.starts_with("\xfe\xff")) return true;
  const std::string_view start = head.substr(0, kLookedAt);
  return alternates(start, 0) || alternates(start, 1);
}

/// The last byte does not count: `head` may end in the middle of a CR LF.
bool ends_lines_with_cr(std::string_view head) {
  const std::size_t first = head.substr(0, head.size() - 1).find('\r');
  return first != std::string_view::npos && head.find('\n') == std::string_view::npos;
}

}  // namespace

std::string not_text(std::string_view head) {
  if (is_utf16(head)) return "is UTF-16 text; expected UTF-8 (as iconv -f UTF-16 -t UTF-8 writes)";
  const std::size_t nul = head.find('\0');
  if (nul == std::string_view::npos) return "";
  return "has a NUL byte at byte " + std::to_string(nul) + "; expected text";
}

std::string not_lines_of_text(std::string_view head) {
  if (head.empty()) return "";
  if (!not_text(head).empty()) return not_text(head);
  if (!ends_lines_with_cr(head)) return "";
  return "ends its lines with CR alone; expected LF or CR LF (as tr '\\r' '\\n' writes)";
}

}  // namespace supdict::core
