// SPDX-License-Identifier: BSD-3-Clause
// std::from_chars for double, which the standard library of this compiler declares for whole
// numbers only. Included before the sources that need it.
#pragma once

#include <charconv>
#include <cstdlib>
#include <string>

namespace std {  // NOLINT(cert-dcl58-cpp)

/// There is one locale here, so strtod reads the same texts, but for blanks and a plus in front.
inline from_chars_result from_chars(const char* begin, const char* end, double& value) {
  if (begin == end || *begin <= ' ' || *begin == '+') return {begin, errc::invalid_argument};
  const string text(begin, end);
  char* stop = nullptr;
  const double read = strtod(text.c_str(), &stop);
  if (stop == text.c_str()) return {begin, errc::invalid_argument};
  value = read;
  return {begin + (stop - text.c_str()), errc()};
}

}  // namespace std
